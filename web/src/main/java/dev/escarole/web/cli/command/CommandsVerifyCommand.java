package dev.escarole.web.cli.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CommandHost;
import dev.escarole.engine.ProgramFacts;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.command.ArtifactCheck;
import dev.escarole.engine.command.Command.Origin;
import dev.escarole.web.app.command.InterpretedFunctions;
import dev.escarole.web.app.local.CommandReading;
import dev.escarole.web.app.local.HostedCommands;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.text.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Hashes every artifact. */
@Command(
    name = "verify",
    description =
        "Hashes the programs of all commands again, built-in ones included, and says which are not"
            + " what they should be. Exits with 1 if there are any, or if the manifest is damaged.",
    footerHeading = "%nExamples:%n",
    footer = "  escarole commands verify")
public final class CommandsVerifyCommand extends ConsoleCommand {

  private final CommandsCommand commands;

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "NAME",
      description = "Names of commands. Default: all, without smoke tests.")
  private List<String> names = new ArrayList<>();

  /**
   * @param commands has the data directory
   */
  public CommandsVerifyCommand(CommandsCommand commands) {
    this.commands = commands;
  }

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() {
    Verified verified;
    try (CommandHost host = commands.open()) {
      names.forEach(name -> HostedCommands.find(host.registry(), name));
      List<ArtifactCheck> checks =
          host.verify().stream()
              .filter(each -> names.isEmpty() || each.names().stream().anyMatch(names::contains))
              .toList();
      boolean intact = checks.stream().allMatch(each -> each.problem().isEmpty());
      List<CatalogCommands.Proof> proofs =
          names.isEmpty() || !intact ? List.of() : proofs(host, names);
      verified = Verified.of(host, checks, proofs);
    }
    if (!json.print(console, verified)) {
      verified.artifacts().forEach(this::say);
      verified.tests().forEach(this::say);
      String tests = names.isEmpty() ? "" : ", " + verified.tests().size() + " smoke tests";
      console.say(
          "%d artifacts, %d damaged%s"
              .formatted(verified.artifacts().size(), verified.damaged(), tests));
    }
    boolean failed = verified.tests().stream().anyMatch(each -> each.problem() != null);
    return verified.damaged() > 0 || failed || commands.hasWarned() ? 1 : 0;
  }

  private static List<CatalogCommands.Proof> proofs(CommandHost host, List<String> names) {
    try {
      return host.catalog().prove(host, Principal.localOperator(), names);
    } catch (CatalogException e) {
      throw CatalogFetch.mistake(e);
    }
  }

  private void say(Verified.Test test) {
    String call = (test.command() + " " + String.join(" ", test.arguments())).strip();
    String result = test.problem() == null ? "passed" : "failed: " + test.problem();
    console.say(TextFormat.plain("%s: %s (%d ms)".formatted(call, result, test.durationMillis())));
  }

  private void say(Verified.Artifact artifact) {
    if (artifact.problem() != null) {
      String names = artifact.names().isEmpty() ? "(no name)" : String.join(", ", artifact.names());
      console.say(TextFormat.plain(names + ": artifact_integrity: " + artifact.problem()));
    }
    AddedLines.noteSlow(console, String.join(", ", artifact.names()), artifact.interpreted());
  }

  /**
   * Result of hashing all programs, as JSON shows it.
   *
   * @param damaged how many are not what they should be
   * @param tests smoke tests of the commands that were named
   */
  record Verified(List<Artifact> artifacts, long damaged, List<Test> tests) {
    Verified {
      artifacts = List.copyOf(artifacts);
      tests = List.copyOf(tests);
    }

    static Verified of(
        CommandHost host, List<ArtifactCheck> checks, List<CatalogCommands.Proof> proofs) {
      List<Artifact> artifacts = checks.stream().map(each -> Artifact.of(host, each)).toList();
      return new Verified(
          artifacts,
          artifacts.stream().filter(each -> each.problem() != null).count(),
          proofs.stream()
              .map(
                  proof ->
                      new Test(
                          proof.command(),
                          proof.arguments(),
                          proof.problem().orElse(null),
                          TimeUnit.NANOSECONDS.toMillis(proof.wallNanos())))
              .toList());
    }

    /**
     * A smoke test.
     *
     * @param problem why it failed; null if it passed
     */
    record Test(
        String command, List<String> arguments, @Nullable String problem, long durationMillis) {
      Test {
        arguments = List.copyOf(arguments);
      }
    }

    /**
     * A program.
     *
     * @param artifact its SHA-256 in hex, as it was added
     * @param names of the commands that run it
     * @param problem what is wrong with it; null if nothing is
     * @param interpreted its functions that are interpreted, which is slow; absent if none is known
     */
    record Artifact(
        String artifact,
        List<String> names,
        @Nullable String problem,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable InterpretedFunctions interpreted) {
      Artifact {
        names = List.copyOf(names);
      }

      static Artifact of(CommandHost host, ArtifactCheck check) {
        Optional<ProgramFacts> program =
            check.names().stream()
                .flatMap(name -> host.registry().find(name).stream())
                .filter(each -> each.origin() == Origin.REGISTERED)
                .findFirst()
                .flatMap(host::program);
        return new Artifact(
            check.artifact().toString(),
            check.names(),
            check.problem().orElse(null),
            CommandReading.interpreted(program.map(ProgramFacts::slow)));
      }
    }
  }
}
