package dev.escarole.engine.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.journal.CauseRow;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements and mappings of the columns of a run. A new column is added here, to {@link NewRun} or
 * {@link StoredRun}, and to the schema.
 */
final class RunRows {

  /** The SQL state; of what is unique in a new row, only the id is not made by the database. */
  private static final String UNIQUE_VIOLATION = "23505";

  private static final String INSERT_RUN =
      """
      insert into run (id, recipe_name, plan_number, principal, recipe_source, launch_values,
        directories, stdin_sha256, started_at_ms, status, owner, epoch, rerun_of, rerun_scope,
        cache, computed)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String LABELS =
      """
      (select string_agg(label, '\n' order by label)
          from run_label where run_number = run.number) as labels
      """;

  private static final String CAUSES =
      """
      (select string_agg(cause, '\n' order by number)
          from run_cause where run_number = run.number) as causes
      """;

  /** The columns of a run without its recipe and values, which may be long. */
  static final String RUN_COLUMNS =
      """
      select run.id, run.number, run.recipe_name, plan.hash, run.principal, run.status,
        run.started_at_ms, run.ended_at_ms, run.stdin_sha256, run.stdout_sha256, run.error,
        run.rerun_of, run.leaves_done, run.leaves_failed, run.leaves_skipped, run.leaves_cancelled,
        run.leaves_pending, run.branches_done, run.branches_failed, run.branches_skipped,
        run.branches_cancelled, run.branches_pending, run.accepted,
        plan.step_count, plan.output_selector, plan.output_value,
      """
          + LABELS
          + ", "
          + CAUSES;

  static final String RUN =
      RUN_COLUMNS
          + """
          from run join plan on plan.number = run.plan_number
          where run.id = :runId
          """;

  /**
   * The plan of a new run.
   *
   * @param recipe name of the run's recipe
   */
  record StoredPlan(long number, String recipe) {}

  private static final String INSERT_LABEL =
      """
      insert into run_label (run_number, label) values (?, ?)
      """;

  static final String LAUNCH =
      """
      select run.id, run.principal, run.launch_values, run.recipe_source, run.directories,
        run.started_at_ms, run.rerun_of, run.rerun_scope, run.cache, run.stdin_sha256, plan.hash,
        exists (select 1 from run_file where run_number = run.number) as has_files,
      """
          + LABELS
          + "from run join plan on plan.number = run.plan_number where run.id = :runId";

  private RunRows() {}

  /** Stores the labels of a run. */
  static void label(Connection connection, long number, List<String> labels) throws SQLException {
    if (labels.isEmpty()) {
      return;
    }
    try (Batch batch = Batch.of(connection, INSERT_LABEL)) {
      for (String label : labels) {
        batch.number(number).text(label).add();
      }
      batch.send();
    }
  }

  /**
   * Stores a run that this engine owns.
   *
   * @return its number
   * @throws NewRun.IdTaken if another run has its id; the transaction must be rolled back
   */
  static long insert(
      Connection connection, NewRun run, StoredPlan plan, RunStatus status, long engine, long epoch)
      throws SQLException {
    NewRun.Again again = run.again();
    try (Batch row = Batch.withKey(connection, INSERT_RUN)) {
      return row.text(run.id().value())
          .text(plan.recipe())
          .number(plan.number())
          .text(run.principal())
          .text(run.recipeSource())
          .text(Json.write(run.values()))
          .text(Json.write(run.directories()))
          .text(run.stdin().sha256())
          .number(run.startedAt().toEpochMilli())
          .text(status.word())
          .number(engine)
          .number(epoch)
          .text(again == null ? null : again.of().value())
          .text(again == null ? null : again.scope().text())
          .flag(run.cache())
          .text(ComputedColumn.write(run.computed()))
          .key();
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw new NewRun.IdTaken(run.id(), e);
      }
      throw e;
    }
  }

  /** Reads a run from a row with {@link #RUN_COLUMNS}. */
  static StoredRun run(ResultSet row) throws SQLException {
    RunId id = new RunId(row.getString("id"));
    return new StoredRun(
        id,
        row.getLong("number"),
        row.getString("recipe_name"),
        row.getString("hash"),
        row.getInt("step_count"),
        row.getString("principal"),
        RunStatus.ofWord(row.getString("status")),
        id.facts().in(RowReader.output(row)),
        Instant.ofEpochMilli(row.getLong("started_at_ms")),
        RowReader.instant(row, "ended_at_ms"),
        row.getString("stdin_sha256"),
        row.getString("stdout_sha256"),
        row.getString("error"),
        labels(row),
        counts(row),
        RowReader.flag(row, "accepted"),
        rerunOf(row),
        CauseRow.read(row.getString("causes")));
  }

  private static @Nullable RunId rerunOf(ResultSet row) throws SQLException {
    String of = row.getString("rerun_of");
    return of == null ? null : new RunId(of);
  }

  private static List<String> labels(ResultSet row) throws SQLException {
    String labels = row.getString("labels");
    return labels == null ? List.of() : labels.lines().toList();
  }

  /** Null if the run has no counts. */
  private static @Nullable RunCounts counts(ResultSet row) throws SQLException {
    return RowReader.integer(row, "leaves_done") == null
        ? null
        : new RunCounts(tally(row, "leaves"), tally(row, "branches"));
  }

  private static RunCounts.Tally tally(ResultSet row, String what) throws SQLException {
    return new RunCounts.Tally(
        row.getInt(what + "_done"),
        row.getInt(what + "_failed"),
        row.getInt(what + "_skipped"),
        row.getInt(what + "_cancelled"),
        0,
        row.getInt(what + "_pending"));
  }

  /**
   * A row of {@link #LAUNCH}.
   *
   * @param launch with an empty input
   * @param stdin the SHA-256 of its input
   * @param plan the hash of its plan
   * @param hasFiles whether files were given to the run or kept from it
   */
  record LaunchRow(NewRun launch, String stdin, String plan, boolean hasFiles) {

    static LaunchRow of(ResultSet row) throws SQLException {
      return new LaunchRow(
          newRun(row),
          row.getString("stdin_sha256"),
          row.getString("hash"),
          row.getBoolean("has_files"));
    }
  }

  private static NewRun newRun(ResultSet row) throws SQLException {
    return new NewRun(
        new RunId(row.getString("id")),
        row.getString("principal"),
        Json.values(row.getString("launch_values")),
        row.getString("recipe_source"),
        Content.EMPTY,
        Json.texts(row.getString("directories")),
        Instant.ofEpochMilli(row.getLong("started_at_ms")),
        again(row),
        labels(row),
        row.getBoolean("cache"),
        List.of(),
        List.of());
  }

  private static NewRun.@Nullable Again again(ResultSet row) throws SQLException {
    String of = row.getString("rerun_of");
    return of == null
        ? null
        : new NewRun.Again(new RunId(of), RerunScope.parse(row.getString("rerun_scope")));
  }

  /** The computed inputs of a run as stored text. */
  static final class ComputedColumn {

    private static final TypeReference<List<Computation>> FORM = new TypeReference<>() {};

    private ComputedColumn() {}

    /** Returns the text; null if nothing was computed. */
    static @Nullable String write(List<Computation> computations) {
      return computations.isEmpty()
          ? null
          : Json.written(
              json -> {
                // Databases reject some characters that programs print.
                json.setHighestNonEscapedChar(0x7f);
                json.writeStartArray();
                for (Computation each : computations) {
                  write(json, each);
                }
                json.writeEndArray();
              });
    }

    private static void write(JsonGenerator json, Computation each) throws IOException {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeArrayFieldStart("calls");
      for (Computation.Call call : each.calls()) {
        json.writeStartObject();
        json.writeArrayFieldStart("argv");
        for (String word : call.argv()) {
          json.writeString(word);
        }
        json.writeEndArray();
        json.writeStringField("outcome", call.outcome());
        json.writeNumberField("exitCode", call.exitCode());
        json.writeNumberField("durationMillis", call.durationMillis());
        json.writeBooleanField("cached", call.cached());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeNumberField("callCount", each.callCount());
      json.writeNumberField("durationMillis", each.durationMillis());
      json.writeNumberField("bytes", each.bytes());
      json.writeStringField("sha256", each.sha256());
      json.writeEndObject();
    }

    static List<Computation> read(@Nullable String text) {
      return text == null ? List.of() : Json.read(text, FORM);
    }
  }
}
