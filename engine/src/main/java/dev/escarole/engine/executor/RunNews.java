package dev.escarole.engine.executor;

import dev.escarole.engine.executor.RunExecutor.ExecutorParts;
import dev.escarole.engine.run.RunCounter;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.StoredTransition;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and records what happens in a run, and tells its listeners. Thread-safe. */
final class RunNews {

  private static final Logger LOG = LoggerFactory.getLogger(RunNews.class);

  private final Launch launch;
  private final ExecutorParts parts;
  private final RunCounter counter;

  RunNews(Launch launch, ExecutorParts parts) {
    this.launch = launch;
    this.parts = parts;
    this.counter = RunCounter.of(launch.plan());
  }

  /** Counts what happened before the run was resumed. */
  void restore(List<StoredTransition> transitions) {
    transitions.forEach(row -> counter.passed(row.stepIndex(), row.state()));
  }

  RunCounts counts() {
    return counter.counts();
  }

  /** Records an event, and tells the listeners of it. */
  void tell(RunEvent event) {
    if (event instanceof RunEvent.StepChanged change) {
      counter.passed(change.step().index(), change.state());
    }
    parts.record(event);
    listen(event);
  }

  /** Tells the listeners of an event, one at a time. */
  synchronized void listen(RunEvent event) {
    try {
      launch.listener().accept(event);
    } catch (RuntimeException e) {
      LOG.warn("A listener of run {} failed; the run continues", launch.id(), e);
    }
    parts.live().tell(event);
  }
}
