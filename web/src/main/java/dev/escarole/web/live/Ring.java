package dev.escarole.web.live;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The latest events of a stream, so many and no more: who has missed some reads them here. Guarded
 * by the feed that owns it.
 */
final class Ring {

  private final int mostFrames;
  private final long mostBytes;
  private final Deque<Frame> frames = new ArrayDeque<>();
  private long bytes;
  private long latest;

  Ring(int mostFrames, long mostBytes) {
    this.mostFrames = mostFrames;
    this.mostBytes = mostBytes;
  }

  /** The place of the newest event; 0 before the first. */
  long latest() {
    return latest;
  }

  void add(Frame frame) {
    frames.addLast(frame);
    bytes += frame.bytes().length;
    latest = frame.seq();
    while (frames.size() > mostFrames || (bytes > mostBytes && frames.size() > 1)) {
      bytes -= frames.removeFirst().bytes().length;
    }
  }

  /** Whether all events after this one are here. */
  boolean reachesBackTo(long seq) {
    return seq <= latest && seq >= latest - frames.size();
  }

  /** The event after this one; null if there is none, or if it is here no more. */
  @Nullable Frame after(long seq) {
    if (seq >= latest || !reachesBackTo(seq)) {
      return null;
    }
    Frame first = frames.getFirst();
    if (first.seq() == seq + 1) {
      return first;
    }
    return find(seq + 1);
  }

  private @Nullable Frame find(long seq) {
    // Nearly everybody asks for the newest.
    var newestFirst = frames.descendingIterator();
    while (newestFirst.hasNext()) {
      Frame frame = newestFirst.next();
      if (frame.seq() == seq) {
        return frame;
      }
    }
    return null;
  }
}
