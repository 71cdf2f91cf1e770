package dev.escarole.engine.http;

import dev.escarole.engine.broker.HttpPolicy.HttpQuota;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Makes the requests of a principal wait while it has too many. Thread-safe. */
final class RequestQuota {

  private static final long MILLIS = 1000;

  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Guarded by the lock; none for a principal without requests in this second. */
  private final Map<String, Use> uses = new HashMap<>();

  private static final class Use {
    private int underWay;
    private long second;
    private int begun;
  }

  RequestQuota(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Waits until a request may begin.
   *
   * @param nanos the longest wait
   * @return what is left of the wait, in nanoseconds: 0 or more if it may begin, and then {@link
   *     #ended} must follow; -1 if it may not
   */
  long begins(String principal, HttpQuota quota, long nanos) throws InterruptedException {
    long left = nanos;
    lock.lockInterruptibly();
    try {
      while (true) {
        long now = clock.millis();
        long second = Math.floorDiv(now, MILLIS);
        Use use = uses.computeIfAbsent(principal, name -> new Use());
        if (use.second != second) {
          use.second = second;
          use.begun = 0;
        }
        if (use.underWay < quota.atOnce() && use.begun < quota.perSecond()) {
          use.underWay++;
          use.begun++;
          return Math.max(left, 0);
        }
        if (left <= 0) {
          return -1;
        }
        long renewal = TimeUnit.MILLISECONDS.toNanos(MILLIS - Math.floorMod(now, MILLIS));
        long wait = use.begun < quota.perSecond() ? left : Math.min(left, renewal);
        left -= wait - changed.awaitNanos(wait);
      }
    } finally {
      lock.unlock();
    }
  }

  void ended(String principal) {
    lock.lock();
    try {
      Use use = uses.get(principal);
      if (use != null) {
        use.underWay--;
      }
      long second = Math.floorDiv(clock.millis(), MILLIS);
      uses.values().removeIf(each -> each.underWay == 0 && each.second != second);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
