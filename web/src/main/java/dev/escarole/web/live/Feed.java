package dev.escarole.web.live;

import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.Following;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A stream of events and its watchers. A watcher keeps nothing but its place; the latest events are
 * here, once for all. Thread-safe: its monitor guards the events, so that events and snapshots
 * follow one another.
 */
abstract class Feed {

  static final long NOWHERE = -1;

  private static final int MOST_FRAMES = 2048;

  /** A snapshot is used again while no more events than this have followed it. */
  private static final int SNAPSHOT_SERVES = 20;

  private final String stream;
  private final long mostBytes;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
  private long bytes;

  /** The place of the newest event; 0 before the first. */
  private long latest;

  private @Nullable Frame snapshot;
  private @Nullable Frame end;
  private boolean ready;
  private volatile boolean closed;
  private volatile @Nullable Following following;
  private final AtomicBoolean newsAsked = new AtomicBoolean();

  /** Used by the one thread that looks after feeds. */
  private int idleTicks;

  /**
   * @param stream names it in ids; letters and digits, and never used before
   * @param mostBytes of its latest events that it keeps
   */
  Feed(String stream, long mostBytes) {
    this.stream = stream;
    this.mostBytes = mostBytes;
  }

  /**
   * An event as it is sent, encoded once for all watchers. The bytes are shared and must not be
   * changed.
   *
   * @param seq its place in the stream; a snapshot has that of the event that it follows
   * @param last whether nothing follows
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; copying is what it saves.
  record Frame(long seq, byte[] bytes, boolean last) {}

  /**
   * Subscribes to the news that it tells.
   *
   * @param wake is called after news came
   * @throws dev.escarole.web.app.RefusedException if they cannot be had now
   */
  abstract Following follow(Escarole escarole, Runnable wake);

  /** Returns the data of a snapshot for new watchers; called in the monitor, once it is ready. */
  abstract Object snapshotData(long seq);

  /** Whether it needs a subscription to go on. */
  final boolean lacksNews() {
    Following now = following;
    return !isOver() && (now == null || now.end().isDone());
  }

  final void followed(Following now) {
    following = now;
    if (closed) {
      now.close();
    }
  }

  /** Whether somebody has to see to its subscription who was not asked to before. */
  final boolean askForNews() {
    return newsAsked.compareAndSet(false, true);
  }

  final void newsAreSeenTo() {
    newsAsked.set(false);
  }

  /** From now on there is something to tell; called in the monitor. */
  final void ready() {
    ready = true;
  }

  final boolean isReady() {
    return ready;
  }

  /** Adds an event; called in the monitor. */
  final void tell(String name, LongFunction<Object> data) {
    add(frame(name, latest + 1, data, false));
  }

  /** Adds the last event; called in the monitor. */
  final void tellEnd(LongFunction<Object> data) {
    end = frame("end", latest + 1, data, true);
    add(end);
  }

  private Frame frame(String name, long seq, LongFunction<Object> data, boolean last) {
    String head = "event: %s\nid: %s-%d\ndata: ".formatted(name, stream, seq);
    return new Frame(seq, encoded(head, data.apply(seq)), last);
  }

  static byte[] encoded(String head, Object data) {
    ByteArrayOutputStream event = new ByteArrayOutputStream(256);
    event.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    event.writeBytes(Documents.bytes(data));
    event.writeBytes(new byte[] {'\n', '\n'});
    return event.toByteArray();
  }

  private void add(Frame frame) {
    frames.addLast(frame);
    bytes += frame.bytes().length;
    latest = frame.seq();
    while (frames.size() > MOST_FRAMES || (bytes > mostBytes && frames.size() > 1)) {
      bytes -= frames.removeFirst().bytes().length;
    }
  }

  /** Makes all watchers begin anew with a snapshot; called in the monitor. */
  final void restart() {
    frames.clear();
    bytes = 0;
    latest++;
    snapshot = null;
  }

  /** Returns what a watcher at this place reads next; null if there is nothing yet. */
  synchronized @Nullable Frame next(long place) {
    if (!ready) {
      return null;
    }
    return place != NOWHERE && reachesBackTo(place) ? after(place) : snapshot();
  }

  /** Whether all events after this one are here. */
  private boolean reachesBackTo(long seq) {
    return seq <= latest && seq >= latest - frames.size();
  }

  private @Nullable Frame after(long seq) {
    // Nearly everybody asks for the newest.
    var newestFirst = frames.descendingIterator();
    while (newestFirst.hasNext()) {
      Frame frame = newestFirst.next();
      if (frame.seq() <= seq + 1) {
        return frame.seq() == seq + 1 ? frame : null;
      }
    }
    return null;
  }

  private Frame snapshot() {
    Frame made = snapshot;
    long before = end == null ? latest : latest - 1;
    if (made == null || before - made.seq() > SNAPSHOT_SERVES || !reachesBackTo(made.seq())) {
      made = frame("snapshot", before, this::snapshotData, false);
      snapshot = made;
    }
    return made;
  }

  /** Returns the place that an id names, if it is one of this stream and not too old. */
  synchronized long place(@Nullable String id) {
    int dash = id == null ? -1 : id.lastIndexOf('-');
    if (id == null || dash < 0 || !id.substring(0, dash).equals(stream)) {
      return NOWHERE;
    }
    try {
      long seq = Long.parseLong(id.substring(dash + 1));
      return seq >= 0 && reachesBackTo(seq) ? seq : NOWHERE;
    } catch (NumberFormatException e) {
      return NOWHERE;
    }
  }

  synchronized boolean endsAt(long place) {
    return end != null && end.seq() == place;
  }

  synchronized boolean isOver() {
    return end != null;
  }

  /** Adds a watcher; closes it at once if this feed is closed. */
  void join(Watcher watcher) {
    watchers.add(watcher);
    if (closed) {
      watcher.close();
    }
  }

  void leave(Watcher watcher) {
    watchers.remove(watcher);
  }

  boolean isWatched() {
    return !watchers.isEmpty();
  }

  void wakeAll() {
    watchers.forEach(Watcher::wake);
  }

  /** Closes all watchers, and all who come later. */
  void close() {
    closed = true;
    watchers.forEach(Watcher::close);
    Following now = following;
    if (now != null) {
      now.close();
    }
  }

  int idleTicks() {
    idleTicks = watchers.isEmpty() ? idleTicks + 1 : 0;
    return idleTicks;
  }
}
