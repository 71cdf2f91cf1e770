package dev.escarole.web.page.list;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes lines of the list of runs. As thread-safe as the engine. */
final class RunRows {

  private final Engine engine;
  private final Installation service;

  RunRows(Installation service) {
    this.service = service;
    this.engine = service.engine();
  }

  /** A part of the list and whether there is more. */
  record Page(List<RunRow> rows, @Nullable Long next) {}

  Page page(RunListQuery query, int size) {
    RunQuery asked = query.toQuery(size + 1, service.clock().instant());
    List<StoredRun> found = engine.store().runs(asked);
    List<StoredRun> shown = found.subList(0, Math.min(size, found.size()));
    Set<RunId> interrupted = interrupted(shown);
    List<RunRow> rows =
        shown.stream()
            .filter(run -> isWanted(query, status(run, interrupted)))
            .map(run -> row(run, interrupted))
            .toList();
    boolean more = found.size() > size;
    return new Page(rows, more ? Long.valueOf(shown.get(shown.size() - 1).number()) : null);
  }

  /** The store cannot tell interrupted runs from running ones. */
  private static boolean isWanted(RunListQuery query, RunStatus status) {
    return query.statuses().isEmpty() || query.wants(status);
  }

  /** The database is asked only if a run may be interrupted. */
  private Set<RunId> interrupted(List<StoredRun> runs) {
    boolean may =
        runs.stream().anyMatch(run -> !run.status().isOver() && engine.handle(run.id()).isEmpty());
    return may ? new HashSet<>(engine.interrupted()) : Set.of();
  }

  private static RunStatus status(StoredRun run, Set<RunId> interrupted) {
    return interrupted.contains(run.id()) ? RunStatus.INTERRUPTED : run.status();
  }

  private RunRow row(StoredRun run, Set<RunId> interrupted) {
    Instant until = run.endedAt() == null ? service.clock().instant() : run.endedAt();
    RunStatus status = status(run, interrupted);
    RunCounts counts = counts(run);
    boolean hasBranches = counts != null && counts.branches().total() > 0;
    Bar bar = counts == null ? null : Bar.of(hasBranches ? counts.branches() : counts.leaves());
    return new RunRow(
        run.id().value(),
        status.word(),
        run.status().isOver(),
        run.recipe(),
        run.labels(),
        run.principal(),
        run.startedAt().toString(),
        status == RunStatus.INTERRUPTED ? "" : Words.duration(Words.millis(run.startedAt(), until)),
        bar,
        hasBranches ? "branches" : "steps");
  }

  private @Nullable RunCounts counts(StoredRun run) {
    return run.counts() != null
        ? run.counts()
        : engine.handle(run.id()).map(RunHandle::counts).orElse(null);
  }
}
