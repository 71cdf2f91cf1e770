package dev.escarole.web.cli;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.KeptRun;
import dev.escarole.web.view.RemovalJson;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes runs by name. */
@Command(
    name = "delete",
    description = {
      "Deletes runs with their outputs and workspaces.",
      "Nothing is deleted if one of them is not over."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  escarole runs delete last", "  escarole runs delete 20261121-2315 20261120-0902"})
final class RunsDeleteCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Parameters(
      index = "0",
      arity = "1..*",
      paramLabel = "RUN",
      description = "A run's id, the beginning of it, or 'last' for the newest run.")
  private List<String> runs = List.of();

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  RunsDeleteCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    Remote remote = server.remote(console);
    if (remote == null) {
      report(deleteHere());
    } else {
      report(RemoteRuns.delete(remote, runs));
    }
    return 0;
  }

  private void report(RemovedRuns removed) {
    if (json) {
      JsonOutput.print(console, out -> new RemovalJson(out).gone(removed));
    } else {
      new RemovalReport(console).gone(removed);
    }
  }

  private RemovedRuns deleteHere() {
    EngineOptions options = place.existing(console).withRecovery(Recovery.onRequest());
    try (Engine engine = Engine.open(options)) {
      Set<RunId> chosen = new LinkedHashSet<>();
      for (String run : runs) {
        chosen.add(RunChoice.find(engine.store(), run));
      }
      refuseThoseInUse(engine, chosen);
      return engine.delete(chosen);
    }
  }

  private static void refuseThoseInUse(Engine engine, Set<RunId> chosen) {
    List<RunId> inUse =
        engine.store().kept().stream()
            .filter(run -> chosen.contains(run.id()) && !run.deletable())
            .map(KeptRun::id)
            .toList();
    if (!inUse.isEmpty()) {
      throw new UsageException(
          "run-not-over",
          "not over, or run again by a run that is not over: "
              + inUse.stream().map(RunId::value).collect(Collectors.joining(", ")),
          "Wait for the end, or bring it about with: escarole runs resume " + inUse.get(0));
    }
  }
}
