package dev.escarole.engine.store.journal;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.FailureCause;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Json;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A row of {@code run_cause}: one cause of the failures of a run that has ended. */
public final class CauseRow {

  /** Causes that a run keeps; the others can be found in its attempts. */
  private static final int MOST = 20;

  private static final TypeReference<Columns> FORM = new TypeReference<>() {};

  private final long run;
  private final int number;
  private final CauseTally tally;

  private CauseRow(long run, int number, CauseTally tally) {
    this.run = run;
    this.number = number;
    this.tally = tally;
  }

  /** The form of the JSON text. */
  record Columns(
      String outcome,
      int exitCode,
      String pattern,
      int failures,
      String path,
      @Nullable String label,
      String command,
      String line) {}

  /** The rows of runs that end. */
  static List<CauseRow> of(List<JournalRow.Ended> ends) {
    List<CauseRow> rows = new ArrayList<>();
    for (JournalRow.Ended end : ends) {
      List<CauseTally> causes = end.event().result().causes();
      for (int i = 0; i < Math.min(MOST, causes.size()); i++) {
        rows.add(new CauseRow(end.run().number(), i, causes.get(i)));
      }
    }
    return rows;
  }

  static void bind(Batch batch, CauseRow row) throws SQLException {
    FailureCause cause = row.tally.cause();
    String words = cause.words() + '\n' + row.tally.line();
    batch
        .number(row.run)
        .number(row.number)
        .text(text(row.tally))
        .text(words.toLowerCase(Locale.ROOT));
  }

  /** On one line, so that rows can be joined by line ends. */
  private static String text(CauseTally tally) {
    return Json.written(
        json -> {
          // Databases reject some characters that programs print.
          json.setHighestNonEscapedChar(0x7f);
          json.writeStartObject();
          json.writeStringField("outcome", tally.cause().outcome());
          json.writeNumberField("exitCode", tally.cause().exitCode());
          json.writeStringField("pattern", tally.cause().pattern());
          json.writeNumberField("failures", tally.failures());
          json.writeStringField("path", tally.path());
          json.writeStringField("label", tally.label());
          json.writeStringField("command", tally.command());
          json.writeStringField("line", tally.line());
          json.writeEndObject();
        });
  }

  /** Reads causes from the texts of their rows, each on a line. */
  public static List<CauseTally> read(@Nullable String lines) {
    return lines == null ? List.of() : lines.lines().map(CauseRow::tally).toList();
  }

  private static CauseTally tally(String text) {
    Columns columns = Json.read(text, FORM);
    return new CauseTally(
        new FailureCause(columns.outcome(), columns.exitCode(), columns.pattern()),
        columns.failures(),
        columns.path(),
        columns.label(),
        columns.command(),
        columns.line());
  }
}
