package dev.escarole.web.cli.option;

import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Standard input that is read when somebody wants it, on a thread of its own, because a read of it
 * cannot be interrupted. A command that does not read is never blocked by a pipe that stays open.
 * One thread reads.
 */
public final class PipedInput implements InputSource {

  private static final int CHUNK = 64 << 10;
  private static final int AHEAD = 16;
  private static final byte[] END = {};

  /** How long nothing is said about waiting. */
  static final Duration QUIET = Duration.ofSeconds(2);

  /** How long the first byte may take if it is not known whether anybody wants it. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Console console;
  private final long most;
  private final BlockingQueue<Object> chunks = new ArrayBlockingQueue<>(AHEAD);
  private @Nullable Thread pump;
  private byte[] current = {};
  private int at;
  private boolean ended;
  private boolean begun;

  /**
   * @param most bytes to read; what comes after them is left alone
   */
  PipedInput(Console console, long most) {
    this.console = console;
    this.most = most;
  }

  /**
   * Reads everything.
   *
   * @throws UsageException if the first byte does not come in time, or reading fails
   */
  byte[] readAll(Duration quiet, Duration patience) {
    try {
      if (!await(quiet)) {
        console.say(
            "waiting for standard input; Ctrl-C ends the wait, and --stdin /dev/null runs without");
        if (!await(patience.minus(quiet))) {
          throw new UsageException(
              "idle-stdin",
              "standard input is an open pipe without data",
              "Add --stdin /dev/null (or < /dev/null) to run without input, or --stdin - to wait"
                  + " for it as long as it takes.");
        }
      }
      collect();
      return current;
    } catch (UncheckedIOException e) {
      throw new UsageException(
          "bad-stdin",
          String.valueOf(e.getMessage()),
          "Name a file with --stdin FILE, or run without input: --stdin /dev/null.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException(
          "bad-stdin", "the wait for standard input was cut off", "Try again.");
    }
  }

  /** Waits for the first byte or the end. */
  private boolean await(Duration most) throws InterruptedException {
    begin();
    Object first = chunks.poll(most.toMillis(), TimeUnit.MILLISECONDS);
    if (first == null) {
      return false;
    }
    take(first);
    return true;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws InterruptedException {
    int done = 0;
    while (done < length && more()) {
      int taken = Math.min(length - done, current.length - at);
      System.arraycopy(current, at, into, offset + done, taken);
      at += taken;
      done += taken;
    }
    return done;
  }

  @Override
  public int available() throws InterruptedException {
    collect();
    return current.length - at;
  }

  /** Whether there is something unread; waits for it. */
  private boolean more() throws InterruptedException {
    while (at == current.length && !ended) {
      begin();
      take(next());
    }
    return at < current.length;
  }

  private Object next() throws InterruptedException {
    Object chunk = begun ? chunks.take() : chunks.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS);
    if (chunk == null) {
      console.say("waiting for standard input; Ctrl-C ends the wait");
      chunk = chunks.take();
    }
    begun = true;
    return chunk;
  }

  private void take(Object chunk) {
    if (chunk instanceof IOException failure) {
      throw new UncheckedIOException(
          "standard input cannot be read: " + failure.getMessage(), failure);
    }
    byte[] bytes = (byte[]) chunk;
    ended = bytes == END;
    current = bytes;
    at = 0;
  }

  /** Puts everything that is unread into the current chunk. */
  private void collect() throws InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (more()) {
      all.write(current, at, current.length - at);
      at = current.length;
    }
    current = all.toByteArray();
    at = 0;
  }

  private void begin() {
    if (pump == null) {
      pump = new Thread(this::pump, "escarole-stdin");
      pump.setDaemon(true);
      pump.start();
    }
  }

  private void pump() {
    try {
      InputStream in = console.in();
      long left = most;
      byte[] buffer = new byte[CHUNK];
      while (left > 0) {
        int read = in.read(buffer, 0, (int) Math.min(left, CHUNK));
        if (read < 0) {
          break;
        }
        chunks.put(java.util.Arrays.copyOf(buffer, read));
        left -= read;
      }
      chunks.put(END);
    } catch (IOException e) {
      boolean unused = chunks.offer(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
