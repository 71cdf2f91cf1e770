package dev.escarole.engine.wasi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects what a guest writes to one of its outputs, up to a limit. A write that does not fit is
 * kept as far as it fits and ends the guest.
 *
 * <p>The guest's thread alone writes. Other threads may look at what is there so far with {@link
 * #size} and {@link #part}: bytes that count are never changed again, and they count only when they
 * are there, as the size is written last.
 */
public final class CapturedOutput extends GuestOutput {

  /**
   * Bytes that one array holds at most. A small output is in one array that grows; a large one in
   * several, so that it is never copied, and never twice in memory, in order to grow. Arrays of
   * half a MiB and more would take a whole region of the garbage collector each, up to twice what
   * they hold; of these, eight fit into one with their headers.
   */
  public static final int PART = 127 * 1024;

  private static final byte[] NOTHING = {};
  private static final int FIRST_SIZE = 256;

  private final int limit;

  /** All but the last are full. Replaced, never changed, when an array is added or grows. */
  private volatile byte[][] parts = {};

  private volatile int size;
  private boolean truncated;

  /**
   * Creates an empty output.
   *
   * @param limit how many bytes are kept
   */
  public CapturedOutput(int limit) {
    this.limit = limit;
  }

  @Override
  int write(GuestMemory memory, int address, int length) {
    int before = size;
    int fitting = Math.min(length, limit - before);
    int done = 0;
    do {
      int at = before + done;
      int count = Math.min(fitting - done, PART - at % PART);
      memory.load(address + done, room(at, count), count == 0 ? 0 : at % PART, count);
      done += count;
    } while (done < fitting);
    size = before + fitting;
    if (fitting < length) {
      truncated = true;
      throw GuestStop.because(GuestStop.Reason.OUTPUT_TOO_LARGE);
    }
    return length;
  }

  /** The array that has this place, with room for so many bytes from it on. */
  private byte[] room(int at, int count) {
    byte[][] now = parts;
    int index = at / PART;
    int needed = at % PART + count;
    byte[] old = index < now.length ? now[index] : NOTHING;
    if (old.length >= needed) {
      return old;
    }
    int most = Math.min(PART, limit - index * PART);
    int wanted = index > 0 ? PART : Math.max(FIRST_SIZE, old.length * 2);
    byte[][] grown = Arrays.copyOf(now, index + 1);
    grown[index] = Arrays.copyOf(old, Math.max(needed, Math.min(most, wanted)));
    parts = grown;
    return grown[index];
  }

  /** How many bytes are there so far; any thread may ask. */
  public int size() {
    return size;
  }

  /**
   * A copy of bytes from a place on, as far as they are there; any thread may ask.
   *
   * @param from 0 or later
   */
  public byte[] part(long from, int length) {
    // In this order: arrays that are seen after a size have all that it counts.
    int there = size;
    byte[][] now = parts;
    int begin = (int) Math.min(from, there);
    byte[] copy = new byte[Math.min(length, there - begin)];
    for (int done = 0; done < copy.length; ) {
      int at = begin + done;
      int count = Math.min(copy.length - done, PART - at % PART);
      System.arraycopy(now[at / PART], at % PART, copy, done, count);
      done += count;
    }
    return copy;
  }

  /** Returns what was kept, in arrays that follow each other, once the guest has ended. */
  public List<byte[]> arrays() {
    byte[][] now = parts;
    List<byte[]> arrays = new ArrayList<>(now.length);
    int left = size;
    for (byte[] each : now) {
      if (left > 0) {
        arrays.add(each.length <= left ? each : Arrays.copyOf(each, left));
        left -= each.length;
      }
    }
    return arrays;
  }

  /** Says whether something did not fit. */
  public boolean truncated() {
    return truncated;
  }
}
