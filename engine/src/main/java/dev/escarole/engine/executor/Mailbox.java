package dev.escarole.engine.executor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * News for the machine of a run: a leaf ended, a timer elapsed, a cancellation. The thread that
 * finds the mailbox idle reads it, so one thread at a time drives the machine without a lock, and
 * consecutive leaves need no change of threads. Thread-safe.
 */
final class Mailbox<T> {

  private final Consumer<T> reader;
  private final Queue<T> news = new ConcurrentLinkedQueue<>();
  private final AtomicInteger unread = new AtomicInteger();

  /**
   * @param reader reads one at a time, in order, and does not throw
   */
  Mailbox(Consumer<T> reader) {
    this.reader = reader;
  }

  /** Adds news and, if nobody reads, reads all that there is and what comes meanwhile. */
  void post(T added) {
    if (addAsFirst(added)) {
      readAll();
    }
  }

  /**
   * Adds news for a caller that does not wait for the run, such as one that launches it: what the
   * leaves post meanwhile, perhaps without end, is left to another thread.
   */
  void ask(T added) {
    if (addAsFirst(added) && readOne()) {
      new Thread(this::readAll, "escarole-run").start();
    }
  }

  private boolean addAsFirst(T added) {
    news.add(added);
    return unread.getAndIncrement() == 0;
  }

  private void readAll() {
    boolean more = true;
    while (more) {
      more = readOne();
    }
  }

  private boolean readOne() {
    reader.accept(news.remove());
    return unread.decrementAndGet() != 0;
  }
}
