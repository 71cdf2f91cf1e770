package dev.escarole.web.cli.system;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyFile;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.web.app.local.Pictures;
import dev.escarole.web.app.run.LimitsPicture;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a policy file means, as JSON shows it.
 *
 * @param programs how programs run that are not built in: compiled or interpreted
 * @param limits those of everybody; null if the file sets none
 * @param fetch commands of the catalogue that are fetched before runs that need them
 * @param principals in alphabetical order
 */
record PolicyPicture(
    String programs,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LimitsPicture limits,
    List<String> fetch,
    List<PrincipalPicture> principals) {

  PolicyPicture {
    fetch = List.copyOf(fetch);
    principals = List.copyOf(principals);
  }

  record PrincipalPicture(
      String name,
      String standing,
      List<String> commands,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String runs,
      boolean exec,
      boolean managesCommands,
      boolean approves,
      @Nullable Integer callsPerSecond,
      @Nullable Integer concurrentCalls,
      int depth,
      List<DirectoryPicture> directories,
      List<String> environment,
      List<String> http,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LimitsPicture limits) {
    PrincipalPicture {
      commands = List.copyOf(commands);
      directories = List.copyOf(directories);
      environment = List.copyOf(environment);
      http = List.copyOf(http);
    }

    static PrincipalPicture of(String name, Policy policy) {
      return new PrincipalPicture(
          name,
          policy.standing().name().toLowerCase(Locale.ROOT),
          sorted(policy.commands().map(names -> names.patterns()).orElse(Set.of("*"))),
          policy.runs().map(runs -> runs.name().toLowerCase(Locale.ROOT)).orElse(null),
          policy.capabilities().exec(),
          policy.capabilities().commands(),
          policy.capabilities().approve(),
          number(policy.quota().callsPerSecond()),
          number(policy.quota().concurrentCalls()),
          policy.maxDepth(),
          policy.grants().directories().orElse(List.of()).stream()
              .map(DirectoryPicture::of)
              .toList(),
          sorted(policy.grants().environment().orElse(Set.of("*"))),
          policy.grants().http().grants().stream().map(HttpGrant::toString).toList(),
          policy.grants().limits().map(Pictures::limits).orElse(null));
    }

    private static List<String> sorted(Collection<String> texts) {
      return List.copyOf(new TreeSet<>(texts));
    }

    private static @Nullable Integer number(OptionalInt number) {
      return number.isEmpty() ? null : (Integer) number.getAsInt();
    }
  }

  record DirectoryPicture(String host, String guest, boolean readOnly) {
    static DirectoryPicture of(DirectoryGrant grant) {
      return new DirectoryPicture(
          grant.host().toString(), grant.guest(), grant.mode() == DirectoryGrant.Mode.READ_ONLY);
    }
  }

  static PolicyPicture of(PolicyFile file) {
    return new PolicyPicture(
        file.programs().word(),
        file.limits().map(Pictures::limits).orElse(null),
        PrincipalPicture.sorted(file.operatorFetch().patterns()),
        file.principals().entrySet().stream()
            .map(each -> PrincipalPicture.of(each.getKey(), each.getValue()))
            .toList());
  }
}
