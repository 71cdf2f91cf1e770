package dev.escarole.engine.wasm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the arrays of guests that have ended for guests to come. Most guests live for less than a
 * millisecond, in which making an array of some hundred KiB, growing it and collecting it would be
 * a large part of the work. Programs that begin with much data, such as frozen ones, get back the
 * arrays of their own earlier instances, over which one copy writes their initial memory.
 *
 * <p>Any other array is zeroed when its guest ends, before another can get it, so no guest sees a
 * byte of an earlier one. Kept arrays do not count towards the {@link MemoryBudget}; those of each
 * kind are at most a sixteenth of it. Thread-safe.
 */
final class MemoryPool {

  /** Longer arrays are not zeroed, which would cost as much as collecting them. */
  static final int LONGEST = 2 << 20;

  private static final long MOST_BYTES = 128L << 20;
  private static final byte[] ZEROS = new byte[1 << 16];

  private final long most;

  /** All zero, the last one given back first. Guarded by this. */
  private final Deque<byte[]> kept = new ArrayDeque<>();

  private long keptBytes;

  /** For new instances of the same programs, the last one given back first. Guarded by this. */
  private final Deque<UsedArray> used = new ArrayDeque<>();

  private long usedBytes;

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

  /**
   * Returns a kept array of an earlier instance of a program, with what that instance left in it;
   * null if there is none.
   */
  synchronized @Nullable UsedArray pollUsed(Object program) {
    for (Iterator<UsedArray> each = used.iterator(); each.hasNext(); ) {
      UsedArray array = each.next();
      if (array.program == program) {
        each.remove();
        usedBytes -= array.bytes.length;
        return array;
      }
    }
    return null;
  }

  /** Keeps an array for the next instance of its program, instead of those given back long ago. */
  synchronized void give(UsedArray array) {
    if (array.bytes.length > most) {
      return;
    }
    used.addFirst(array);
    usedBytes += array.bytes.length;
    while (usedBytes > most) {
      usedBytes -= used.removeLast().bytes.length;
    }
  }

  /**
   * An array as an instance of a program left it. Another instance of that program must overwrite
   * all that was used.
   *
   * @param program whose initial memory is written over it
   * @param used how many of its first bytes may not be zero
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record UsedArray(Object program, byte[] bytes, int used) {}

  /** Returns how many arrays are kept. */
  synchronized int keptArrays() {
    return kept.size();
  }

  /** Returns the total length of the kept arrays. */
  synchronized long keptBytes() {
    return keptBytes;
  }
}
