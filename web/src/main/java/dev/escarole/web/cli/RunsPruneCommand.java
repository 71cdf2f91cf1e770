package dev.escarole.web.cli;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.store.KeptRun;
import dev.escarole.engine.store.Retention;
import dev.escarole.web.view.RemovalJson;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes old runs. */
@Command(
    name = "prune",
    description = {
      "Deletes runs by age, number or size, with their outputs and workspaces.",
      "A run goes if any of the limits says so. Runs that are not over always stay."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole runs prune --older-than 30d --dry-run",
      "  escarole runs prune --keep 100 --max-size 1GB"
    })
final class RunsPruneCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  @Mixin private RunsPlace place = new RunsPlace();
  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      description = "Runs that were started longer ago: 90s, 15m, 24h, 30d or 8w.")
  private @Nullable String olderThan;

  @Option(names = "--keep", paramLabel = "N", description = "All but the newest N runs.")
  private @Nullable Integer keep;

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      description = {
        "The oldest runs until the others have at most so much output: 500MB, 1GB, 2GiB.",
        "A row of an attempt counts as 512 bytes; workspaces do not count."
      })
  private @Nullable String maxSize;

  @Option(names = "--dry-run", description = "Only says what would be deleted.")
  private boolean dryRun;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  RunsPruneCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    Retention limits = limits();
    Remote remote = server.remote(console);
    if (remote == null) {
      pruneHere(limits);
    } else if (dryRun) {
      RemoteRuns.Removal removal = RemoteRuns.prunable(remote, limits);
      reportDry(removal.runs(), removal.workspaceBytes());
    } else {
      report(RemoteRuns.prune(remote, limits));
    }
    return 0;
  }

  private void pruneHere(Retention limits) {
    EngineOptions options = place.existing(console).withRecovery(Recovery.onRequest());
    try (Engine engine = Engine.open(options)) {
      if (dryRun) {
        List<KeptRun> runs = engine.prunable(limits);
        reportDry(runs, engine.workspaceBytes(runs));
      } else {
        report(engine.prune(limits));
      }
    }
  }

  private void reportDry(List<KeptRun> runs, long workspaceBytes) {
    if (json) {
      JsonOutput.print(console, out -> new RemovalJson(out).wouldGo(runs, workspaceBytes));
    } else {
      new RemovalReport(console).wouldGo(runs, workspaceBytes);
    }
  }

  private void report(RemovedRuns removed) {
    if (json) {
      JsonOutput.print(console, out -> new RemovalJson(out).gone(removed));
    } else {
      new RemovalReport(console).gone(removed);
    }
  }

  private Retention limits() {
    Retention limits = Retention.ALL;
    if (olderThan != null) {
      limits = limits.withMaxAge(Amounts.age("--older-than", olderThan));
    }
    if (keep != null) {
      limits = limits.withMaxRuns(count(keep));
    }
    if (maxSize != null) {
      limits = limits.withMaxBytes(Amounts.bytes("--max-size", maxSize));
    }
    if (limits.keepsAll()) {
      throw new UsageException(
          "no-limit",
          "say which runs to delete: --older-than, --keep or --max-size",
          "See first what would go: escarole runs prune --older-than 30d --dry-run");
    }
    return limits;
  }

  private static int count(int keep) {
    if (keep < 0) {
      throw new UsageException(
          "bad-keep", "--keep must not be negative, was " + keep, "Write for example: --keep 100");
    }
    return keep;
  }
}
