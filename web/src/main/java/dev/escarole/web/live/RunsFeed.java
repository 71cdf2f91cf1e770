package dev.escarole.web.live;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The stream of all runs of an engine. */
final class RunsFeed extends Feed {

  private final Engine engine;

  /** When runs under way have started, as far as it was heard. */
  private final Map<RunId, Instant> started = new ConcurrentHashMap<>();

  private final Set<RunId> changed = ConcurrentHashMap.newKeySet();
  private final Map<RunId, RunLine> ended = new ConcurrentHashMap<>();

  RunsFeed(String stream, long keptBytes, Engine engine) {
    super(stream, keptBytes);
    this.engine = engine;
  }

  /** Takes in what has happened; whether there is something to tell. */
  boolean hear(RunEvent event) {
    if (event instanceof RunEvent.RunStarted start) {
      started.put(start.run(), start.at());
      return changed.add(start.run());
    }
    if (event instanceof RunEvent.RunEnded end) {
      started.remove(end.run());
      ended.put(end.run(), line(end));
      return true;
    }
    boolean counts = event instanceof RunEvent.StepChanged || event instanceof RunEvent.RunResumed;
    return counts && changed.add(event.run());
  }

  private static RunLine line(RunEvent.RunEnded event) {
    RunEnd end = RunEnd.of(event);
    return new RunLine(
        event.run(),
        event.result().recipe(),
        end.status(),
        end.startedAt(),
        end.durationMillis(),
        end.counts());
  }

  @Override
  void tellNews() {
    List<RunLine> lines = new ArrayList<>();
    for (RunId run : List.copyOf(changed)) {
      changed.remove(run);
      engine.handle(run).map(this::line).ifPresent(lines::add);
    }
    for (RunLine line : List.copyOf(ended.values())) {
      ended.remove(line.run());
      lines.removeIf(other -> other.run().equals(line.run()));
      lines.add(line);
    }
    if (!lines.isEmpty()) {
      tell("delta", json -> json.runs(lines));
    }
  }

  private RunLine line(RunHandle run) {
    return new RunLine(
        run.id(),
        run.plan().recipeName(),
        RunStatus.RUNNING,
        started.get(run.id()),
        null,
        run.counts());
  }

  @Override
  LiveJson.Body snapshotBody() {
    List<RunLine> lines = engine.running().stream().map(this::line).toList();
    return json -> json.runs(lines);
  }
}
