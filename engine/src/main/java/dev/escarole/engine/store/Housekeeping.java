package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.Retention.DeletedRuns;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.content.OutsideContents;
import dev.escarole.engine.store.content.UnusedContents;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.journal.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Deletes ended runs and everything that no other run needs. Thread-safe.
 *
 * <p>A batch of runs is deleted in one transaction that excludes all writers, so nothing is removed
 * that a running write is about to reference.
 *
 * <p>Audit rows stay; they have their own limit. A rerun of a deleted run keeps its id.
 */
final class Housekeeping {

  /** Limits of one transaction, except for a single larger run. */
  private static final int MOST_RUNS = 100;

  private static final long MOST_ATTEMPTS = 20_000;

  private final Database database;

  private final OutsideContents outside;

  Housekeeping(Database database, OutsideContents outside) {
    this.database = database;
    this.outside = outside;
  }

  /** Returns all runs, newest first, with their sizes. */
  List<KeptRun> runs() {
    return database.read(
        "measure the runs",
        handle -> {
          Set<String> needed = runAgain(handle);
          return handle
              .createQuery(Sql.RUN_SIZES)
              .map((row, context) -> RowReader.kept(row, needed))
              .list();
        });
  }

  /**
   * Returns the runs that these limits drop, newest first.
   *
   * @param files bytes of a run outside of the database; asked only if they matter
   */
  List<KeptRun> dropped(Retention limits, Instant now, ToLongFunction<RunId> files) {
    List<KeptRun> dropped = new ArrayList<>();
    long newer = 0;
    long bytes = 0;
    for (KeptRun run : runs()) {
      long before = bytes;
      bytes += run.bytes();
      Duration age = Duration.between(run.startedAt(), now);
      boolean goes = run.deletable() && limits.drops(age, newer, bytes);
      if (!goes && limits.maxBytes() != null) {
        bytes += files.applyAsLong(run.id());
        goes = run.deletable() && limits.drops(age, newer, bytes);
      }
      if (goes) {
        dropped.add(run);
        bytes = before;
      } else {
        newer++;
      }
    }
    return dropped;
  }

  private static Set<String> runAgain(Handle handle) {
    return new HashSet<>(handle.createQuery(Sql.RUN_AGAIN).mapTo(String.class).list());
  }

  /** Deletes those of the runs that may be deleted, and reports each. */
  DeletedRuns delete(List<KeptRun> runs, Consumer<RunId> gone) {
    List<KeptRun> deleted = new ArrayList<>();
    long bytes = 0;
    int from = 0;
    while (from < runs.size()) {
      int to = endOfBatch(runs, from);
      List<KeptRun> batch = runs.subList(from, to);
      List<String> objects = new ArrayList<>();
      DeletedRuns done =
          database.write("delete runs", handle -> deleteBatch(handle, batch, objects));
      outside.delete(objects);
      done.runs().forEach(run -> gone.accept(run.id()));
      deleted.addAll(done.runs());
      bytes += done.outputBytes();
      from = to;
    }
    return new DeletedRuns(deleted, bytes);
  }

  private static int endOfBatch(List<KeptRun> runs, int from) {
    int to = from + 1;
    long attempts = runs.get(from).attempts();
    while (to < runs.size()
        && to - from < MOST_RUNS
        && attempts + runs.get(to).attempts() <= MOST_ATTEMPTS) {
      attempts += runs.get(to).attempts();
      to++;
    }
    return to;
  }

  private DeletedRuns deleteBatch(Handle handle, List<KeptRun> batch, List<String> objects)
      throws SQLException {
    Connection connection = handle.getConnection();
    UnusedContents.shutEnginesOut(handle, database);
    Set<String> needed = runAgain(handle);
    List<KeptRun> gone = new ArrayList<>();
    Set<String> contents = new HashSet<>();
    Set<Long> plans = new HashSet<>();
    long inline = 0;
    for (KeptRun run : batch) {
      Long number =
          needed.contains(run.id().value()) ? null : endedNumber(handle, run.id(), contents, plans);
      if (number != null) {
        inline += collect(connection, number, contents);
        RunFiles.collect(connection, number, contents);
        deleteRun(connection, number);
        gone.add(run);
      }
    }
    long bytes = inline + UnusedContents.delete(connection, contents, objects);
    deletePlans(connection, plans);
    return new DeletedRuns(gone, bytes);
  }

  /**
   * Returns the number of a deletable run and collects what its row references; null for any other.
   */
  private static @Nullable Long endedNumber(
      Handle handle, RunId id, Set<String> contents, Set<Long> plans) {
    return handle
        .createQuery(Sql.ENDED_RUN)
        .bind("id", id.value())
        .map(
            (row, context) -> {
              contents.add(row.getString("stdin_sha256"));
              String stdout = row.getString("stdout_sha256");
              if (stdout != null) {
                contents.add(stdout);
              }
              plans.add(row.getLong("plan_number"));
              return row.getLong("number");
            })
        .findOne()
        .orElse(null);
  }

  /** Adds the outputs that a run's attempts reference; returns the bytes of those they hold. */
  private static long collect(Connection connection, long number, Set<String> contents)
      throws SQLException {
    long inline = 0;
    try (PreparedStatement outputs = connection.prepareStatement(Sql.OUTPUTS_OF_RUN)) {
      outputs.setLong(1, RunKey.firstEvent(number));
      outputs.setLong(2, RunKey.firstEvent(number + 1));
      try (ResultSet row = outputs.executeQuery()) {
        while (row.next()) {
          add(row.getString("stdout_sha256"), contents);
          add(row.getString("stderr_sha256"), contents);
          inline += row.getLong("inline_bytes");
        }
      }
    }
    return inline;
  }

  private static void deleteRun(Connection connection, long number) throws SQLException {
    for (String sql : Sql.DELETE_EVENTS) {
      try (Batch delete = Batch.of(connection, sql)) {
        delete.number(RunKey.firstEvent(number)).number(RunKey.firstEvent(number + 1)).run();
      }
    }
    for (String sql : Sql.DELETE_RUN) {
      try (Batch delete = Batch.of(connection, sql)) {
        delete.number(number).run();
      }
    }
  }

  private static void add(@Nullable String sha256, Set<String> contents) {
    if (sha256 != null) {
      contents.add(sha256);
    }
  }

  private static void deletePlans(Connection connection, Set<Long> plans) throws SQLException {
    for (String sql : Sql.DELETE_UNUSED_PLAN) {
      try (Batch delete = Batch.of(connection, sql)) {
        for (long plan : plans) {
          delete.number(plan).number(plan).number(plan).add();
        }
        delete.send();
      }
    }
  }
}
