package dev.escarole.web.cli.resident;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A connection between a client and a resident server: frames of one byte for the kind, four for
 * the length, and the payload. Any thread may send; one thread receives.
 */
final class FrameChannel implements Closeable {

  /** Of the payload of a frame, except for a request. */
  static final int LARGEST = 64 << 10;

  /** Of the payload of a request: arguments and environment. */
  static final int LARGEST_REQUEST = 1 << 20;

  private static final int HEAD = 5;
  private static final byte[] NOTHING = {};

  private final SocketChannel channel;
  private final ByteBuffer head = ByteBuffer.allocate(HEAD);

  /** Kinds of frames of a client. */
  static final class Asked {
    /** The call, as {@link CallRequest}. */
    static final byte REQUEST = 'Q';

    /** The call begins now. */
    static final byte BEGIN = 'G';

    /** The last output was written. */
    static final byte WRITTEN = 'A';

    /** The last output could not be written; the payload says why. */
    static final byte UNWRITABLE = 'B';

    /** Standard input; empty at its end. */
    static final byte INPUT = 'I';

    /** Standard input cannot be read; the payload says why. */
    static final byte UNREADABLE = 'J';

    /** How many bytes of standard input are there, as an integer. */
    static final byte AVAILABLE = 'K';

    /** The user wants the call to end. */
    static final byte STOP = 'C';

    private Asked() {}
  }

  /** Kinds of frames of a server. */
  static final class Told {
    /** The call can begin; the payload is when the server began, a line break, and its policy. */
    static final byte READY = 'Y';

    /** The client has to do it by itself; the payload says why. Nothing was done. */
    static final byte REFUSED = 'N';

    static final byte OUT = 'O';
    static final byte ERR = 'E';

    /** Wants standard input; the payload is the most bytes, as an integer. */
    static final byte READ = 'R';

    /** Wants to know how many bytes of standard input are there. */
    static final byte AVAILABLE = 'V';

    /** The run that the call waits for. */
    static final byte LAUNCHED = 'L';

    /** The client tells when the user wants it to end: exit code for that, and words if late. */
    static final byte HOLD = 'H';

    static final byte RELEASE = 'U';

    /** The call is over; the payload is the exit code. */
    static final byte EXIT = 'X';

    private Told() {}
  }

  /** One frame. */
  static final class Frame {
    final byte kind;
    final byte[] payload;

    Frame(byte kind, byte[] payload) {
      this.kind = kind;
      this.payload = payload;
    }

    String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    /** The text of a frame that begins with a number. */
    String textAfterNumber() {
      int from = Math.min(Integer.BYTES, payload.length);
      return new String(payload, from, payload.length - from, StandardCharsets.UTF_8);
    }

    /**
     * The payload's first four bytes.
     *
     * @throws IOException if there are fewer
     */
    int number() throws IOException {
      if (payload.length < Integer.BYTES) {
        throw new IOException("a frame is too short");
      }
      return ByteBuffer.wrap(payload).getInt();
    }
  }

  FrameChannel(SocketChannel channel) {
    this.channel = channel;
  }

  void send(byte kind) throws IOException {
    send(kind, NOTHING, 0, 0);
  }

  void send(byte kind, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    send(kind, bytes, 0, Math.min(bytes.length, LARGEST));
  }

  void send(byte kind, int number, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] payload =
        ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(number).put(bytes).array();
    send(kind, payload, 0, payload.length);
  }

  synchronized void send(byte kind, byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(HEAD + length);
    frame.put(kind).putInt(length).put(bytes, offset, length).flip();
    // A thread of the engine that was told to stop would close the channel for all others.
    boolean interrupted = Thread.interrupted();
    try {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for a frame.
   *
   * @param largest most bytes of its payload
   * @return null if the other side has closed the connection between two frames
   * @throws IOException if it has closed it elsewhere, or sends what is no frame
   */
  @Nullable Frame receive(int largest) throws IOException {
    head.clear();
    if (!fill(head)) {
      return null;
    }
    head.flip();
    byte kind = head.get();
    int length = head.getInt();
    if (length < 0 || length > largest) {
      throw new IOException("a frame is too long");
    }
    ByteBuffer payload = ByteBuffer.allocate(length);
    if (!fill(payload)) {
      throw new IOException("a frame is cut off");
    }
    return new Frame(kind, payload.array());
  }

  private boolean fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        if (buffer.position() > 0) {
          throw new IOException("a frame is cut off");
        }
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
