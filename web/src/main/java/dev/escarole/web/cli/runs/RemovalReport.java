package dev.escarole.web.cli.runs;

import dev.escarole.web.app.run.Removal;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;

/** Tells people which runs were deleted, or would be. */
final class RemovalReport {

  private RemovalReport() {}

  static void print(Console console, Removal removal) {
    if (!removal.runs().isEmpty()) {
      Columns columns = new Columns("RUN", "STARTED", "SIZE");
      for (Removal.Gone run : removal.runs()) {
        columns.row(run.run(), TextFormat.time(run.startedAt()), Amounts.text(run.bytes()));
      }
      columns.print(console);
    }
    String count = TextFormat.count(removal.runs().size(), "run", "runs");
    String files = Amounts.text(removal.workspaceBytes());
    Long outputBytes = removal.outputBytes();
    if (outputBytes == null) {
      long bytes = removal.runs().stream().mapToLong(Removal.Gone::bytes).sum();
      console.say(
          "%s would be deleted: %s of output and rows, less what other runs share, and %s of files"
              .formatted(count, Amounts.text(bytes), files));
    } else {
      console.say(
          "%s deleted; given back: %s of output, %s of files"
              .formatted(count, Amounts.text(outputBytes), files));
    }
  }
}
