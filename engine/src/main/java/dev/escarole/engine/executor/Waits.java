package dev.escarole.engine.executor;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.await.AwaitKey;
import dev.escarole.engine.store.await.Awaits;
import dev.escarole.engine.store.await.NewAwait;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.engine.store.await.StoredDecision;
import dev.escarole.engine.store.journal.Journal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The steps of the runs in progress that wait for people or programs. Thread-safe.
 *
 * <p>The database decides how each wait ends; this class only passes it on to the run: at once if
 * the answer came through this engine, otherwise at the next {@link #look}. A waiting step holds no
 * thread. While the database does not answer, nothing ends, and everything is tried again.
 */
final class Waits implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Waits.class);

  /** Timers are checked again after this time, in case the clock was changed. */
  private static final Duration LONGEST_TIMER = Duration.ofMinutes(1);

  private static final long AGAIN_MILLIS = 1_000;

  private final Awaits awaits;
  private final Journal journal;
  private final Timers timers;
  private final InstantSource clock;
  private final Map<AwaitKey, Wait> open = new ConcurrentHashMap<>();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "escarole-waits");
            made.setDaemon(true);
            return made;
          });

  /** Receives the end of a wait. */
  interface Ended {
    void with(LeafResult result, Instant openedAt);
  }

  /** A step that waits. Its mutable fields are confined to the thread. */
  private static final class Wait {
    private final Effect.Await begun;
    private final Ended ended;
    private boolean stored;
    private boolean stopped;
    private boolean troubled;
    private @Nullable Future<?> timer;

    Wait(Effect.Await begun, Ended ended) {
      this.begun = begun;
      this.ended = ended;
    }
  }

  Waits(Awaits awaits, Journal journal, Timers timers, InstantSource clock) {
    this.awaits = awaits;
    this.journal = journal;
    this.timers = timers;
    this.clock = clock;
  }

  /** Begins a wait, or continues one of an earlier engine; {@code ended} is called once. */
  void begin(RunId run, Effect.Await await, Ended ended) {
    AwaitKey key = key(run, await.step().index(), await.attempt());
    open.put(key, new Wait(await, ended));
    post(key);
  }

  /** Ends a wait as cancelled, unless somebody was faster. */
  void stop(RunId run, Effect.StopLeaf stop) {
    AwaitKey key = key(run, stop.step().index(), stop.attempt());
    submit(
        () -> {
          Wait wait = open.get(key);
          if (wait != null) {
            wait.stopped = true;
            advance(key, wait);
          }
        });
  }

  /** Forgets the waits of a run that was suspended; they stay open in the database. */
  void forget(RunId run) {
    open.keySet().removeIf(key -> key.run().equals(run));
  }

  /** Passes on what has been decided about a wait. */
  void post(AwaitKey key) {
    submit(
        () -> {
          Wait wait = open.get(key);
          if (wait != null) {
            advance(key, wait);
          }
        });
  }

  /** Passes on what was decided through other engines. */
  void look() {
    if (!open.isEmpty()) {
      submit(this::lookForEnded);
    }
  }

  private void lookForEnded() {
    try {
      awaits.ended(open.keySet()).forEach(this::settle);
    } catch (RuntimeException e) {
      LOG.debug("Cannot look for decisions; will be retried soon", e);
    }
  }

  private static AwaitKey key(RunId run, int step, int attempt) {
    return new AwaitKey(run, step, attempt);
  }

  private void submit(Runnable work) {
    try {
      thread.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("The engine is closed; the wait continues in the next one", e);
    }
  }

  private void advance(AwaitKey key, Wait wait) {
    try {
      settle(wait.stopped && wait.stored ? cancelled(key) : current(key, wait));
    } catch (RuntimeException e) {
      // The journal reports an unavailable database.
      LOG.atLevel(wait.troubled ? Level.DEBUG : Level.WARN)
          .setCause(e)
          .log("The wait of {} cannot be stored; will be retried", key);
      wait.troubled = true;
      again(key, wait, AGAIN_MILLIS);
    }
  }

  private StoredAwait current(AwaitKey key, Wait wait) {
    if (wait.stored) {
      return awaits.expire(key, clock.instant());
    }
    // What led here must not be forgotten by a crash: somebody may decide because of it.
    journal.flush();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    StoredAwait opened = awaits.open(new NewAwait(key, wait.begun.step(), wait.begun.stdin(), now));
    wait.stored = true;
    if (wait.stopped) {
      return cancelled(key);
    }
    // Only a wait of an earlier engine may have ended already.
    return opened.openedAt().equals(now) ? opened : awaits.expire(key, clock.instant());
  }

  private StoredAwait cancelled(AwaitKey key) {
    // The reason of the cancellation comes first, as above.
    journal.flush();
    return awaits.cancel(key, clock.instant());
  }

  private void settle(StoredAwait now) {
    Wait wait = open.get(now.key());
    if (wait == null) {
      return;
    }
    if (now.isOpen()) {
      Instant expiresAt = now.expiresAt();
      if (expiresAt != null) {
        long left = Math.max(1, Duration.between(clock.instant(), expiresAt).toMillis());
        again(now.key(), wait, Math.min(left, LONGEST_TIMER.toMillis()));
      }
      return;
    }
    Content answer = answer(now, wait);
    if (open.remove(now.key(), wait)) {
      stopTimer(wait);
      wait.ended.with(result(now, answer), now.openedAt());
    }
  }

  private Content answer(StoredAwait await, Wait wait) {
    return switch (await.state()) {
      case APPROVED -> wait.begun.stdin();
      case ANSWERED -> Content.of(awaits.body(await.key()));
      case OPEN, REJECTED, EXPIRED, CANCELLED -> Content.EMPTY;
    };
  }

  private static LeafResult result(StoredAwait await, Content answer) {
    return switch (await.state()) {
      case APPROVED, ANSWERED -> new LeafResult(Outcome.exited(0), answer, Content.EMPTY, 0);
      case REJECTED ->
          LeafResult.failed(Outcome.of(Outcome.Kind.REJECTED, rejection(await.decisions())));
      case EXPIRED ->
          LeafResult.failed(
              Outcome.of(Outcome.Kind.TIMED_OUT, "nobody answered in time; nothing was approved"));
      case OPEN, CANCELLED ->
          LeafResult.failed(
              Outcome.of(Outcome.Kind.CANCELLED, "was cancelled before it was answered"));
    };
  }

  private static String rejection(List<StoredDecision> decisions) {
    return decisions.stream()
        .filter(decision -> !decision.approves())
        .findFirst()
        .map(
            decision ->
                "rejected by "
                    + decision.principal()
                    + (decision.comment().isEmpty() ? "" : ": " + decision.comment()))
        .orElse("rejected");
  }

  private void again(AwaitKey key, Wait wait, long millis) {
    stopTimer(wait);
    try {
      wait.timer = timers.after(millis, () -> post(key));
    } catch (RejectedExecutionException e) {
      LOG.debug("The engine is closed; the wait continues in the next one", e);
    }
  }

  private static void stopTimer(Wait wait) {
    Future<?> timer = wait.timer;
    if (timer != null) {
      timer.cancel(false);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    Timers.awaitEnd(thread);
  }
}
