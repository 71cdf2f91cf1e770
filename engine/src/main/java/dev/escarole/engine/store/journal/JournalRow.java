package dev.escarole.engine.store.journal;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.content.ContentRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event, ready to be written. */
sealed interface JournalRow {

  /** The run it belongs to. */
  RunKey run();

  /** Appends the row to the group. */
  void addTo(JournalGroup group);

  /** A row of {@code transition}. */
  record Transition(RunKey run, long seq, RunEvent.StepChanged event) implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.transitions.add(this);
    }
  }

  /** A row of {@code attempt}, and its outputs. */
  record Attempt(
      RunKey run, long seq, RunEvent.AttemptEnded event, Instant startedAt, ContentRef stdin)
      implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.attempts.add(this);
      group.add(event.result().stdout());
      group.add(event.result().stderr());
      Limits limits = event.result().usage().limits();
      if (limits != null) {
        group.limits.add(limits);
      }
    }
  }

  /** A row of {@code branch_join}. */
  record Joined(RunKey run, long seq, RunEvent.JoinDecided event) implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.joins.add(this);
    }
  }

  /** A row of {@code signal}. */
  record Signal(RunKey run, long seq, StoredSignal.Kind kind, Instant at, @Nullable Step step)
      implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.signals.add(this);
    }
  }

  /**
   * The completion of a row of {@code run}, and the result text.
   *
   * @param refusal why the record of the run is not whole, which makes it a failed one; else null
   */
  record Ended(RunKey run, RunEvent.RunEnded event, @Nullable String refusal)
      implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.ends.add(this);
      group.add(event.result().stdout());
    }
  }
}
