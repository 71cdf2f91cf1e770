package dev.escarole.engine.store.audit;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.audit.AuditTable.AuditSelection;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Audit of every command call, executed or refused. Thread-safe.
 *
 * <p>Recording only queues the entry; a separate thread writes entries in groups, those of runs
 * together with what happened in the run (see {@link CallJournal}). When the queue is full because
 * the database fails or cannot keep up, recording blocks: no call proceeds unrecorded. Entries are
 * lost only if the process ends while the database fails, and their number is logged. The size of
 * the audit is limited.
 */
public final class Audit {

  private final Database database;
  private final AuditWriter<StoredAudit> rows;
  private final long writer = ThreadLocalRandom.current().nextLong();
  private final AtomicLong seq = new AtomicLong();

  /** Where calls of runs go; null if they are written like all others. */
  private volatile @Nullable CallJournal journal;

  public Audit(Database database, AuditBounds bounds, InstantSource clock) {
    this.database = database;
    this.rows = new AuditWriter<>(database, AuditTable.CALLS, bounds, clock);
  }

  public static Audit start(Database database, AuditBounds bounds, InstantSource clock) {
    Audit audit = new Audit(database, bounds, clock);
    audit.start();
    return audit;
  }

  public void start() {
    rows.start();
  }

  /** Records a call. Fast unless the queue is full; not interruptible, and never throws. */
  public void record(AuditEntry entry) {
    StoredAudit row =
        new StoredAudit(
            new AuditCursor(entry.at().toEpochMilli(), writer, seq.incrementAndGet()), entry);
    CallJournal beside = entry.caller().run() == null ? null : journal;
    if (beside == null || !beside.put(row)) {
      rows.put(row);
    }
  }

  /** From now on, calls of runs are written by the journal. */
  public void through(CallJournal beside) {
    journal = beside;
  }

  /** Writes calls in a transaction of the journal. */
  public static void insert(Connection connection, List<StoredAudit> calls) throws SQLException {
    AuditRows.insert(connection, calls);
  }

  /** Tells that the journal has written so many calls. */
  public void written(int calls) {
    rows.wroteElsewhere(calls);
  }

  /** Takes calls back that the database refused beside the journal's rows; they are tried again. */
  public void takeBack(List<StoredAudit> calls) {
    calls.forEach(rows::put);
  }

  /** Imports entries, skipping those that are already stored. Returns when they are stored. */
  public void takeIn(List<StoredAudit> entries) {
    for (StoredAudit entry : entries) {
      if (!rows.put(entry)) {
        throw new StoreException("The audit was closed before the entries were stored", null);
      }
    }
    rows.flush();
  }

  /** Returns the calls that match a query, newest first, including all recorded before. */
  public List<StoredAudit> list(AuditQuery query) {
    CallJournal beside = journal;
    if (beside != null) {
      beside.catchUp();
    }
    rows.catchUp();
    return database.read("read the audit", handle -> AuditRows.list(handle, query));
  }

  /** Writes the queued entries and ends the thread. */
  public void close() {
    rows.close();
  }

  /** The number of calls that were lost because the audit was closed. */
  long lost() {
    return rows.lost();
  }

  /**
   * Limits of a table of the audit.
   *
   * @param rows maximum number of entries; the oldest are deleted first
   * @param age how long an entry is kept
   * @param pending maximum number of queued entries; recording blocks at this number
   */
  public record AuditBounds(long rows, Duration age, int pending) {

    public static AuditBounds ofCalls(StoreBounds bounds) {
      return new AuditBounds(bounds.auditCalls(), bounds.auditAge(), 65_536);
    }

    /** For lines of agents, which are longer. */
    public static AuditBounds ofLines(StoreBounds bounds) {
      return new AuditBounds(bounds.auditLines(), bounds.auditAge(), 4_096);
    }
  }

  /** Rows of command calls. */
  static final class AuditRows {

    private static final String INSERT =
        """
        insert into audit (at_ms, writer, seq, principal, command, artifact, outcome, denied,
          exit_code, detail, wall_nanos, fuel_used, run_id, step_path)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict do nothing
        """;

    private AuditRows() {}

    static void insert(Connection connection, List<StoredAudit> rows) throws SQLException {
      try (Batch batch = Batch.of(connection, INSERT)) {
        for (StoredAudit row : rows) {
          add(batch, row);
        }
        batch.send();
      }
    }

    private static void add(Batch batch, StoredAudit row) throws SQLException {
      AuditEntry entry = row.entry();
      Outcome outcome = entry.outcome();
      batch
          .number(row.place().atMillis())
          .number(row.place().writer())
          .number(row.place().seq())
          .text(entry.caller().principal())
          .text(entry.command())
          .text(entry.artifact())
          .text(outcome.word())
          .flag(outcome.kind().isDenial())
          .number(outcome.exitCode())
          .text(outcome.detail())
          .number(entry.cost().wallNanos())
          .number(entry.cost().fuelUsed())
          .text(entry.caller().run())
          .text(entry.caller().step())
          .add();
    }

    static List<StoredAudit> list(Handle handle, AuditQuery query) {
      return AuditSelection.of(handle, "audit", query).map((row, context) -> read(row)).list();
    }

    private static StoredAudit read(ResultSet row) throws SQLException {
      Outcome.Kind kind = Outcome.Kind.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT));
      long atMillis = row.getLong("at_ms");
      return new StoredAudit(
          new AuditCursor(atMillis, row.getLong("writer"), row.getLong("seq")),
          new AuditEntry(
              new AuditEntry.Caller(
                  row.getString("principal"), row.getString("run_id"), row.getString("step_path")),
              row.getString("command"),
              row.getString("artifact"),
              Instant.ofEpochMilli(atMillis),
              new Outcome(kind, row.getInt("exit_code"), row.getString("detail")),
              new AuditEntry.Cost(row.getLong("wall_nanos"), row.getLong("fuel_used"))));
    }
  }
}
