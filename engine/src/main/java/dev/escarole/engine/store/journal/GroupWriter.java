package dev.escarole.engine.store.journal;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.FailureCause;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.audit.Audit;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.content.InlineContents;
import dev.escarole.engine.store.content.KnownContents;
import dev.escarole.engine.store.content.Placing;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.journal.JournalRow.JournalGroup;
import dev.escarole.engine.store.outbox.Notice;
import dev.escarole.engine.store.outbox.Outbox;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a group of rows in one transaction, one batch for each table. Confined to one thread. */
public final class GroupWriter {

  /** Stored states of runs that are not over. */
  private static final Set<String> NOT_OVER =
      Set.of(RunStatus.RUNNING.word(), RunStatus.QUEUED.word());

  private final Database database;
  private final Presence presence;
  private final KnownContents known = new KnownContents();
  private final Placing placing;
  private final LimitRows limits = new LimitRows();

  GroupWriter(Database database, Presence presence, Placing placing) {
    this.database = database;
    this.presence = presence;
    this.placing = placing;
  }

  /**
   * Commits calls of commands, and the rows of runs that this engine still owns; the end of a run
   * is also forced to survive a crash, as configured.
   *
   * @return the runs that it does not own any more, because another engine has claimed them or they
   *     were deleted; none of their rows were written
   */
  Set<RunKey> write(List<JournalRow> rows, List<StoredAudit> calls) {
    if (rows.isEmpty()) {
      writeCalls(calls);
      return Set.of();
    }
    long engine = presence.number();
    Set<RunKey> lost = new LinkedHashSet<>();
    JournalGroup written =
        placing.write(
            () -> new JournalGroup(rows, Set.of(), known).contents.values(),
            () ->
                database.transact(
                    "write the journal",
                    connection -> {
                      lost.clear();
                      if (!calls.isEmpty()) {
                        Audit.insert(connection, calls);
                      }
                      known.validAt(removals(connection, engine));
                      return write(connection, rows, lost);
                    }));
    database.harden();
    known.addAll(written.contents.keySet());
    limits.addStored(written.limits);
    return lost;
  }

  private JournalGroup write(Connection connection, List<JournalRow> rows, Set<RunKey> lost)
      throws SQLException {
    Map<Long, String> wishes = new HashMap<>();
    lost.addAll(lost(connection, rows, wishes));
    JournalGroup group = new JournalGroup(rows, lost, known);
    placing.insert(connection, group.contents.values());
    insert(connection, group, limits);
    notices(connection, group, wishes);
    return group;
  }

  private void writeCalls(List<StoredAudit> calls) {
    database.transact(
        "write the audit",
        connection -> {
          Audit.insert(connection, calls);
          return true;
        });
  }

  /** Locks this engine's row, so that nothing referenced by the rows is removed meanwhile. */
  public static long removals(Connection connection, long engine) throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement(JournalSql.LOCK_ENGINE)) {
      lock.setLong(1, engine);
      try (ResultSet row = lock.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("the row of engine " + engine + " is gone", "23000");
        }
        return row.getLong(1);
      }
    }
  }

  /**
   * Locks the runs, so that no engine claims them meanwhile.
   *
   * @param wishes receives who is told about runs that are not over
   */
  private static Set<RunKey> lost(
      Connection connection, List<JournalRow> rows, Map<Long, String> wishes) throws SQLException {
    Map<Long, RunKey> missing = new HashMap<>();
    rows.forEach(row -> missing.put(row.run().number(), row.run()));
    Array numbers = connection.createArrayOf("bigint", missing.keySet().toArray());
    try (PreparedStatement lock = connection.prepareStatement(JournalSql.LOCK_RUNS)) {
      lock.setArray(1, numbers);
      try (ResultSet row = lock.executeQuery()) {
        while (row.next()) {
          long epoch = row.getLong(2);
          missing.computeIfPresent(row.getLong(1), (n, run) -> run.epoch() == epoch ? null : run);
          String wish = row.getString(4);
          if (wish != null && NOT_OVER.contains(row.getString(3))) {
            wishes.put(row.getLong(1), wish);
          }
        }
      }
    } finally {
      numbers.free();
    }
    return new LinkedHashSet<>(missing.values());
  }

  private static void insert(Connection connection, JournalGroup group, LimitRows limits)
      throws SQLException {
    batch(connection, JournalSql.INSERT_TRANSITION, group.transitions, GroupWriter::transition);
    limits.write(connection, group.limits);
    batch(
        connection,
        JournalSql.INSERT_ATTEMPT,
        group.attempts,
        (batch, row) -> attempt(batch, row, limits));
    batch(connection, JournalSql.INSERT_JOIN, group.joins, GroupWriter::join);
    batch(connection, JournalSql.INSERT_SIGNAL, group.signals, GroupWriter::signal);
    batch(connection, JournalSql.END_RUN, group.ends, GroupWriter::end);
    batch(connection, JournalSql.INSERT_CAUSE, CauseRow.of(group.ends), CauseRow::bind);
  }

  private static void notices(Connection connection, JournalGroup group, Map<Long, String> wishes)
      throws SQLException {
    for (JournalRow.Ended each : group.ends) {
      String wish = wishes.remove(each.run().number());
      if (wish != null) {
        RunResult result = each.event().result();
        String refusal = each.refusal();
        // Who wants to hear of failures must also hear of runs that never started.
        boolean failed = refusal != null || result.status() == RunStatus.EXPIRED;
        Notice notice =
            new Notice(
                failed ? RunStatus.FAILED.word() : result.status().word(),
                each.event().at(),
                refusal == null ? error(result) : refusal,
                result,
                null);
        Outbox.enter(connection, each.run().number(), wish, notice);
      }
    }
  }

  private static <R> void batch(
      Connection connection, String sql, List<R> rows, RowBinder<R> binder) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (Batch batch = Batch.of(connection, sql)) {
      for (R row : rows) {
        binder.bind(batch, row);
        batch.add();
      }
      batch.send();
    }
  }

  private static void transition(Batch batch, JournalRow.Transition row) throws SQLException {
    StepResult result = row.event().result();
    batch
        .number(row.run().event(row.seq()))
        .number(row.event().step().index())
        .text(row.event().state().word())
        .number(row.event().at().toEpochMilli())
        .text(result == null ? null : result.outcome().word())
        .number(result == null ? null : (Integer) result.exitCode())
        .text(result == null ? null : result.reason());
  }

  private static void attempt(Batch batch, JournalRow.Attempt row, LimitRows limits)
      throws SQLException {
    Outcome outcome = row.event().result().outcome();
    batch
        .number(row.run().event(row.seq()))
        .number(row.event().step().index())
        .number(row.event().attempt())
        .number(row.startedAt().toEpochMilli())
        .number(row.event().durationMillis())
        .text(outcome.word())
        .number(outcome.exitCode())
        .text(outcome.detail());
    content(batch, row.stdin());
    output(batch, row.event().result().stdout());
    output(batch, row.event().result().stderr());
    Usage usage = row.event().result().usage();
    Limits most = usage.limits();
    batch
        .number(usage.fuel())
        .text(row.event().result().origin().word())
        .number(usage.peakMemoryBytes())
        .number(most == null ? null : (Long) limits.number(most));
    JournalRow.Transition running = row.running();
    JournalRow.Transition then = row.then();
    batch
        .number(running == null ? null : (Integer) (int) (row.seq() - running.seq()))
        .text(then == null ? null : then.event().state().word())
        .number(then == null ? null : (Long) then.event().at().toEpochMilli())
        .text(
            outcome.isSuccess() ? null : FailureCause.line(outcome, row.event().result().stderr()));
  }

  private static void content(Batch batch, ContentRef content) throws SQLException {
    batch.text(content.bytes() == 0 ? null : content.sha256()).number(content.bytes());
  }

  private static void output(Batch batch, Content output) throws SQLException {
    content(batch, ContentRef.to(output));
    batch.bytes(InlineContents.of(output));
  }

  private static void join(Batch batch, JournalRow.Joined row) throws SQLException {
    Join join = row.event().join();
    batch
        .number(row.run().event(row.seq()))
        .text(join.path())
        .text(join.label())
        .number(join.usableBranches())
        .number(join.minimum())
        .text(Json.writeBranches(join.branches()));
  }

  private static void signal(Batch batch, JournalRow.Signal row) throws SQLException {
    Step step = row.step();
    batch
        .number(row.run().event(row.seq()))
        .text(row.kind().name().toLowerCase(Locale.ROOT))
        .number(step == null ? null : (Integer) step.index())
        .number(row.at().toEpochMilli());
  }

  private static void end(Batch batch, JournalRow.Ended row) throws SQLException {
    RunResult result = row.event().result();
    String refusal = row.refusal();
    batch
        .text(refusal == null ? result.status().word() : RunStatus.FAILED.word())
        .number(row.event().at().toEpochMilli())
        .text(result.stdout().sha256())
        .text(refusal == null ? error(result) : refusal);
    RunCounts counts = row.event().counts();
    tally(batch, counts == null ? null : counts.atEnd().leaves());
    tally(batch, counts == null ? null : counts.atEnd().branches());
    Acceptance acceptance = result.acceptance();
    batch
        .flag(refusal == null && acceptance.accepted())
        .text(AcceptanceColumn.write(acceptance))
        .number(row.run().number());
  }

  private static void tally(Batch batch, RunCounts.@Nullable Tally tally) throws SQLException {
    batch
        .number(tally == null ? null : (Integer) tally.done())
        .number(tally == null ? null : (Integer) tally.failed())
        .number(tally == null ? null : (Integer) tally.skipped())
        .number(tally == null ? null : (Integer) tally.cancelled())
        .number(tally == null ? null : (Integer) tally.pending());
  }

  /** Why the run failed. */
  private static @Nullable String error(RunResult result) {
    boolean lost = result.status() != RunStatus.DONE && result.status() != RunStatus.DEGRADED;
    if (!lost || result.steps().isEmpty()) {
      return null;
    }
    RunResult.StepReport root = result.steps().get(0);
    return root.reason() == null ? root.outcome().detail() : root.reason();
  }

  /** Binds the values of a row. */
  private interface RowBinder<R> {
    void bind(Batch batch, R row) throws SQLException;
  }
}
