package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.Place;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.PlanRows.HandleColumn;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.journal.AcceptanceColumn;
import dev.escarole.engine.store.journal.LimitRows;
import dev.escarole.engine.store.journal.RunKey;
import dev.escarole.engine.store.journal.StoredSignal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps rows to values. */
final class RowReader {

  private RowReader() {}

  /** Maps one row. */
  interface Mapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  /** The output, with placeholders for the facts of the run. */
  static Plan.Output output(ResultSet row) throws SQLException {
    return new Plan.Output(row.getString("output_selector"), row.getString("output_value"));
  }

  static UnfinishedRun.Owned owned(ResultSet row) throws SQLException {
    return new UnfinishedRun.Owned(
        new RunId(row.getString("id")),
        row.getLong("epoch"),
        row.getLong("owner"),
        row.getString("name"),
        RunStatus.ofWord(row.getString("status")) == RunStatus.QUEUED);
  }

  /**
   * A run and its size.
   *
   * @param needed ended runs that must stay
   */
  static KeptRun kept(ResultSet row, Set<String> needed) throws SQLException {
    String id = row.getString("id");
    long attempts = row.getLong("attempts");
    return new KeptRun(
        new RunId(id),
        Instant.ofEpochMilli(row.getLong("started_at_ms")),
        RunStatus.ofWord(row.getString("status")).isOver() && !needed.contains(id),
        attempts,
        row.getLong("bytes") + attempts * Retention.ROW_BYTES);
  }

  static StoredStep step(ResultSet row, StoredStep.Progress progress) throws SQLException {
    return new StoredStep(
        new Place(
            row.getInt("step_index"),
            row.getString("path"),
            row.getString("pointer"),
            row.getString("label")),
        integer(row, "parent_index"),
        kindWord(row.getString("kind")),
        row.getBoolean("is_recovery"),
        Json.texts(row.getString("argv")),
        handle(row),
        controls(row),
        row.getString("skip_reason"),
        progress);
  }

  private static @Nullable HandleSetting handle(ResultSet row) throws SQLException {
    String setting = row.getString("handle");
    return setting == null ? null : HandleColumn.read(setting);
  }

  private static Controls controls(ResultSet row) throws SQLException {
    String settings = row.getString("settings");
    return settings == null ? Controls.NONE : Controls.ofPlain(Json.values(settings));
  }

  private static String kindWord(String stored) {
    return stored.equals("leaf") ? stored : GroupKind.valueOf(upper(stored)).word();
  }

  static StoredTransition transition(ResultSet row) throws SQLException {
    return new StoredTransition(
        RunKey.seq(row.getLong("event")),
        row.getInt("step_index"),
        state(row.getString("state")),
        Instant.ofEpochMilli(row.getLong("at_ms")),
        row.getString("outcome"),
        integer(row, "exit_code"),
        row.getString("reason"));
  }

  static StepState state(String stored) {
    return StepState.valueOf(upper(stored));
  }

  static StoredAttempt attempt(ResultSet row) throws SQLException {
    return new StoredAttempt(
        RunKey.seq(row.getLong("event")),
        row.getInt("step_index"),
        row.getInt("attempt"),
        new Outcome(
            Outcome.Kind.valueOf(upper(row.getString("outcome"))),
            row.getInt("exit_code"),
            row.getString("outcome_detail")),
        new RunResult.Span(
            Instant.ofEpochMilli(row.getLong("started_at_ms")), row.getLong("duration_ms")),
        content(row, "stdin"),
        content(row, "stdout"),
        content(row, "stderr"),
        usage(row),
        LeafOrigin.ofWord(row.getString("origin")),
        row.getString("error_line"));
  }

  private static Usage usage(ResultSet row) throws SQLException {
    long memory = row.getLong("peak_memory_bytes");
    Long peak = row.wasNull() ? null : memory;
    return new Usage(row.getLong("fuel_used"), peak, LimitRows.read(row));
  }

  static StoredSignal signal(ResultSet row) throws SQLException {
    return new StoredSignal(
        RunKey.seq(row.getLong("event")),
        StoredSignal.Kind.valueOf(upper(row.getString("kind"))),
        integer(row, "step_index"),
        Instant.ofEpochMilli(row.getLong("at_ms")));
  }

  static StoredResume resume(ResultSet row) throws SQLException {
    return new StoredResume(
        row.getInt("number"),
        Instant.ofEpochMilli(row.getLong("at_ms")),
        row.getInt("attempts_kept"),
        row.getInt("leaves_again"));
  }

  private static ContentRef content(ResultSet row, String name) throws SQLException {
    String sha256 = row.getString(name + "_sha256");
    return sha256 == null
        ? ContentRef.to(Content.EMPTY)
        : new ContentRef(sha256, row.getLong(name + "_bytes"), row.getLong("event"));
  }

  static Join join(ResultSet row) throws SQLException {
    return new Join(
        row.getString("path"),
        row.getString("label"),
        Json.branches(row.getString("branches")),
        row.getInt("usable_branches"),
        integer(row, "minimum"));
  }

  static @Nullable Integer integer(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : (Integer) value;
  }

  static @Nullable Boolean flag(ResultSet row, String column) throws SQLException {
    boolean value = row.getBoolean(column);
    return row.wasNull() ? null : (Boolean) value;
  }

  /** Null if the run has not ended. */
  static @Nullable Acceptance acceptance(ResultSet row) throws SQLException {
    Boolean accepted = flag(row, "accepted");
    return accepted == null ? null : AcceptanceColumn.read(accepted, row.getString("acceptance"));
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(value);
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
