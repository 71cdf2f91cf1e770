package dev.escarole.engine.store.await;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StorableText;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.outbox.Outbox;
import dev.escarole.recipe.template.AwaitKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * The steps that wait for people or programs. Thread-safe.
 *
 * <p>The database decides: each wait ends exactly once, no matter who answers, in which process and
 * how often. Every method has committed when it returns, and throws a {@link StoreException} if the
 * database does not answer.
 */
public final class Awaits {

  /** Maximum bytes of a callback's body. */
  public static final int MOST_BODY_BYTES = 1 << 20;

  /** How much of a step's input is kept for those who decide. */
  public static final int INPUT_HEAD_BYTES = 64 << 10;

  private final Database database;
  private final LongSupplier engine;
  private final CallbackSecret secret;

  /** Creates access to the waits in a database; they begin for runs of this engine alone. */
  public Awaits(Database database, LongSupplier engine) {
    this.database = database;
    this.engine = engine;
    this.secret = new CallbackSecret(database);
  }

  /** A row, with the number of its run. */
  private record Row(long run, StoredAwait await) {}

  /**
   * Begins a wait, unless it has begun before.
   *
   * @return the wait, with everything decided so far
   * @throws StoreException if this engine does not own the run any more
   */
  public StoredAwait open(NewAwait await) {
    long owner = engine.getAsLong();
    StoredAwait opened =
        database.write(
            "store that a step of run " + await.key().run() + " waits",
            handle -> {
              OwnRun.check(handle, await.key().run(), owner);
              if (insert(handle, await) > 0) {
                tell(handle, await);
              }
              return find(handle, await.key()).orElseThrow();
            });
    database.harden();
    return opened;
  }

  /** Only what begins is told: the message may have been sent and forgotten since. */
  private static void tell(Handle handle, NewAwait await) throws SQLException {
    Outbox.enter(handle.getConnection(), number(handle, await.key().run()), await.notice());
  }

  private static int insert(Handle handle, NewAwait await) {
    Instant expiresAt = await.expiresAt();
    byte[] head = head(await.input());
    return handle
        .createUpdate(AwaitSql.INSERT)
        .bind("run", number(handle, await.key().run()))
        .bind("step", await.key().step())
        .bind("attempt", await.key().attempt())
        .bind("path", await.step().path())
        .bind("kind", Objects.requireNonNull(await.step().awaits()).word())
        .bind("label", await.step().label())
        .bind("shown", await.step().shown())
        .bind("needed", await.step().controls().approvals())
        .bind("openedAt", await.openedAt().toEpochMilli())
        .bind("expiresAt", expiresAt == null ? null : (Long) expiresAt.toEpochMilli())
        .bind("inputBytes", (long) await.input().size())
        .bind("inputHead", head)
        .execute();
  }

  private static byte[] head(Content input) {
    int length = Math.min(input.size(), INPUT_HEAD_BYTES);
    return input.parts().range(0, length);
  }

  private static long number(Handle handle, RunId run) {
    return handle
        .createQuery("select number from run where id = :run")
        .bind("run", run.value())
        .mapTo(Long.class)
        .findOne()
        .orElseThrow(() -> new StoreException("The run %s was deleted.".formatted(run), null));
  }

  /** Returns a wait; empty if there is none. */
  public Optional<StoredAwait> find(AwaitKey key) {
    return database.read("read a step that waits", handle -> find(handle, key));
  }

  private static Optional<StoredAwait> find(Handle handle, AwaitKey key) {
    return rows(handle, bound(handle.createQuery(AwaitSql.ONE), key)).stream()
        .findFirst()
        .map(Row::await);
  }

  private static Query bound(Query query, AwaitKey key) {
    return query
        .bind("run", key.run().value())
        .bind("step", key.step())
        .bind("attempt", key.attempt());
  }

  /** Returns the last wait of a step; empty if it never waited. */
  public Optional<StoredAwait> last(RunId run, String path) {
    return database.read(
        "read a step that waits",
        handle ->
            rows(
                    handle,
                    handle.createQuery(AwaitSql.LAST).bind("run", run.value()).bind("path", path))
                .stream()
                .findFirst()
                .map(Row::await));
  }

  /** Returns all waits of a run, in order of their start. */
  public List<StoredAwait> of(RunId run) {
    return database.read(
        "read the steps of run " + run + " that wait",
        handle ->
            rows(handle, handle.createQuery(AwaitSql.OF_RUN).bind("run", run.value())).stream()
                .map(Row::await)
                .toList());
  }

  /**
   * Returns the open waits of runs that are not over, those that wait longest first.
   *
   * @param principal only those of its runs; null for all
   */
  public List<StoredAwait> open(@Nullable String principal, int limit) {
    return database.read(
        "list the steps that wait",
        handle ->
            rows(
                    handle,
                    handle
                        .createQuery(principal == null ? AwaitSql.OPEN : AwaitSql.OPEN_OF)
                        .bind("principal", principal == null ? "" : principal)
                        .bind("limit", limit))
                .stream()
                .map(Row::await)
                .toList());
  }

  /** Returns how many {@link #open} would return without a limit. */
  public long count(@Nullable String principal) {
    return database.read(
        "count the steps that wait",
        handle ->
            principal == null
                ? handle.createQuery(AwaitSql.COUNT).mapTo(Long.class).one()
                : handle
                    .createQuery(AwaitSql.COUNT_OF)
                    .bind("principal", principal)
                    .mapTo(Long.class)
                    .one());
  }

  /** Returns those of these waits that have ended. */
  public List<StoredAwait> ended(Collection<AwaitKey> waits) {
    Set<AwaitKey> wanted = new HashSet<>(waits);
    List<String> runs = wanted.stream().map(key -> key.run().value()).distinct().toList();
    if (runs.isEmpty()) {
      return List.of();
    }
    return database.read(
        "look for decisions",
        handle ->
            rows(
                    handle,
                    handle
                        .createQuery(AwaitSql.ENDED_OF_RUNS)
                        .bindArray("runs", String.class, runs))
                .stream()
                .map(Row::await)
                .filter(await -> wanted.contains(await.key()))
                .toList());
  }

  /**
   * Decides about an approval. Exactly one decision ends it.
   *
   * @return empty if there is no such approval
   */
  public Optional<AwaitAnswer> decide(AwaitKey key, StoredDecision decision) {
    return answered(
        key, AwaitKind.APPROVAL, decision.at(), (handle, row) -> vote(handle, row, decision));
  }

  private static AwaitAnswer.Result vote(Handle handle, Row row, StoredDecision decision) {
    AwaitKey key = row.await().key();
    int entered =
        handle
            .createUpdate(AwaitSql.INSERT_DECISION)
            .bind("run", row.run())
            .bind("step", key.step())
            .bind("attempt", key.attempt())
            .bind("principal", decision.principal())
            .bind("verdict", decision.word())
            .bind("comment", StorableText.of(decision.comment(), StoredDecision.LONGEST_COMMENT))
            .bind("at", decision.at().toEpochMilli())
            .execute();
    if (entered == 0) {
      return AwaitAnswer.Result.DECIDED_BEFORE;
    }
    if (!decision.approves()) {
      end(handle, row, AwaitState.REJECTED, decision.at(), null);
    } else if (row.await().approvals() + 1 >= row.await().needed()) {
      end(handle, row, AwaitState.APPROVED, decision.at(), null);
    }
    return AwaitAnswer.Result.COUNTED;
  }

  /**
   * Answers a callback; only the first answer counts.
   *
   * @param body at most {@link #MOST_BODY_BYTES}
   * @return empty if there is no such callback
   */
  public Optional<AwaitAnswer> answer(AwaitKey key, byte[] body, Instant at) {
    if (body.length > MOST_BODY_BYTES) {
      throw new IllegalArgumentException(
          "a body has at most %d bytes, this one has %d".formatted(MOST_BODY_BYTES, body.length));
    }
    return answered(
        key,
        AwaitKind.CALLBACK,
        at,
        (handle, row) -> {
          end(handle, row, AwaitState.ANSWERED, at, body);
          return AwaitAnswer.Result.COUNTED;
        });
  }

  /** What to do with an open wait, whose row is locked. */
  private interface Answering {
    AwaitAnswer.Result on(Handle handle, Row row);
  }

  private Optional<AwaitAnswer> answered(
      AwaitKey key, AwaitKind kind, Instant at, Answering answering) {
    Optional<AwaitAnswer> answer =
        database.write(
            "store the answer for a step of run " + key.run(),
            handle ->
                locked(handle, key)
                    .filter(row -> row.await().kind() == kind)
                    .map(
                        row -> {
                          AwaitAnswer.Result result = judged(handle, row, at, answering);
                          return new AwaitAnswer(result, find(handle, key).orElseThrow());
                        }));
    database.harden();
    return answer;
  }

  private static AwaitAnswer.Result judged(
      Handle handle, Row row, Instant at, Answering answering) {
    StoredAwait await = row.await();
    if (await.state() == AwaitState.EXPIRED) {
      return AwaitAnswer.Result.EXPIRED;
    }
    if (!await.isOpen()) {
      return AwaitAnswer.Result.ENDED;
    }
    if (isOver(handle, row)) {
      return AwaitAnswer.Result.RUN_OVER;
    }
    if (isExpired(await, at)) {
      end(handle, row, AwaitState.EXPIRED, at, null);
      return AwaitAnswer.Result.EXPIRED;
    }
    return answering.on(handle, row);
  }

  private static boolean isExpired(StoredAwait await, Instant at) {
    Instant expiresAt = await.expiresAt();
    return expiresAt != null && !at.isBefore(expiresAt);
  }

  private static boolean isOver(Handle handle, Row row) {
    return handle
        .createQuery("select 1 from run where number = :run and status = 'running'")
        .bind("run", row.run())
        .mapTo(Integer.class)
        .findOne()
        .isEmpty();
  }

  /** The row, which nobody else changes until the end of the transaction. */
  private static Optional<Row> locked(Handle handle, AwaitKey key) {
    boolean present =
        bound(handle.createQuery(AwaitSql.LOCK), key).mapTo(Integer.class).findOne().isPresent();
    return present
        ? rows(handle, bound(handle.createQuery(AwaitSql.ONE), key)).stream().findFirst()
        : Optional.empty();
  }

  /**
   * Ends a wait whose time has run out, unless it has ended otherwise.
   *
   * @return the wait afterwards, which is open if its time has not run out
   */
  public StoredAwait expire(AwaitKey key, Instant now) {
    return ended(
        key,
        (handle, row) -> {
          if (isExpired(row.await(), now)) {
            end(handle, row, AwaitState.EXPIRED, now, null);
          }
        });
  }

  /** Ends a wait that was cancelled, unless it has ended; returns it afterwards. */
  public StoredAwait cancel(AwaitKey key, Instant now) {
    return ended(key, (handle, row) -> end(handle, row, AwaitState.CANCELLED, now, null));
  }

  /** How to end an open wait, whose row is locked. */
  private interface Ending {
    void on(Handle handle, Row row);
  }

  private StoredAwait ended(AwaitKey key, Ending ending) {
    StoredAwait after =
        database.write(
            "store that a step of run " + key.run() + " waits no longer",
            handle -> {
              locked(handle, key)
                  .filter(row -> row.await().isOpen())
                  .ifPresent(row -> ending.on(handle, row));
              return find(handle, key)
                  .orElseThrow(
                      () ->
                          new StoreException("The run %s was deleted.".formatted(key.run()), null));
            });
    database.harden();
    return after;
  }

  private static void end(
      Handle handle, Row row, AwaitState state, Instant at, byte @Nullable [] body) {
    AwaitKey key = row.await().key();
    handle
        .createUpdate(AwaitSql.END)
        .bind("run", row.run())
        .bind("step", key.step())
        .bind("attempt", key.attempt())
        .bind("state", state.word())
        .bind("at", at.toEpochMilli())
        .bind("body", body)
        .execute();
  }

  /** Returns the body of an answered callback; empty if there is none. */
  public byte[] body(AwaitKey key) {
    return bytes(key, "body");
  }

  /** Returns the first {@link #INPUT_HEAD_BYTES} of a step's input. */
  public byte[] inputHead(AwaitKey key) {
    return bytes(key, "input_head");
  }

  private byte[] bytes(AwaitKey key, String column) {
    return database.read(
        "read a step that waits",
        handle ->
            bound(handle.createQuery(AwaitSql.bytes(column)), key)
                .map((row, context) -> Optional.ofNullable(row.getBytes(column)))
                .findOne()
                .flatMap(found -> found)
                .orElseGet(() -> new byte[0]));
  }

  /** Returns the key that signs the URLs of callbacks: made once for each database. */
  public byte[] secret() {
    return secret.bytes();
  }

  private static List<Row> rows(Handle handle, Query query) {
    List<Row> bare = query.map((row, context) -> row(row)).list();
    if (bare.isEmpty()) {
      return bare;
    }
    Map<AwaitKey, List<StoredDecision>> decisions = decisions(handle, bare);
    List<Row> rows = new ArrayList<>(bare.size());
    for (Row row : bare) {
      List<StoredDecision> own = decisions.getOrDefault(row.await().key(), List.of());
      rows.add(new Row(row.run(), with(row.await(), own)));
    }
    return rows;
  }

  private static StoredAwait with(StoredAwait bare, List<StoredDecision> decisions) {
    return new StoredAwait(
        bare.key(),
        bare.recipe(),
        bare.principal(),
        bare.path(),
        bare.kind(),
        bare.label(),
        bare.shown(),
        bare.needed(),
        bare.openedAt(),
        bare.expiresAt(),
        bare.inputBytes(),
        bare.state(),
        bare.endedAt(),
        decisions);
  }

  private static Row row(ResultSet row) throws SQLException {
    StoredAwait await =
        new StoredAwait(
            key(row),
            row.getString("recipe_name"),
            row.getString("principal"),
            row.getString("path"),
            AwaitKind.ofWord(row.getString("kind")).orElseThrow(),
            row.getString("label"),
            row.getString("shown"),
            row.getInt("needed"),
            Instant.ofEpochMilli(row.getLong("opened_at_ms")),
            instant(row, "expires_at_ms"),
            row.getLong("input_bytes"),
            AwaitState.ofWord(row.getString("state")),
            instant(row, "ended_at_ms"),
            List.of());
    return new Row(row.getLong("run_number"), await);
  }

  private static AwaitKey key(ResultSet row) throws SQLException {
    return new AwaitKey(
        new RunId(row.getString("id")), row.getInt("step_index"), row.getInt("attempt"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }

  private static Map<AwaitKey, List<StoredDecision>> decisions(Handle handle, List<Row> rows) {
    List<Long> runs = rows.stream().map(Row::run).distinct().toList();
    Map<AwaitKey, List<StoredDecision>> decisions = new HashMap<>();
    handle
        .createQuery(AwaitSql.DECISIONS)
        .bindArray("runs", Long.class, runs)
        .map((row, context) -> Map.entry(key(row), decision(row)))
        .forEach(
            each ->
                decisions
                    .computeIfAbsent(each.getKey(), unused -> new ArrayList<>())
                    .add(each.getValue()));
    return decisions;
  }

  private static StoredDecision decision(ResultSet row) throws SQLException {
    return new StoredDecision(
        row.getString("principal"),
        row.getString("verdict").equals("approved"),
        row.getString("comment"),
        Instant.ofEpochMilli(row.getLong("at_ms")));
  }
}
