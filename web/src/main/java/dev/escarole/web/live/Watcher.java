package dev.escarole.web.live;

import dev.escarole.web.live.Feed.Frame;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that reads one or several streams. It holds a place in each, and at most one event
 * that is being written; it has no queue. Writing never blocks: while the connection is full, other
 * work continues, and the servlet container calls back when it takes more.
 *
 * <p>Thread-safe: its monitor guards the connection.
 */
final class Watcher implements WriteListener {

  /** After which the answer of a broken connection is ended if the container does not tell. */
  private static final long TOLD_SECONDS = 30;

  /** Tells browsers how long to wait before they reconnect. */
  private static final byte[] GREETING = bytes("retry: 2000\n\n");

  private static final byte[] BEAT = bytes(":\n\n");

  private final List<Seat> seats;
  private final boolean stays;
  private final BooleanSupplier standing;
  private final ServletOutputStream out;
  private final CompletableFuture<@Nullable Void> gone = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  /** The seat that is asked first for the next event, so that all take turns. */
  private int turn;

  /** What is written before the next event, or null. */
  private byte @Nullable [] first;

  /** Whether the container will call back when the connection takes more. */
  private boolean blocked = true;

  private boolean unflushed;
  private boolean quiet;
  private boolean finished;
  private volatile boolean broken;

  /**
   * @param seats what it reads
   * @param stays whether the connection stays open when all streams have ended
   * @param before what is written before all events
   * @param standing whether its reader may still read
   */
  Watcher(
      List<Seat> seats,
      boolean stays,
      byte[] before,
      BooleanSupplier standing,
      ServletOutputStream out) {
    this.seats = List.copyOf(seats);
    this.stays = stays;
    this.standing = standing;
    this.first = joined(GREETING, before);
    this.out = out;
  }

  /** A place in a stream. Guarded by its watcher. */
  static final class Seat {
    private final Feed feed;
    private long place;

    Seat(Feed feed, long place) {
      this.feed = feed;
      this.place = place;
    }
  }

  private static byte[] joined(byte[] greeting, byte[] before) {
    byte[] both = Arrays.copyOf(greeting, greeting.length + before.length);
    System.arraycopy(before, 0, both, greeting.length, before.length);
    return both;
  }

  void enter() {
    seats.forEach(seat -> seat.feed.join(this));
  }

  void leave() {
    seats.forEach(seat -> seat.feed.leave(this));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Nothing is written any more. */
  CompletableFuture<@Nullable Void> gone() {
    return gone;
  }

  /** The answer is to be ended. */
  CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  @Override
  public void onWritePossible() {
    synchronized (this) {
      blocked = false;
    }
    if (isOver()) {
      close();
    }
  }

  @Override
  public void onError(Throwable t) {
    close();
  }

  /** Writes as much as the connection takes. */
  void wake() {
    if (isOver()) {
      if (broken) {
        lose();
      } else {
        close();
      }
    }
  }

  /** Writes as much as the connection takes, and says whether that was the last. */
  private synchronized boolean isOver() {
    try {
      write();
    } catch (IOException | IllegalStateException e) {
      // The client has closed the connection.
      finished = true;
      broken = true;
    }
    return finished;
  }

  /**
   * Leaves the end of a broken connection to the container, which tells of it in a thread of its
   * own: Tomcat lets no other one end the answer.
   */
  private void lose() {
    if (gone.complete(null)) {
      var unused = ended.completeOnTimeout(null, TOLD_SECONDS, TimeUnit.SECONDS);
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
    for (int i = 0; i < seats.size(); i++) {
      Seat seat = seats.get((turn + i) % seats.size());
      Frame frame = seat.feed.next(seat.place);
      if (frame != null) {
        turn = (turn + i + 1) % seats.size();
        seat.place = frame.seq();
        put(frame.bytes());
        return true;
      }
    }
    finished = !stays && seats.stream().allMatch(seat -> seat.feed.endsAt(seat.place));
    return false;
  }

  private void put(byte[] bytes) throws IOException {
    quiet = false;
    unflushed = true;
    out.write(bytes);
  }

  /**
   * Writes a comment if nothing was written since the last beat. Ends it if its reader has signed
   * out or the token was revoked: the browser then asks anew, and is refused.
   */
  void beat() {
    if (!standing.getAsBoolean()) {
      close();
      return;
    }
    synchronized (this) {
      if (quiet && !blocked && first == null) {
        first = BEAT;
      }
      quiet = true;
    }
    wake();
  }

  /** Ends it; whatever waits for {@link #ended} closes the connection. */
  void close() {
    synchronized (this) {
      finished = true;
    }
    gone.complete(null);
    ended.complete(null);
  }
}
