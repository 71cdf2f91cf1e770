package dev.escarole.web.app.local;

import dev.escarole.engine.CannotResumeException;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineKeeping;
import dev.escarole.engine.RemovedRuns;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.cache.KeptResults;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.system.ClearedCache;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Retention, resuming and the cache. Changes are audited. Thread-safe. */
public final class Upkeep {

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final Installation service;
  private final Engine engine;

  Upkeep(Installation service) {
    this.service = service;
    this.engine = service.engine();
  }

  /** The runs that these limits would delete, newest first; nothing is deleted. */
  public List<KeptRun> prunable(Retention limits) {
    return engine.housekeeping().prunable(limits);
  }

  /** Bytes of files in the workspaces of these runs. */
  public long workspaceBytes(List<KeptRun> runs) {
    return engine.housekeeping().workspaceBytes(runs);
  }

  /** Deletes the runs beyond these limits. */
  public RemovedRuns prune(Actor actor, Retention limits) {
    RemovedRuns removed = engine.housekeeping().prune(limits);
    service.acted(actor, "run.prune", removed.runs().size() + " runs: " + limits.words());
    return removed;
  }

  /** How much is kept of results of commands, to be used again. */
  public KeptResults.Stats results() {
    return engine.housekeeping().storage().cache();
  }

  /** Forgets all results of commands, and HTTP responses, that are kept to be used again. */
  public ClearedCache clearCache(Actor actor) {
    EngineKeeping keeping = engine.housekeeping();
    ClearedCache cleared = new ClearedCache(keeping.forgetResults(), keeping.forgetResponses());
    String target = "%d results, %d responses".formatted(cleared.results(), cleared.responses());
    service.acted(actor, "cache.clear", target);
    return cleared;
  }

  /**
   * Resumes every interrupted run.
   *
   * @return those that cannot, each with the reason
   */
  public Resumed resumeAll(Actor actor) {
    List<RunId> resumed = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (RunId id : engine.interrupted()) {
      try {
        resumed.add(service.runs().resume(actor, id).id());
      } catch (RefusedException e) {
        refused.add(new Refused(id, String.valueOf(e.getMessage())));
      }
    }
    String target = "%d runs, %d cannot go on".formatted(resumed.size(), refused.size());
    service.acted(actor, "run.resume-all", target);
    return new Resumed(resumed, refused);
  }

  /** Lets the interrupted runs go on that began, or were resumed, since a time. */
  void resumeSince(Instant since) {
    for (RunId id : engine.interrupted()) {
      if (isSince(id, since)) {
        goOn(id);
      }
    }
  }

  private boolean isSince(RunId id, Instant since) {
    return engine.records().run(id).filter(run -> !run.startedAt().isBefore(since)).isPresent()
        || engine.records().resumes(id).stream().anyMatch(each -> !each.at().isBefore(since));
  }

  private void goOn(RunId id) {
    try {
      engine.resume(id, event -> {});
    } catch (IllegalArgumentException e) {
      LOG.debug("Run {} goes on already", id, e);
    } catch (CannotResumeException e) {
      LOG.warn("Run {} does not go on: {}", id, e.getMessage());
    }
  }

  /** The result of resuming all interrupted runs. */
  public record Resumed(List<RunId> runs, List<Refused> refused) {
    public Resumed {
      runs = List.copyOf(runs);
      refused = List.copyOf(refused);
    }
  }

  /** A run that cannot be resumed. */
  public record Refused(RunId run, String why) {}
}
