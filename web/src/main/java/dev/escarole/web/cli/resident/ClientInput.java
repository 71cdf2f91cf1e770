package dev.escarole.web.cli.resident;

import dev.escarole.web.cli.resident.FrameChannel.Asked;
import dev.escarole.web.cli.resident.FrameChannel.Frame;
import dev.escarole.web.cli.resident.FrameChannel.Told;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The client's standard input, which is asked for when it is read. Read by one thread; answers may
 * come from another.
 */
final class ClientInput extends InputStream {

  /** A client with more input does the call by itself: the memory here is everybody's. */
  static final int MOST = 1 << 20;

  private final FrameChannel frames;
  private final Runnable tooMuch;
  private final Object asking = new Object();
  private final Object lock = new Object();
  private @Nullable Frame answer;
  private boolean asked;
  private boolean gone;
  private boolean ended;
  private int total;

  /**
   * @param tooMuch is told when there is more than a server takes
   */
  ClientInput(FrameChannel frames, Runnable tooMuch) {
    this.frames = frames;
    this.tooMuch = tooMuch;
  }

  /** Takes an answer of the client, or null when it is gone. */
  void answered(@Nullable Frame frame) throws IOException {
    synchronized (lock) {
      if (frame != null && !asked) {
        throw new IOException("a client answers what was not asked");
      }
      asked = false;
      gone |= frame == null;
      answer = frame;
      lock.notifyAll();
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (ended || length == 0) {
      return ended ? -1 : 0;
    }
    Frame frame = ask(Told.READ, Math.min(length, FrameChannel.LARGEST));
    if (frame.kind == Asked.UNREADABLE) {
      throw new IOException(frame.text());
    }
    int size = frame.payload.length;
    total += size;
    if (size > length || total > MOST) {
      tooMuch.run();
      throw new IOException("there is too much of it");
    }
    System.arraycopy(frame.payload, 0, bytes, offset, size);
    ended = size == 0;
    return ended ? -1 : size;
  }

  @Override
  public int available() throws IOException {
    return ended ? 0 : Math.max(0, ask(Told.AVAILABLE, 0).number());
  }

  /** One question at a time. */
  private Frame ask(byte what, int number) throws IOException {
    synchronized (asking) {
      synchronized (lock) {
        asked = true;
        frames.send(what, number, "");
      }
      return awaitAnswer();
    }
  }

  private Frame awaitAnswer() throws IOException {
    synchronized (lock) {
      while (answer == null && !gone) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted while the client was reading", e);
        }
      }
      Frame frame = answer;
      answer = null;
      if (frame == null) {
        throw new IOException("the client is gone");
      }
      return frame;
    }
  }
}
