package dev.escarole.engine.executor;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The runs in progress, and who hears of everything that happens in them. Thread-safe. */
final class LiveRuns {

  private static final Logger LOG = LoggerFactory.getLogger(LiveRuns.class);

  private final Map<RunId, LiveRun> runs = new ConcurrentHashMap<>();
  private final List<Consumer<RunEvent>> listeners = new CopyOnWriteArrayList<>();

  void add(LiveRun run) {
    runs.put(run.id(), run);
  }

  /** Forgets a run that is over. */
  void ended(LiveRun run) {
    runs.remove(run.id(), run);
  }

  @Nullable LiveRun get(RunId id) {
    return runs.get(id);
  }

  List<LiveRun> all() {
    return List.copyOf(runs.values());
  }

  /** Adds a listener; running what is returned takes it away again. */
  Runnable listen(Consumer<RunEvent> listener) {
    // The same listener may come twice; each is taken away by itself.
    Consumer<RunEvent> own = event -> listener.accept(event);
    listeners.add(own);
    return () -> listeners.remove(own);
  }

  /** Tells every listener. */
  void tell(RunEvent event) {
    for (Consumer<RunEvent> listener : listeners) {
      try {
        listener.accept(event);
      } catch (RuntimeException e) {
        LOG.warn("A listener of all runs threw on run {}; the run goes on", event.run(), e);
      }
    }
  }
}
