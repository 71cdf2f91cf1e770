package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey.KeyedLaunch;
import dev.escarole.engine.store.RunStore.Created;
import dev.escarole.engine.store.content.Placing;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.Topic;
import dev.escarole.engine.store.journal.GroupWriter;
import dev.escarole.engine.store.journal.OpenRuns;
import dev.escarole.engine.store.journal.Presence;
import dev.escarole.engine.store.journal.RunKey;
import dev.escarole.engine.store.launch.LaunchTurn;
import dev.escarole.engine.store.launch.LaunchTurns;
import dev.escarole.engine.store.launch.StoredTurn;
import dev.escarole.engine.store.launch.UnclaimedRuns;
import dev.escarole.engine.store.outbox.Outbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores new runs, each in one transaction. Thread-safe. */
final class RunCreation {

  /** The epoch of a new run, which its creator owns. */
  private static final long FIRST_EPOCH = 1;

  private final Database database;
  private final Presence presence;
  private final OpenRuns openRuns;
  private final LaunchKeys keys;
  private final Outbox outbox;
  private final Supplier<Placing> placings;

  RunCreation(
      Database database,
      Presence presence,
      OpenRuns openRuns,
      LaunchKeys keys,
      Outbox outbox,
      Supplier<Placing> placings) {
    this.database = database;
    this.presence = presence;
    this.openRuns = openRuns;
    this.keys = keys;
    this.outbox = outbox;
    this.placings = placings;
  }

  /** A row, with the turn of a run that is queued. */
  private record Row(long number, @Nullable StoredTurn queued) {}

  /**
   * Stores a run, unless its key is taken.
   *
   * @param dead engines whose runs do not count
   * @throws dev.escarole.engine.store.launch.QueueFullException if it would be queued and the queue
   *     is full; nothing is stored
   */
  Created create(NewRun run, Plan plan, LaunchTerms terms, Collection<Long> dead) {
    long engine = presence.number();
    Placing placing = placings.get();
    Row row;
    try {
      row =
          placing.write(
              () -> List.of(run.stdin()),
              () ->
                  database.<Row>transact(
                      "store run " + run.id(),
                      connection -> {
                        GroupWriter.removals(connection, engine);
                        placing.insert(connection, List.of(run.stdin()));
                        return insert(connection, run, plan, terms, dead);
                      }));
    } catch (LaunchKeys.Taken e) {
      return new Created(earlier(run, Objects.requireNonNull(terms.key()), e), null);
    }
    database.harden();
    if (terms.offer() == null) {
      openRuns.stored(new RunKey(run.id(), row.number(), FIRST_EPOCH));
    }
    return new Created(null, row.queued());
  }

  private Row insert(
      Connection connection, NewRun run, Plan plan, LaunchTerms terms, Collection<Long> dead)
      throws SQLException {
    checkEarlier(connection, run.again());
    long planNumber = PlanRows.write(connection, plan, run.startedAt());
    RunRows.StoredPlan stored = new RunRows.StoredPlan(planNumber, plan.recipeName());
    LaunchTurn turn = terms.turn();
    LaunchTerms.Offer offer = terms.offer();
    RunStatus status = status(connection, plan.recipeName(), terms, dead);
    long owner = offer == null ? presence.number() : UnclaimedRuns.NOBODY;
    long number = RunRows.insert(connection, run, stored, status, owner, FIRST_EPOCH);
    RunRows.label(connection, number, run.labels());
    RunFiles.give(connection, number, run.files());
    outbox.want(connection, number, terms.rules());
    if (terms.key() != null) {
      keys.enter(connection, run, number, terms.key());
    }
    if (turn == null) {
      return new Row(number, null);
    }
    LaunchTurns.enter(connection, number, turn);
    if (offer != null) {
      UnclaimedRuns.enter(connection, number, plan.recipeName(), turn, offer.node());
      database.dialect().announce(connection, Topic.RUNS);
    }
    StoredTurn place = new StoredTurn(run.id(), number, plan.recipeName(), run.principal(), turn);
    return new Row(number, status == RunStatus.QUEUED ? place : null);
  }

  private static RunStatus status(
      Connection connection, String recipe, LaunchTerms terms, Collection<Long> dead)
      throws SQLException {
    LaunchTurn turn = terms.turn();
    if (turn == null) {
      return RunStatus.RUNNING;
    }
    if (turn.rule().isUnlimited()) {
      return terms.offer() == null ? RunStatus.RUNNING : RunStatus.QUEUED;
    }
    RunStatus decided = LaunchTurns.decide(connection, recipe, turn, dead);
    return terms.offer() == null ? decided : RunStatus.QUEUED;
  }

  private KeyedLaunch earlier(NewRun run, LaunchKey key, LaunchKeys.Taken why) {
    return keys.find(key, run.startedAt())
        .orElseThrow(
            () ->
                new StoreException(
                    "The run that was launched with this key has just been deleted; nothing was"
                        + " stored. Try again.",
                    why));
  }

  /** The original run is read again when the rerun is resumed, so it must still exist. */
  private static void checkEarlier(Connection connection, NewRun.@Nullable Again again)
      throws SQLException {
    if (again == null) {
      return;
    }
    try (Batch earlier = Batch.of(connection, Sql.RUN_NUMBER)) {
      if (earlier.text(again.of().value()).answer().isEmpty()) {
        throw new StoreException(
            "The run %s cannot be rerun because it has been deleted.".formatted(again.of()), null);
      }
    }
  }
}
