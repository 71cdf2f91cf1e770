package dev.escarole.web.cli.runs;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.Removal;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.option.Reach;
import dev.escarole.web.cli.option.RunsPlace;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.CanPrintJson;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.UsageException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
public final class RunsDeleteCommand implements Callable<Integer>, CanPrintJson {

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

  public RunsDeleteCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    try (Reach reach = Reach.open(console, place, server)) {
      Removal removal = delete(reach.escarole());
      if (json) {
        JsonOutput.print(console, removal);
      } else {
        new RemovalReport(console).print(removal);
      }
    }
    return 0;
  }

  /** Looks at all of them before the first is deleted. */
  private Removal delete(Escarole escarole) {
    Map<String, RunHead> chosen = new LinkedHashMap<>();
    for (String run : runs) {
      RunHead head = escarole.head(new RunName(run));
      chosen.put(head.run(), head);
    }
    refuseThoseInUse(chosen.values());
    List<Removal.Gone> gone = new ArrayList<>();
    long outputBytes = 0;
    long workspaceBytes = 0;
    for (String run : chosen.keySet()) {
      Removal removal = deleted(escarole, run, gone);
      gone.addAll(removal.runs());
      outputBytes += Objects.requireNonNullElse(removal.outputBytes(), 0L);
      workspaceBytes += removal.workspaceBytes();
    }
    gone.sort(Comparator.comparing(Removal.Gone::startedAt).reversed());
    return new Removal(false, gone, outputBytes, workspaceBytes);
  }

  /** Whoever reads that one is refused must learn that others are gone by then. */
  private Removal deleted(Escarole escarole, String run, List<Removal.Gone> before) {
    try {
      return escarole.delete(new RunName(run));
    } catch (RefusedException e) {
      if (!before.isEmpty()) {
        console.say(
            "deleted before: "
                + before.stream().map(Removal.Gone::run).collect(Collectors.joining(", ")));
      }
      throw e;
    }
  }

  private static void refuseThoseInUse(Collection<RunHead> chosen) {
    List<String> inUse =
        chosen.stream().filter(run -> !run.status().isOver()).map(RunHead::run).toList();
    if (!inUse.isEmpty()) {
      throw new UsageException(
          "run-not-over",
          "not over: " + String.join(", ", inUse),
          "Wait for the end, or bring it about with: escarole runs resume " + inUse.get(0));
    }
  }
}
