package dev.escarole.web.live;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who reads a stream over one connection. It holds a place in the stream and at most one
 * event that is being written; nothing waits in line for it. Nobody ever waits for the connection,
 * either: while it takes nothing, the server goes on, and says when it takes more.
 *
 * <p>Thread-safe: its monitor guards the connection.
 */
final class Watcher implements WriteListener {

  /** Tells browsers how long to wait before they come back, and that somebody is here. */
  private static final byte[] GREETING = bytes("retry: 2000\n\n");

  private static final byte[] BEAT = bytes(":\n\n");

  private final Feed feed;
  private final ServletOutputStream out;
  private final CompletableFuture<@Nullable Void> gone = new CompletableFuture<>();
  private long place;

  /** Something to be written before the next event, or null. */
  private byte @Nullable [] first = GREETING;

  /** Whether the connection will say when it takes more. */
  private boolean blocked = true;

  private boolean unflushed;
  private boolean quiet;
  private boolean finished;

  Watcher(Feed feed, long place, ServletOutputStream out) {
    this.feed = feed;
    this.place = place;
    this.out = out;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Completes when it reads no more, for whatever reason. */
  CompletableFuture<@Nullable Void> gone() {
    return gone;
  }

  @Override
  public void onWritePossible() {
    synchronized (this) {
      blocked = false;
    }
    wake();
  }

  @Override
  public void onError(Throwable t) {
    close();
  }

  /** Writes what there is to write, as much as the connection takes. */
  void wake() {
    boolean over;
    synchronized (this) {
      try {
        write();
      } catch (IOException | IllegalStateException e) {
        // It has gone away; that is how connections end.
        finished = true;
      }
      over = finished;
    }
    if (over) {
      close();
    }
  }

  private void write() throws IOException {
    while (!finished && !blocked) {
      if (!out.isReady()) {
        blocked = true;
      } else if (unflushed) {
        unflushed = false;
        out.flush();
      } else if (!writeNext()) {
        return;
      }
    }
  }

  private boolean writeNext() throws IOException {
    byte[] bytes = first;
    if (bytes != null) {
      first = null;
      put(bytes);
      return true;
    }
    Frame frame = feed.next(place);
    if (frame != null) {
      place = frame.seq();
      put(frame.bytes());
      return true;
    }
    finished = feed.endsAt(place);
    return false;
  }

  private void put(byte[] bytes) throws IOException {
    quiet = false;
    unflushed = true;
    out.write(bytes);
  }

  /** Writes a comment if nothing was written since the last beat. */
  void beat() {
    synchronized (this) {
      if (quiet && !blocked && first == null) {
        first = BEAT;
      }
      quiet = true;
    }
    wake();
  }

  /** Ends it; the connection is closed by who waits for that. */
  void close() {
    synchronized (this) {
      finished = true;
    }
    gone.complete(null);
  }
}
