package dev.escarole.engine.executor;

import dev.escarole.engine.executor.Pacer.WorkQueue.Task;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does next by itself. One that makes the next leaf of a sequence ready continues
 * with it, because passing it to another thread would cost more than the leaf. After {@value
 * #LONGEST} leaves in a row it returns to the queue, so that a long chain does not block others.
 * Confined to the worker's thread.
 */
final class Streak {

  private static final int LONGEST = 32;

  private @Nullable Task kept;
  private boolean promised;
  private boolean atEnd;
  private int length;

  /** A task begins. */
  void begin() {
    atEnd = false;
    promised = false;
  }

  /** The leaf has ended; tasks that are added from now on may continue it. */
  void leafEnded() {
    atEnd = true;
  }

  /** Keeps a task that continues the leaf that just ended. */
  boolean keep(Task task) {
    if (!atEnd || !task.continues() || kept != null || promised || length >= LONGEST) {
      return false;
    }
    kept = task;
    return true;
  }

  /** Whether the worker will take one more queued task. */
  boolean promise() {
    if (!atEnd || kept != null || promised) {
      return false;
    }
    promised = true;
    return true;
  }

  /** The task that was kept, once. */
  @Nullable Task take() {
    Task following = kept;
    kept = null;
    return following;
  }

  /** The worker continues with the task that it kept. */
  void goOn() {
    length++;
  }

  /** The worker returns to the queue. */
  void end() {
    length = 0;
  }
}
