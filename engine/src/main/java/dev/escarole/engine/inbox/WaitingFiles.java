package dev.escarole.engine.inbox;

import dev.escarole.engine.inbox.InboxState.Waiting;
import dev.escarole.engine.inbox.Rooms.Stamp;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The files that wait in an inbox, the oldest first. Remembers a bounded number of them, however
 * many there are. Confined to the thread of the inbox; {@link #seen} is for everybody.
 */
final class WaitingFiles {

  /** Most files that are remembered from one look to the next. */
  static final int WINDOW = 4_096;

  private static final Comparator<Found> OLDEST_FIRST =
      Comparator.comparing((Found each) -> each.stamp().modifiedNanos()).thenComparing(Found::name);

  private final Duration settle;
  private final Predicate<String> taken;
  private Map<String, Found> known = new HashMap<>();
  private final Deque<Found> ready = new ArrayDeque<>();
  private volatile Seen seen = new Seen(0, List.of(), 0, List.of());

  /** A file that may be claimed. */
  record Found(String name, Stamp stamp, Instant since) {}

  /** What the last look has found. */
  record Seen(int waitingCount, List<Waiting> waiting, int leftCount, List<String> left) {}

  /**
   * @param taken whether something takes a file of this name
   */
  WaitingFiles(Duration settle, Predicate<String> taken) {
    this.settle = settle;
    this.taken = taken;
  }

  Seen seen() {
    return seen;
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  /** Takes the oldest file that has settled; null if there is none. */
  @Nullable Found next() {
    return ready.poll();
  }

  /** The same, but leaves it. */
  @Nullable Found peek() {
    return ready.peek();
  }

  /** Looks at all files. Replaces what was ready. */
  void look(HostDirectory root, Instant now) throws IOException {
    Pass pass = new Pass(root, now);
    root.visit(pass::visit);
    List<Found> oldest = pass.oldest();
    Map<String, Found> next = new HashMap<>();
    ready.clear();
    for (Found each : oldest) {
      next.put(each.name(), each);
      if (Duration.between(each.since(), now).compareTo(settle) >= 0) {
        ready.add(each);
      }
    }
    known = next;
    seen = pass.seen(oldest);
  }

  /** Looks at a file again that some process still writes. */
  void unsettle(Found file, Instant now) {
    known.put(file.name(), new Found(file.name(), file.stamp(), now));
  }

  /** One look. */
  private final class Pass {
    private final HostDirectory root;
    private final Instant now;
    private final PriorityQueue<Found> window = new PriorityQueue<>(OLDEST_FIRST.reversed());
    private final TreeSet<String> left = new TreeSet<>();
    private int waitingCount;
    private int leftCount;

    Pass(HostDirectory root, Instant now) {
      this.root = root;
      this.now = now;
    }

    void visit(String name) {
      if (FileNames.isTemporary(name)) {
        return;
      }
      BasicFileAttributes attributes = attributes(name);
      if (attributes == null || !attributes.isRegularFile()) {
        return;
      }
      if (!taken.test(name)) {
        leave(name);
        return;
      }
      waitingCount++;
      window.add(found(name, Rooms.stamp(attributes)));
      if (window.size() > WINDOW) {
        window.poll();
      }
    }

    private @Nullable BasicFileAttributes attributes(String name) {
      try {
        return root.attributesIfPresent(name);
      } catch (IOException e) {
        // Taken by another engine meanwhile, or a name that this system cannot express.
        return null;
      }
    }

    private void leave(String name) {
      leftCount++;
      left.add(name);
      if (left.size() > InboxState.SHOWN) {
        left.pollLast();
      }
    }

    private Found found(String name, Stamp stamp) {
      Found before = known.get(name);
      if (before != null && before.stamp().equals(stamp) && !now.isBefore(before.since())) {
        return before;
      }
      return new Found(name, stamp, now);
    }

    List<Found> oldest() {
      List<Found> all = new ArrayList<>(window);
      all.sort(OLDEST_FIRST);
      return all;
    }

    Seen seen(List<Found> oldest) {
      List<Waiting> first =
          oldest.stream()
              .limit(InboxState.SHOWN)
              .map(
                  each ->
                      new Waiting(
                          each.name(),
                          each.stamp().bytes(),
                          Instant.EPOCH.plusNanos(each.stamp().modifiedNanos())))
              .toList();
      return new Seen(waitingCount, first, leftCount, List.copyOf(left));
    }
  }
}
