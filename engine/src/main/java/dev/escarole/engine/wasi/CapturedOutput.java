package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Wasi.GuestOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects one of a guest's outputs, up to a limit. A write beyond the limit is truncated and stops
 * the guest.
 *
 * <p>Only the guest's thread writes. Other threads may read the output so far with {@link #size}
 * and {@link #part}: the size is updated last, and bytes within it never change.
 */
public final class CapturedOutput extends GuestOutput {

  /**
   * Maximum size of one array. A small output is in one array that grows; a large one is in
   * several, so that growing never copies it. Arrays of half a MiB or more would each take a whole
   * region of the garbage collector; eight of this size fit into one region with their headers.
   */
  public static final int PART = 127 * 1024;

  private static final byte[] NOTHING = {};
  private static final int FIRST_SIZE = 256;

  private final int limit;

  /**
   * All but the last are full. The array is replaced, never changed, when a part is added or grows.
   */
  private volatile byte[][] parts = {};

  private volatile int size;
  private boolean truncated;

  /**
   * Creates an empty output.
   *
   * @param limit the maximum number of bytes
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

  /** Returns the number of bytes so far; thread-safe. */
  public int size() {
    return size;
  }

  /**
   * Copies bytes from an offset, as far as they are written; thread-safe.
   *
   * @param from 0 or later
   */
  public byte[] part(long from, int length) {
    // The order matters: arrays read after the size contain all its bytes.
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

  /** Returns the output in consecutive arrays, once the guest has ended. */
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

  /** Returns whether the output was truncated. */
  public boolean truncated() {
    return truncated;
  }
}
