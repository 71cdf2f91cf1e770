package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.content.ContentRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts events to rows: numbers them within their run and combines the start and end of an
 * attempt. Confined to the writer's thread.
 */
final class RowMaker {

  private final OpenRuns known;
  private final Map<RunId, Counted> runs = new HashMap<>();

  RowMaker(OpenRuns known) {
    this.known = known;
  }

  /**
   * Looks up the data that a run's rows need; may be retried after a failure.
   *
   * @return whether the run exists; if not, its events are skipped
   */
  boolean prepare(RunId id) {
    OpenRuns.@Nullable OpenRun told = known.take(id);
    if (told == null && runs.containsKey(id)) {
      return true;
    }
    OpenRuns.@Nullable OpenRun run = told == null ? known.read(id).orElse(null) : told;
    if (run != null) {
      runs.put(id, new Counted(run));
    }
    return run != null;
  }

  /** Skips all further events of this run until it is added again. */
  void forget(RunId id) {
    runs.put(id, new Counted(null));
  }

  /** Returns the rows of these events, in order; call {@link #prepare} for their runs first. */
  List<JournalRow> rows(List<RunEvent> events) {
    Folding rows = new Folding(events.size());
    for (RunEvent event : events) {
      Counted run = runs.get(event.run());
      JournalRow row = run == null || run.key == null ? null : row(run, run.key, event);
      if (row != null) {
        rows.add(row);
      }
      if (event instanceof RunEvent.RunEnded && row != null) {
        runs.remove(event.run());
      }
    }
    return rows.rows();
  }

  private static @Nullable JournalRow row(Counted run, RunKey key, RunEvent event) {
    if (event instanceof RunEvent.StepChanged change) {
      return new JournalRow.Transition(key, ++run.seq, change);
    } else if (event instanceof RunEvent.AttemptStarted start) {
      run.start(start);
      return null;
    } else if (event instanceof RunEvent.AttemptEnded end) {
      return run.end(key, end);
    } else if (event instanceof RunEvent.JoinDecided join) {
      return new JournalRow.Joined(key, ++run.seq, join);
    } else if (event instanceof RunEvent.TimerElapsed rang) {
      return new JournalRow.Signal(key, ++run.seq, kind(rang.timer()), rang.at(), rang.step());
    } else if (event instanceof RunEvent.CancelAsked cancel) {
      StoredSignal.Kind kind = StoredSignal.Kind.CANCEL;
      return new JournalRow.Signal(key, ++run.seq, kind, cancel.at(), cancel.step());
    } else if (event instanceof RunEvent.RunEnded end) {
      return new JournalRow.Ended(key, end, null);
    }
    return null;
  }

  private static StoredSignal.Kind kind(Effect.Timer timer) {
    return switch (timer) {
      case DELAY -> StoredSignal.Kind.DELAY;
      case RETRY -> StoredSignal.Kind.RETRY;
      case BUDGET -> StoredSignal.Kind.BUDGET;
    };
  }

  /** A running run. */
  private static final class Counted {

    /** Null if further events of the run are skipped. */
    private final @Nullable RunKey key;

    private long seq;

    /** Running attempts, by step and number. */
    private final Map<Long, Start> starts = new HashMap<>();

    Counted(OpenRuns.@Nullable OpenRun run) {
      this.key = run == null ? null : run.key();
      this.seq = run == null ? 0 : run.lastSeq();
    }

    void start(RunEvent.AttemptStarted event) {
      starts.put(attempt(event.step().index(), event.attempt()), new Start(event));
    }

    JournalRow end(RunKey run, RunEvent.AttemptEnded event) {
      Start start = starts.remove(attempt(event.step().index(), event.attempt()));
      Instant startedAt = start == null ? event.at().minusMillis(event.durationMillis()) : start.at;
      ContentRef stdin = start == null ? ContentRef.to(Content.EMPTY) : start.stdin;
      return new JournalRow.Attempt(run, ++seq, event, startedAt, stdin, null, null);
    }

    private static long attempt(int step, int attempt) {
      return (long) step << 32 | attempt;
    }
  }

  /** Start time and input of an attempt. */
  private static final class Start {
    final Instant at;
    final ContentRef stdin;

    Start(RunEvent.AttemptStarted event) {
      this.at = event.at();
      this.stdin = ContentRef.to(event.stdin());
    }
  }
}
