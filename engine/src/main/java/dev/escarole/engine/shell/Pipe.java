package dev.escarole.engine.shell;

import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.engine.command.Streams.OutputSink;

/**
 * Connects the output of one stage to the input of the next. The reader is started concurrently
 * only when the pipe is full; from then on, the writer waits for the reader.
 *
 * <p>The observable behaviour of a stage does not depend on the speed of the other. If bytes are
 * not read, because the reader must not start yet, waits for its files, or has ended, the writer
 * may continue up to its output limit, or to a position that is determined by what the reader has
 * read and not by timing.
 *
 * <p>Thread-safe; its monitor is the only lock, and no other code is called while it is held.
 */
final class Pipe implements InputSource, OutputSink {

  /** Bytes in a pipe before its writer waits. */
  static final int CAPACITY = 64 * 1024;

  private final long limit;
  private final int capacity;
  private final Runnable starter;
  private final ByteQueue bytes = new ByteQueue();
  private State state;
  private long written;
  private long read;
  private boolean ended;

  private enum State {
    /** The reader has not started, but may. */
    HELD,
    /** The reader must not start before the writer has ended. */
    COLLECTING,
    /** The reader reads while the writer writes. */
    FLOWING,
    /** The reader has started, but continues only after the writer has ended. */
    AWAITED,
    /** The reader has ended. */
    CLOSED
  }

  /**
   * Creates an empty pipe.
   *
   * @param limit maximum unread bytes of the writer
   * @param early whether the reader may start before the writer has ended
   * @param starter starts the reader; called at most once, on the writer's thread
   */
  Pipe(long limit, boolean early, Runnable starter) {
    this.limit = limit;
    this.capacity = (int) Math.max(1, Math.min(CAPACITY, limit));
    this.starter = starter;
    this.state = early ? State.HELD : State.COLLECTING;
  }

  @Override
  public boolean isBounded() {
    return true;
  }

  @Override
  public Demand write(byte[] from, int offset, int length) throws InterruptedException {
    int done = 0;
    while (done < length) {
      int taken = take(from, offset + done, length - done);
      if (taken == 0) {
        return demand();
      }
      done += taken;
      startIfFull();
    }
    return Demand.MORE;
  }

  private synchronized int take(byte[] from, int offset, int length) throws InterruptedException {
    while (state == State.FLOWING && bytes.size() >= capacity) {
      wait();
    }
    int taken = (int) Math.min(length, room());
    written += taken;
    if (state != State.CLOSED) {
      bytes.add(from, offset, taken);
      notifyAll();
    }
    return taken;
  }

  private long room() {
    return switch (state) {
      case HELD, FLOWING -> capacity - bytes.size();
      case COLLECTING -> limit - written;
      case AWAITED, CLOSED -> Math.max(limit, read + capacity) - written;
    };
  }

  private synchronized Demand demand() {
    return state == State.CLOSED ? Demand.NONE : Demand.EXCEEDED;
  }

  private void startIfFull() {
    synchronized (this) {
      if (state != State.HELD || bytes.size() < capacity) {
        return;
      }
      state = State.FLOWING;
    }
    starter.run();
  }

  @Override
  public synchronized int read(byte[] into, int offset, int length) throws InterruptedException {
    int done = 0;
    while (done < length) {
      if (bytes.size() > 0) {
        int taken = bytes.take(into, offset + done, length - done);
        read += taken;
        done += taken;
        notifyAll();
      } else if (ended) {
        break;
      } else {
        wait();
      }
    }
    return done;
  }

  @Override
  public synchronized int available() throws InterruptedException {
    await();
    while (!ended) {
      wait();
    }
    return bytes.size();
  }

  /** Lets the writer continue, because its reader waits until it has ended. */
  synchronized void await() {
    state = State.AWAITED;
    notifyAll();
  }

  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** The reader has ended; further bytes are discarded. */
  synchronized void close() {
    state = State.CLOSED;
    notifyAll();
  }

  /** Returns everything written; requires that the writer has ended and no reader was started. */
  synchronized byte[] collected() {
    return bytes.takeAll();
  }

  /** A growable ring buffer of bytes. Not thread-safe. */
  private static final class ByteQueue {

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

    /** Removes up to {@code most} bytes and returns their number. */
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
}
