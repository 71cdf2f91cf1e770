package dev.escarole.engine.wasm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the arrays of guests that have ended for guests to come. Most guests live for less than a
 * millisecond, in which making an array of some hundred KiB, growing it and collecting it would be
 * a large part of the work.
 *
 * <p>An array is zeroed when its guest ends, before another can get it, so no guest sees a byte of
 * an earlier one. Kept arrays do not count towards the {@link MemoryBudget}; they are at most a
 * sixteenth of it. Thread-safe.
 */
final class MemoryPool {

  /** Longer arrays are left to the garbage collector: zeroing them would cost as much. */
  static final int LONGEST = 2 << 20;

  private static final long MOST_BYTES = 32L << 20;
  private static final byte[] ZEROS = new byte[1 << 16];

  private final long most;

  /** All zero, the last one given back first. Guarded by this. */
  private final Deque<byte[]> kept = new ArrayDeque<>();

  private long keptBytes;

  /**
   * @param budget of the guests, in bytes
   */
  MemoryPool(long budget) {
    this.most = Math.min(MOST_BYTES, budget / 16);
  }

  /**
   * Returns a kept array of at least this length, all zero; null if there is none.
   *
   * @param length if it is 0 there is none: an empty memory relies on an empty array
   */
  synchronized byte @Nullable [] poll(int length) {
    if (length == 0) {
      return null;
    }
    for (Iterator<byte[]> each = kept.iterator(); each.hasNext(); ) {
      byte[] array = each.next();
      if (array.length >= length) {
        each.remove();
        keptBytes -= array.length;
        return array;
      }
    }
    return null;
  }

  /**
   * Takes back an array that nothing else refers to.
   *
   * @param used how many of its first bytes may not be zero
   */
  void give(byte[] array, int used) {
    // An empty one would never be taken again, and would not count.
    if (array.length == 0 || array.length > LONGEST) {
      return;
    }
    // An array copy is fast before it has been compiled, unlike a loop.
    for (int done = 0; done < used; done += ZEROS.length) {
      System.arraycopy(ZEROS, 0, array, done, Math.min(ZEROS.length, used - done));
    }
    keep(array);
  }

  private synchronized void keep(byte[] array) {
    if (keptBytes + array.length <= most) {
      kept.addFirst(array);
      keptBytes += array.length;
    }
  }

  /** Returns how many arrays are kept. */
  synchronized int keptArrays() {
    return kept.size();
  }

  /** Returns the total length of the kept arrays. */
  synchronized long keptBytes() {
    return keptBytes;
  }
}
