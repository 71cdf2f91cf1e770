package dev.escarole.web.cli;

import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.store.KeptRun;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Tells people which runs were deleted, or would be. */
final class RemovalReport {

  private final Console console;

  RemovalReport(Console console) {
    this.console = console;
  }

  void wouldGo(List<KeptRun> runs, long workspaceBytes) {
    table(runs);
    long bytes = runs.stream().mapToLong(KeptRun::bytes).sum();
    console.say(
        "%s would be deleted: %s of output and rows, less what other runs share, and %s of files"
            .formatted(count(runs), Amounts.text(bytes), Amounts.text(workspaceBytes)));
  }

  void gone(RemovedRuns removed) {
    table(removed.runs());
    console.say(
        "%s deleted; given back: %s of output, %s of files"
            .formatted(
                count(removed.runs()),
                Amounts.text(removed.outputBytes()),
                Amounts.text(removed.workspaceBytes())));
  }

  private static String count(List<KeptRun> runs) {
    return Texts.count(runs.size(), "run", "runs");
  }

  private void table(List<KeptRun> runs) {
    if (runs.isEmpty()) {
      return;
    }
    DateTimeFormatter clock =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());
    Columns columns = new Columns("RUN", "STARTED", "SIZE");
    for (KeptRun run : runs) {
      columns.row(run.id().value(), clock.format(run.startedAt()), Amounts.text(run.bytes()));
    }
    columns.print(console);
  }
}
