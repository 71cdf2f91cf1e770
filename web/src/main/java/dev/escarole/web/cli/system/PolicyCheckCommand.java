package dev.escarole.web.cli.system;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.broker.CommandNames;
import dev.escarole.engine.broker.HttpPolicy;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyFile;
import dev.escarole.engine.broker.PolicyReader;
import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a policy file and says what it means. */
@Command(
    name = "check",
    description = "Checks a policy file and prints what each principal may do.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole policy check",
      "  escarole policy check ./policy.yaml --json",
      "",
      "Exit codes: 0 the file can be used, 2 something is wrong."
    })
public final class PolicyCheckCommand extends ConsoleCommand {

  @Mixin private DataOption data = new DataOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "The policy file. Default: policy.yaml in the data directory.")
  private @Nullable Path file;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    Path path = file == null ? data.directory(console).resolve(CommandHost.POLICY) : file;
    PolicyFile policy = new PolicyReader(Limits.defaults()).read(path);
    if (json) {
      JsonOutput.print(console, PolicyPicture.of(policy));
      return 0;
    }
    if (policy.programs() == ProgramCode.INTERPRETED) {
      console.print("programs that are not built in\n  interpreted: no class is generated\n");
    }
    policy.limits().ifPresent(limits -> console.print("everybody\n" + limits(limits)));
    if (!policy.operatorHttp().grants().isEmpty()) {
      StringBuilder operator = new StringBuilder("operator\n");
      http(operator, policy.operatorHttp());
      console.print(operator.toString());
    }
    if (!policy.operatorFetch().patterns().isEmpty()) {
      console.print("before runs\n  fetch: " + TextFormat.plain(policy.operatorFetch() + "\n"));
    }
    policy.principals().forEach(this::print);
    if (policy.principals().isEmpty()) {
      console.say("no principals: only the local operator may run anything");
    }
    return 0;
  }

  private void print(String name, Policy policy) {
    StringBuilder text = new StringBuilder(TextFormat.plain(name)).append('\n');
    switch (policy.standing()) {
      case REVOKED -> text.append("  revoked: every call is refused\n");
      case DENIED -> text.append("  not allowed: every call is denied\n");
      case ALLOWED -> describe(policy, text);
    }
    console.print(text.toString());
  }

  private static void describe(Policy policy, StringBuilder text) {
    Policy.Grants grants = policy.grants();
    line(text, "commands", policy.commands().map(CommandNames::toString).orElse("*"));
    line(text, "capabilities", capabilities(policy.capabilities()));
    line(
        text,
        "directories",
        String.join(
            " ",
            grants.directories().orElse(List.of()).stream()
                .map(PolicyCheckCommand::directory)
                .toList()));
    line(
        text,
        "environment",
        grants.environment().map(names -> String.join(" ", new TreeSet<>(names))).orElse("*"));
    http(text, grants.http());
    line(text, "calls per second", number(policy.quota().callsPerSecond()));
    line(text, "concurrent calls", number(policy.quota().concurrentCalls()));
    line(text, "depth", "" + policy.maxDepth());
    line(text, "runs", policy.runs().map(Enum::name).orElse("by role").toLowerCase(Locale.ROOT));
    grants.limits().ifPresent(limits -> text.append(limits(limits)));
  }

  private static void http(StringBuilder text, HttpPolicy http) {
    line(text, "http", String.join(", ", http.grants().stream().map(HttpGrant::toString).toList()));
    if (!http.grants().isEmpty()) {
      line(text, "private hosts", String.join(" ", new TreeSet<>(http.privatePlaces())));
      line(text, "proxy", http.proxied() ? "of this machine" : "");
      line(text, "secrets", String.join(" ", new TreeSet<>(http.secrets().keySet())));
      line(
          text,
          "http requests",
          http.quota().perSecond() + " a second, " + http.quota().atOnce() + " at once");
    }
  }

  private static void line(StringBuilder text, String what, String value) {
    text.append("  ").append(what).append(": ");
    text.append(value.isEmpty() ? "none" : TextFormat.plain(value)).append('\n');
  }

  private static String capabilities(Policy.Capabilities capabilities) {
    return ((capabilities.exec() ? "exec " : "")
            + (capabilities.commands() ? "commands " : "")
            + (capabilities.approve() ? "approve" : ""))
        .strip();
  }

  private static String number(OptionalInt number) {
    return number.isEmpty() ? "any number" : "" + number.getAsInt();
  }

  private static String directory(DirectoryGrant grant) {
    String ending = grant.mode() == DirectoryGrant.Mode.READ_ONLY ? ":ro" : ":rw";
    return grant.host() + "::" + grant.guest() + ending;
  }

  private static String limits(Limits limits) {
    StringBuilder text = new StringBuilder();
    line(text, "wall clock", TextFormat.duration(limits.wallClock().toMillis()));
    line(text, "fuel", TextFormat.count(limits.fuel(), "unit", "units"));
    line(text, "memory", bytes(limits.memoryBytes()));
    line(text, "stdin", bytes(limits.stdinBytes()));
    line(text, "argv", bytes(limits.argvBytes()));
    line(text, "output", bytes(limits.outputBytes()));
    return text.toString();
  }

  private static String bytes(long bytes) {
    return Amounts.text(bytes);
  }
}
