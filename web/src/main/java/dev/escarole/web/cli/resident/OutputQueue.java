package dev.escarole.web.cli.resident;

import dev.escarole.web.cli.resident.FrameChannel.Told;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Output of a call on its way to the client, in the order in which it was written. One frame is
 * under way at a time; what is written meanwhile goes into the next. So a client that does not read
 * blocks nobody in the kernel, and the engine's threads never wait for it. Thread-safe.
 */
final class OutputQueue {

  /** The thread of the call waits for the client while more than this is in the queue. */
  private static final int PATIENT = 256 << 10;

  /** What other threads print beyond this is left out: they work for other runs, too. */
  private static final int MOST = 1 << 20;

  private static final String GONE = "Broken pipe";

  private final FrameChannel frames;
  private final Thread caller;
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private int waiting;
  private byte underWay;
  private int leftOut;
  private boolean printed;
  private boolean discarding;

  /** Why standard output cannot be written; null as long as it can. */
  private @Nullable String broken;

  private static final class Piece {
    final byte stream;
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Piece(byte stream) {
      this.stream = stream;
    }
  }

  /**
   * @param caller the thread of the call, which may wait
   */
  OutputQueue(FrameChannel frames, Thread caller) {
    this.frames = frames;
    this.caller = caller;
  }

  /** Standard output. Flushing it waits until the client has written everything. */
  OutputStream out() {
    return new Stream(Told.OUT);
  }

  OutputStream err() {
    return new Stream(Told.ERR);
  }

  /** Whether a part of the result was written; notes may be written twice. */
  synchronized boolean hasPrinted() {
    return printed;
  }

  /** From now on nothing is written any more; it seems to succeed. */
  synchronized void discard() {
    discarding = true;
    pieces.clear();
    waiting = 0;
    notifyAll();
  }

  /** The client is gone. */
  synchronized void gone() {
    discard();
    underWay = 0;
    broken = GONE;
  }

  /**
   * The client has dealt with the frame under way.
   *
   * @param failure why it could not be written; null if it was
   */
  synchronized void written(@Nullable String failure) throws IOException {
    if (underWay == 0) {
      throw new IOException("a client confirms what was not sent");
    }
    if (failure != null && underWay == Told.OUT) {
      broken = failure;
    }
    underWay = 0;
    sendNext();
    notifyAll();
  }

  private synchronized void write(byte stream, byte[] bytes, int offset, int length)
      throws IOException {
    if (stream == Told.OUT) {
      checkOpen();
    }
    if (length == 0 || discarding) {
      return;
    }
    boolean patient = Thread.currentThread().equals(caller);
    if (!patient && (waiting > MOST || (leftOut > 0 && waiting > PATIENT))) {
      leftOut += length;
      return;
    }
    printed |= stream == Told.OUT;
    tellLeftOut();
    add(stream, bytes, offset, length);
    sendNext();
    while (patient && waiting > PATIENT && !discarding) {
      await();
    }
  }

  private void tellLeftOut() {
    if (leftOut > 0) {
      byte[] note =
          "\n(%d bytes left out, which nobody has read in time)\n"
              .formatted(leftOut)
              .getBytes(StandardCharsets.UTF_8);
      leftOut = 0;
      add(Told.ERR, note, 0, note.length);
    }
  }

  private void add(byte stream, byte[] bytes, int offset, int length) {
    int from = offset;
    int left = length;
    while (left > 0) {
      Piece last = pieces.peekLast();
      if (last == null || last.stream != stream || last.bytes.size() == FrameChannel.LARGEST) {
        last = new Piece(stream);
        pieces.add(last);
      }
      int count = Math.min(left, FrameChannel.LARGEST - last.bytes.size());
      last.bytes.write(bytes, from, count);
      from += count;
      left -= count;
    }
    waiting += length;
  }

  private void sendNext() throws IOException {
    if (underWay != 0) {
      return;
    }
    Piece next = pieces.poll();
    if (next != null) {
      waiting -= next.bytes.size();
      underWay = next.stream;
      frames.send(next.stream, next.bytes.toByteArray(), 0, next.bytes.size());
    }
  }

  /** Waits until the client has written everything. */
  synchronized void drain() throws IOException {
    while ((underWay != 0 || !pieces.isEmpty() || leftOut > 0) && !discarding) {
      if (pieces.isEmpty()) {
        tellLeftOut();
        sendNext();
      }
      await();
    }
    checkOpen();
  }

  @SuppressWarnings("WaitNotInLoop") // Callers look again.
  private void await() throws IOException {
    try {
      wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the client was writing", e);
    }
  }

  private void checkOpen() throws IOException {
    if (broken != null) {
      throw new IOException(broken);
    }
  }

  private final class Stream extends OutputStream {
    private final byte stream;

    Stream(byte stream) {
      this.stream = stream;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      OutputQueue.this.write(stream, bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      if (stream == Told.OUT) {
        drain();
      }
    }
  }
}
