package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepResult;
import java.util.List;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Writes a group of rows in one transaction, one batch for each table. */
final class GroupWriter {

  private static final int BATCH = 1000;

  private final Database database;

  GroupWriter(Database database) {
    this.database = database;
  }

  /** Commits the group; when it ends a run, the run is also safe from a crash of this process. */
  void write(JournalGroup group) {
    database.write(
        "write the journal",
        handle -> {
          ContentRows.write(handle, group.contents.values());
          batch(handle, Sql.INSERT_TRANSITION, group.transitions, GroupWriter::transition);
          batch(handle, Sql.INSERT_ATTEMPT, group.attempts, GroupWriter::attempt);
          batch(handle, Sql.INSERT_JOIN, group.joins, GroupWriter::join);
          batch(handle, Sql.END_RUN, group.ends, GroupWriter::end);
        });
    if (!group.ends.isEmpty()) {
      database.harden();
    }
  }

  private static <R> void batch(
      Handle handle, String sql, List<R> rows, BiConsumer<PreparedBatch, R> binder) {
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedBatch batch = handle.prepareBatch(sql)) {
      for (int i = 0; i < rows.size(); i++) {
        binder.accept(batch, rows.get(i));
        batch.add();
        if (batch.size() == BATCH || i == rows.size() - 1) {
          batch.execute();
        }
      }
    }
  }

  private static void transition(PreparedBatch batch, JournalRow.Transition row) {
    StepResult result = row.event().result();
    batch
        .bind("runId", row.event().run().value())
        .bind("seq", row.seq())
        .bind("stepIndex", row.event().step().index())
        .bind("state", row.event().state().word())
        .bind("atMs", row.event().at().toEpochMilli())
        .bind("outcome", result == null ? null : result.outcome().word())
        .bind("exitCode", result == null ? null : (Integer) result.exitCode())
        .bind("reason", result == null ? null : result.reason());
  }

  private static void attempt(PreparedBatch batch, JournalRow.Attempt row) {
    Outcome outcome = row.event().result().outcome();
    batch
        .bind("runId", row.event().run().value())
        .bind("stepIndex", row.event().step().index())
        .bind("attempt", row.event().attempt())
        .bind("seq", row.seq())
        .bind("startedAtMs", row.startedAt().toEpochMilli())
        .bind("durationMs", row.event().durationMillis())
        .bind("outcome", outcome.word())
        .bind("exitCode", outcome.exitCode())
        .bind("outcomeDetail", outcome.detail())
        .bind("fuelUsed", row.event().result().fuelUsed())
        .bind("origin", row.event().result().origin().word());
    content(batch, "stdin", row.stdin());
    content(batch, "stdout", ContentRef.to(row.event().result().stdout()));
    content(batch, "stderr", ContentRef.to(row.event().result().stderr()));
  }

  private static void content(PreparedBatch batch, String name, ContentRef content) {
    batch.bind(name + "Sha256", content.sha256()).bind(name + "Bytes", content.bytes());
  }

  private static void join(PreparedBatch batch, JournalRow.Joined row) {
    Join join = row.event().join();
    batch
        .bind("runId", row.event().run().value())
        .bind("seq", row.seq())
        .bind("path", join.path())
        .bind("label", join.label())
        .bind("usableBranches", join.usableBranches())
        .bind("minimum", join.minimum())
        .bind("branches", Json.write(join.branches()));
  }

  private static void end(PreparedBatch batch, JournalRow.Ended row) {
    RunResult result = row.event().result();
    batch
        .bind("id", row.event().run().value())
        .bind("status", result.status().word())
        .bind("endedAtMs", row.event().at().toEpochMilli())
        .bind("stdoutSha256", result.stdout().sha256())
        .bind("error", error(result));
  }

  /** Why the root came to nothing. */
  private static @Nullable String error(RunResult result) {
    boolean lost = result.status() == RunStatus.FAILED || result.status() == RunStatus.CANCELLED;
    if (!lost || result.steps().isEmpty()) {
      return null;
    }
    RunResult.StepReport root = result.steps().get(0);
    return root.reason() == null ? root.outcome().detail() : root.reason();
  }
}
