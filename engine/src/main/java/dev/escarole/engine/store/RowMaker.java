package dev.escarole.engine.store;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Makes rows of events: numbers them within their run and joins an attempt's start to its end.
 * Confined to the writer's thread.
 */
final class RowMaker {

  private final ToLongFunction<RunId> lastSeq;
  private final Map<RunId, OpenRun> runs = new HashMap<>();

  /**
   * @param lastSeq the last number that a run has used, 0 if none; a run that goes on after a
   *     restart goes on counting
   */
  RowMaker(ToLongFunction<RunId> lastSeq) {
    this.lastSeq = lastSeq;
  }

  /** Looks up what rows of these events need; may fail, and may then be called again. */
  void prepare(List<RunEvent> events) {
    for (RunEvent event : events) {
      if (!runs.containsKey(event.run())) {
        runs.put(event.run(), new OpenRun(lastSeq.applyAsLong(event.run())));
      }
    }
  }

  /** The rows of these events, in order; call {@link #prepare} first. */
  List<JournalRow> rows(List<RunEvent> events) {
    List<JournalRow> rows = new ArrayList<>(events.size());
    for (RunEvent event : events) {
      OpenRun run = runs.computeIfAbsent(event.run(), unused -> new OpenRun(0));
      if (event instanceof RunEvent.StepChanged change) {
        rows.add(new JournalRow.Transition(++run.seq, change));
      } else if (event instanceof RunEvent.AttemptStarted start) {
        run.start(start);
      } else if (event instanceof RunEvent.AttemptEnded end) {
        rows.add(run.end(end));
      } else if (event instanceof RunEvent.JoinDecided join) {
        rows.add(new JournalRow.Joined(++run.seq, join));
      } else if (event instanceof RunEvent.TimerElapsed rang) {
        rows.add(new JournalRow.Signal(++run.seq, kind(rang.timer()), rang, rang.step()));
      } else if (event instanceof RunEvent.CancelAsked cancel) {
        rows.add(
            new JournalRow.Signal(++run.seq, StoredSignal.Kind.CANCEL, cancel, cancel.step()));
      } else if (event instanceof RunEvent.RunEnded end) {
        rows.add(new JournalRow.Ended(end));
        runs.remove(event.run());
      }
    }
    return rows;
  }

  private static StoredSignal.Kind kind(Effect.Timer timer) {
    return switch (timer) {
      case DELAY -> StoredSignal.Kind.DELAY;
      case BUDGET -> StoredSignal.Kind.BUDGET;
    };
  }

  /** A run that is under way. */
  private static final class OpenRun {

    private long seq;

    /** Attempts under way, by step and number. */
    private final Map<Long, Start> starts = new HashMap<>();

    OpenRun(long seq) {
      this.seq = seq;
    }

    void start(RunEvent.AttemptStarted event) {
      starts.put(key(event.step().index(), event.attempt()), new Start(event));
    }

    JournalRow end(RunEvent.AttemptEnded event) {
      Start start = starts.remove(key(event.step().index(), event.attempt()));
      Instant startedAt = start == null ? event.at().minusMillis(event.durationMillis()) : start.at;
      ContentRef stdin = ContentRef.to(start == null ? Content.EMPTY : start.stdin);
      return new JournalRow.Attempt(++seq, event, startedAt, stdin);
    }

    private static long key(int step, int attempt) {
      return (long) step << 32 | attempt;
    }
  }

  /** When an attempt began, and with what. */
  private static final class Start {
    final Instant at;
    final Content stdin;

    Start(RunEvent.AttemptStarted event) {
      this.at = event.at();
      this.stdin = event.stdin();
    }
  }
}
