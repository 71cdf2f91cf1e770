package dev.escarole.engine.executor;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for pools that were told to end. */
final class Endings {

  private static final Logger LOG = LoggerFactory.getLogger(Endings.class);

  private Endings() {}

  /** Waits for what the pool still does; an interrupt ends the waiting and stays set. */
  static void await(ExecutorService pool) {
    try {
      if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("A pool has not ended within a minute; its threads are left behind: {}", pool);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
