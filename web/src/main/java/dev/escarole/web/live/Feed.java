package dev.escarole.web.live;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One stream of events and who watches it. A watcher keeps nothing but its place; the events
 * themselves are here, once for all. Thread-safe: its monitor guards the events, so that they and
 * the snapshots among them are made one after the other.
 */
abstract class Feed {

  /** The place of somebody who has seen nothing. */
  static final long NOWHERE = -1;

  private static final int MOST_FRAMES = 2048;

  /** A snapshot is used again while no more events than this have followed it. */
  private static final int SNAPSHOT_SERVES = 20;

  private final String stream;
  private final Ring ring;
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean due = new AtomicBoolean();
  private @Nullable Frame snapshot;
  private @Nullable Frame end;
  private boolean ready;
  private volatile boolean closed;

  /** Of the one thread that looks after feeds. */
  private int idleTicks;

  /**
   * @param stream names it in ids; letters and digits, and never used before
   * @param keptBytes of its latest events that it keeps
   */
  Feed(String stream, long keptBytes) {
    this.stream = stream;
    this.ring = new Ring(MOST_FRAMES, keptBytes);
  }

  /** Adds events for all that nobody was told yet; called in the feed's monitor. */
  abstract void tellNews();

  /** What somebody has to know who has seen nothing. */
  abstract LiveJson.Body snapshotBody();

  /** Whether a flush has to be arranged: there is none yet. */
  boolean becomesDue() {
    return due.compareAndSet(false, true);
  }

  /** Makes events of what has happened and hands them to all who watch. */
  void flush() {
    due.set(false);
    synchronized (this) {
      if (!ready) {
        return;
      }
      tellNews();
    }
    wakeAll();
  }

  /** From now on there is something to tell. */
  void ready() {
    synchronized (this) {
      ready = true;
    }
    flush();
  }

  final void tell(String name, LiveJson.Body body) {
    add(name, body, false);
  }

  final void tellEnd(LiveJson.Body body) {
    add("end", body, true);
  }

  private void add(String name, LiveJson.Body body, boolean last) {
    long seq = ring.latest() + 1;
    Frame frame = new Frame(seq, LiveJson.event(name, stream, seq, body), last);
    ring.add(frame);
    if (last) {
      end = frame;
    }
  }

  /** What somebody at this place reads next; null if there is nothing yet. */
  synchronized @Nullable Frame next(long place) {
    if (!ready) {
      return null;
    }
    if (place != NOWHERE && ring.reachesBackTo(place)) {
      return ring.after(place);
    }
    return snapshot();
  }

  private Frame snapshot() {
    Frame made = snapshot;
    long before = end == null ? ring.latest() : ring.latest() - 1;
    if (made == null || before - made.seq() > SNAPSHOT_SERVES || !ring.reachesBackTo(made.seq())) {
      byte[] bytes = LiveJson.event("snapshot", stream, before, snapshotBody());
      made = new Frame(before, bytes, false);
      snapshot = made;
    }
    return made;
  }

  /** The place that an id names; nowhere if it is none of this stream, or of what is gone. */
  synchronized long place(@Nullable String id) {
    int dash = id == null ? -1 : id.lastIndexOf('-');
    if (id == null || dash < 0 || !id.substring(0, dash).equals(stream)) {
      return NOWHERE;
    }
    try {
      long seq = Long.parseLong(id.substring(dash + 1));
      return seq >= 0 && ring.reachesBackTo(seq) ? seq : NOWHERE;
    } catch (NumberFormatException e) {
      return NOWHERE;
    }
  }

  /** Whether nothing follows what is at this place. */
  synchronized boolean endsAt(long place) {
    return end != null && end.seq() == place;
  }

  /** Whether nothing more will happen here. */
  synchronized boolean isOver() {
    return end != null;
  }

  /** Lets somebody watch; who comes too late is sent away at once. */
  void join(Watcher watcher) {
    watchers.add(watcher);
    if (closed) {
      watcher.close();
    }
  }

  void leave(Watcher watcher) {
    watchers.remove(watcher);
  }

  int watching() {
    return watchers.size();
  }

  private void wakeAll() {
    watchers.forEach(Watcher::wake);
  }

  void beatAll() {
    watchers.forEach(Watcher::beat);
  }

  /** Sends all away, and all who come later. */
  void closeAll() {
    closed = true;
    watchers.forEach(Watcher::close);
  }

  /** Counts the looks at it since somebody watched. */
  int idleTicks() {
    idleTicks = watchers.isEmpty() ? idleTicks + 1 : 0;
    return idleTicks;
  }
}
