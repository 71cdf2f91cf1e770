package dev.escarole.engine.shell;

/** Bytes in order, in a ring that grows with what it holds. Not thread-safe. */
final class ByteQueue {

  private static final int FIRST_SIZE = 1024;

  private byte[] ring = {};
  private int head;
  private int size;

  int size() {
    return size;
  }

  void add(byte[] from, int offset, int length) {
    ensure(size + length);
    int tail = wrap(head + size);
    int first = Math.min(length, ring.length - tail);
    System.arraycopy(from, offset, ring, tail, first);
    System.arraycopy(from, offset + first, ring, 0, length - first);
    size += length;
  }

  /** Takes as many bytes as there are, at most so many, and returns how many. */
  int take(byte[] into, int offset, int most) {
    int length = Math.min(size, most);
    int first = Math.min(length, ring.length - head);
    System.arraycopy(ring, head, into, offset, first);
    System.arraycopy(ring, 0, into, offset + first, length - first);
    head = wrap(head + length);
    size -= length;
    return length;
  }

  byte[] takeAll() {
    byte[] all = new byte[size];
    take(all, 0, size);
    ring = new byte[0];
    head = 0;
    return all;
  }

  private void ensure(int needed) {
    if (needed <= ring.length) {
      return;
    }
    byte[] larger = new byte[(int) Math.max(needed, Math.max(FIRST_SIZE, ring.length * 2L))];
    int held = size;
    take(larger, 0, held);
    ring = larger;
    head = 0;
    size = held;
  }

  private int wrap(int index) {
    return index >= ring.length && ring.length > 0 ? index - ring.length : index;
  }
}
