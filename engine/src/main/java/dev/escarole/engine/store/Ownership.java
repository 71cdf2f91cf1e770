package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.journal.OpenRuns;
import dev.escarole.engine.store.journal.Presence;
import dev.escarole.engine.store.launch.Claimable;
import dev.escarole.engine.store.launch.LaunchTurns;
import dev.escarole.engine.store.launch.LaunchTurns.Begun;
import dev.escarole.engine.store.launch.StoredTurn;
import dev.escarole.engine.store.launch.UnclaimedRuns;
import dev.escarole.engine.store.launch.UnclaimedRuns.Group;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Which engine owns which unfinished run. Thread-safe. */
final class Ownership {

  private final Database database;
  private final Presence presence;
  private final OpenRuns openRuns;

  Ownership(Database database, Presence presence, OpenRuns openRuns) {
    this.database = database;
    this.presence = presence;
    this.openRuns = openRuns;
  }

  /** As in {@link RunStore#unfinished}. */
  List<UnfinishedRun> unfinished() {
    return database.read(
        "list the runs that have not ended",
        handle -> {
          List<UnfinishedRun.Owned> owned =
              handle.createQuery(Sql.UNFINISHED).map((row, c) -> RowReader.owned(row)).list();
          Map<Long, Boolean> alive = new HashMap<>();
          return owned.stream()
              .map(run -> run.as(alive.computeIfAbsent(run.owner(), n -> isAlive(handle, run))))
              .toList();
        });
  }

  private boolean isAlive(Handle handle, UnfinishedRun.Owned run) {
    String name = run.name();
    return name != null && presence.isAlive(handle, run.owner(), name);
  }

  /**
   * The engines whose unfinished runs do not count.
   *
   * @param deadCount whether those of dead engines count, because they are resumed
   */
  List<Long> ignored(boolean deadCount) {
    return deadCount ? List.of() : deadEngines();
  }

  /** Those that have unfinished runs and are not alive. */
  private List<Long> deadEngines() {
    return unfinished().stream()
        .filter(run -> !run.engineAlive())
        .map(UnfinishedRun::owner)
        .distinct()
        .toList();
  }

  /** As in {@link RunStore#claim}. */
  Claim claim(RunId run, long epoch) {
    long engine = presence.number();
    int claimed =
        database.<Integer>write(
            "claim run " + run,
            handle ->
                handle
                    .createUpdate(Sql.CLAIM)
                    .bind("owner", engine)
                    .bind("id", run.value())
                    .bind("epoch", epoch)
                    .bind("format", PlanRows.FORMAT)
                    .execute());
    if (claimed == 0) {
      return new Claim.Lost();
    }
    // Until the resumed run says that it waits again.
    new LaunchTurns(database).waits(run, false);
    database.harden();
    openRuns.claimed(run);
    return new Claim.Won(epoch + 1);
  }

  /** As in {@link RunStore#claim(Group, int, Claimable, boolean, Instant)}. */
  List<StoredTurn> claim(
      Group group, int most, Claimable claimable, boolean deadCount, Instant at) {
    List<StoredTurn> claimed =
        new UnclaimedRuns(database).claim(group, most, claimable, claimer(ignored(deadCount)), at);
    claimed.forEach(run -> openRuns.claimed(run.run()));
    return claimed;
  }

  private UnclaimedRuns.Claimer claimer(List<Long> dead) {
    return new UnclaimedRuns.Claimer(presence.number(), PlanRows.FORMAT, dead);
  }

  /** As in {@link RunStore#takeExpired}. */
  List<StoredTurn> takeExpired(Claimable claimable, Instant at) {
    List<StoredTurn> taken =
        new UnclaimedRuns(database).takeExpired(claimable, claimer(List.of()), at);
    taken.forEach(run -> openRuns.claimed(run.run()));
    return taken;
  }

  /** As in {@link RunStore#take}. */
  Optional<StoredTurn> take(RunId run) {
    Optional<StoredTurn> taken = new UnclaimedRuns(database).take(run, presence.number());
    taken.ifPresent(each -> openRuns.claimed(run));
    return taken;
  }

  /** As in {@link RunStore#begin}. */
  Begun begin(StoredTurn run, boolean deadCount, Instant at) {
    return new LaunchTurns(database).begin(run, presence.number(), ignored(deadCount), at);
  }
}
