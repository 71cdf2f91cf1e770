package dev.escarole.engine;

import dev.escarole.engine.files.DiskUse;
import dev.escarole.engine.http.HttpCapability;
import dev.escarole.engine.launch.NodeWait;
import dev.escarole.engine.launch.RunClaims;
import dev.escarole.engine.node.EngineNode;
import dev.escarole.engine.node.EngineNode.NodeList;
import dev.escarole.engine.node.NodeReport;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.engine.store.database.Database.DatabaseFacts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an engine keeps, and what it deletes. Thread-safe. */
public final class EngineKeeping {

  private final RunStore store;
  private final Workspaces workspaces;
  private final Maintenance maintenance;
  private final Retention retention;
  private final RunClaims claims;

  /**
   * Statistics of an engine's storage. Immutable.
   *
   * @param cache the result cache
   */
  public record Storage(DatabaseFacts database, KeptResults.Stats cache) {}

  EngineKeeping(
      RunStore store,
      Workspaces workspaces,
      Maintenance maintenance,
      Retention retention,
      RunClaims claims) {
    this.store = store;
    this.workspaces = workspaces;
    this.maintenance = maintenance;
    this.retention = retention;
    this.claims = claims;
  }

  /**
   * Statistics of the database and the result cache.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public Storage storage() {
    return new Storage(store.facts(), store.results().stats());
  }

  /**
   * The engines that use the database, this one first.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public NodeList nodes() {
    return maintenance.heartbeat().nodes();
  }

  /** What this engine reports about itself; known without the database. */
  public NodeReport node() {
    return maintenance.heartbeat().own();
  }

  /** Why this engine neither claims runs nor fires schedules, as a sentence; empty if it does. */
  public Optional<String> refusal() {
    return maintenance.heartbeat().refusal();
  }

  /**
   * Leaves the runs to other engines before {@link Engine#suspend}: queued ones at once, each other
   * one when none of its commands is at work, the rest after this time. Launch nothing meanwhile.
   *
   * @throws InterruptedException if this thread is interrupted; no command begins all the same
   */
  public void drain(Duration most) throws InterruptedException {
    maintenance.drain(most);
  }

  /**
   * Ends a run that no engine has claimed yet as cancelled, wherever it was launched.
   *
   * @return false if some engine has claimed it, it is over, or there is no such run
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public boolean cancelUnclaimed(RunId run) {
    return claims.cancel(run);
  }

  /**
   * Whether another engine has claimed a run, or launched it.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public boolean isOfOther(RunId run) {
    return !store.nodes().ofOthers(List.of(run)).isEmpty();
  }

  /**
   * What a run waits for that no engine has claimed yet; empty for any other run.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public Optional<NodeWait> nodeWait(RunId run) {
    return store.unclaimed(run).map(wait -> new NodeWait(wait.node(), living(wait.node())));
  }

  private int living(@Nullable String label) {
    return (int)
        nodes().nodes().stream()
            .filter(EngineNode::alive)
            .filter(node -> label == null || node.labels().contains(label))
            .count();
  }

  /** Which runs are kept, and what their workspaces use; known for a minute. */
  public KeptRuns kept() {
    return new KeptRuns(retention, workspaces.use());
  }

  /** What the parts of the data directory use, and the space that is left; known for a minute. */
  public DiskUse disk() {
    return workspaces.disk();
  }

  /** The runs that these limits would delete, newest first. */
  public List<KeptRun> prunable(Retention limits) {
    return maintenance.prunable(limits);
  }

  /** Total size of the workspaces of these runs, in bytes. */
  public long workspaceBytes(List<KeptRun> runs) {
    return runs.stream().mapToLong(run -> workspaces.size(run.id())).sum();
  }

  /** Deletes the runs beyond these limits, with their workspaces and unshared outputs. */
  public RemovedRuns prune(Retention limits) {
    return maintenance.remove(prunable(limits));
  }

  /** Deletes these runs, except unfinished ones and those that an unfinished run reruns. */
  public RemovedRuns delete(Set<RunId> runs) {
    return maintenance.remove(runs);
  }

  /** Forgets all kept results of commands. Returns how many there were. */
  public long forgetResults() {
    return store.results().clear();
  }

  /**
   * Forgets all HTTP responses that are kept in the data directory. Returns how many there were.
   *
   * @throws java.io.UncheckedIOException if one cannot be removed
   */
  public int forgetResponses() {
    return HttpCapability.forgetResponses(workspaces.root());
  }
}
