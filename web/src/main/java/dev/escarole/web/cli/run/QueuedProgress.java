package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.cli.text.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a thread of its own print what another view says, many lines with one write, so that neither
 * printing nor a slow reader holds up the run. Every line is printed, in order, before this is
 * closed. Up to {@value #MOST_WAITING} messages wait for the reader; only then whoever tells more
 * waits too. Thread-safe.
 */
final class QueuedProgress implements ProgressView {

  private static final Logger LOG = LoggerFactory.getLogger(QueuedProgress.class);

  static final int MOST_WAITING = 1 << 16;

  /** Lines come in bursts, and a reader notices no shorter delay. */
  private static final Duration LINGER = Duration.ofMillis(40);

  /** Whoever holds lines back for others like them shows them after this time without news. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final PrintStream err;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ProgressView view;
  private final Thread printer = new Thread(this::printAll, "escarole-progress");

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when the first message arrives, when too many wait, and at the end. */
  private final Condition arrived = lock.newCondition();

  /** Signalled when messages were taken. */
  private final Condition taken = lock.newCondition();

  // Guarded by the lock.
  private List<Consumer<ProgressView>> waiting = new ArrayList<>();
  private boolean closed;

  /** Whether something was told since the view last heard of a pause. */
  private boolean news;

  private QueuedProgress(Console console, Function<Console, ProgressView> views) {
    this.err = console.err();
    PrintStream buffer = new PrintStream(printed, false, StandardCharsets.UTF_8);
    this.view =
        views.apply(
            new Console(
                console.in(),
                console.out(),
                buffer,
                console.terminal(),
                console.environment(),
                console.clock()));
  }

  /**
   * Starts the thread.
   *
   * @param views makes the view, which must print to the console that it is given
   */
  static QueuedProgress start(Console console, Function<Console, ProgressView> views) {
    QueuedProgress started = new QueuedProgress(console, views);
    started.printer.setDaemon(true);
    started.printer.start();
    return started;
  }

  @Override
  public void step(int index, StepState state, Instant at, @Nullable Instant until, String why) {
    put(to -> to.step(index, state, at, until, why));
  }

  @Override
  public void tell(String word, String what) {
    put(to -> to.tell(word, what));
  }

  private void put(Consumer<ProgressView> message) {
    lock.lock();
    try {
      while (waiting.size() >= MOST_WAITING && !closed) {
        arrived.signal();
        taken.awaitUninterruptibly();
      }
      if (closed) {
        return;
      }
      waiting.add(message);
      news = true;
      if (waiting.size() == 1) {
        arrived.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void printAll() {
    try {
      for (List<Consumer<ProgressView>> some = take(); !some.isEmpty(); some = take()) {
        some.forEach(this::show);
        print();
      }
      view.close();
      print();
    } finally {
      end();
    }
  }

  private void show(Consumer<ProgressView> message) {
    try {
      message.accept(view);
    } catch (RuntimeException e) {
      LOG.warn("A line about the progress of the run cannot be shown", e);
    }
  }

  private void print() {
    if (printed.size() > 0) {
      err.write(printed.toByteArray(), 0, printed.size());
      err.flush();
      printed.reset();
    }
  }

  /** Takes what waits, a little after the first of it; empty at the end. */
  private List<Consumer<ProgressView>> take() {
    lock.lock();
    try {
      awaitNews();
      long left = LINGER.toNanos();
      while (left > 0 && !closed && waiting.size() < MOST_WAITING) {
        left = arrived.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // Nothing should interrupt this thread; if it happens, it prints at once.
    } finally {
      lock.unlock();
    }
    return takeAll();
  }

  /** Waits for something to show; after a while without, a pause is something. */
  private void awaitNews() throws InterruptedException {
    long quiet = QUIET.toNanos();
    while (waiting.isEmpty() && !closed) {
      if (!news) {
        arrived.await();
        continue;
      }
      quiet = arrived.awaitNanos(quiet);
      if (quiet <= 0 && waiting.isEmpty()) {
        news = false;
        waiting.add(ProgressView::pause);
      }
    }
  }

  private List<Consumer<ProgressView>> takeAll() {
    lock.lock();
    try {
      List<Consumer<ProgressView>> all = waiting;
      waiting = new ArrayList<>();
      taken.signalAll();
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      closed = true;
      arrived.signal();
      taken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until everything is printed; an interrupt ends the wait and is preserved. */
  @Override
  public void close() {
    end();
    try {
      printer.join(TimeUnit.DAYS.toMillis(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
