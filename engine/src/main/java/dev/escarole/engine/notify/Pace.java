package dev.escarole.engine.notify;

import dev.escarole.engine.store.outbox.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How soon a channel may be sent its next message. Half of what it takes in an hour may come at
 * once, and after that the rest in equal distances: so no hour has more than its number, also the
 * first one. Thread-safe if each channel is used by one thread.
 */
final class Pace {

  private static final Duration WINDOW = Duration.ofHours(1);

  private final Outbox outbox;

  /** Rows of deleted runs are gone from the database, so what was sent here is remembered, too. */
  private final Map<String, Deque<Instant>> sent = new ConcurrentHashMap<>();

  Pace(Outbox outbox) {
    this.outbox = outbox;
  }

  /**
   * When the next message may be sent.
   *
   * @param at not after now if it may be sent at once
   * @param folds whether it stands for all others that are due
   */
  record Slot(Instant at, boolean folds) {}

  Slot next(Channel.Head channel, Instant now) {
    if (channel.perHour() == 0) {
      return new Slot(now, false);
    }
    Instant since = now.minus(WINDOW);
    Deque<Instant> own = own(channel.name());
    own.removeIf(at -> !at.isAfter(since));
    Outbox.Sent stored = outbox.sentSince(channel.name(), since);
    int half = Math.max(1, channel.perHour() / 2);
    if (Math.max(own.size(), stored.count()) < half) {
      return new Slot(now, false);
    }
    Instant last = own.isEmpty() ? stored.last() : later(own.getLast(), stored.last());
    // A clock that was set back must not stop a channel.
    Instant from = last.isAfter(now) ? now : last;
    return new Slot(from.plus(WINDOW.dividedBy(half)), true);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** A message was accepted. */
  void sent(Channel.Head channel, Instant now) {
    if (channel.perHour() > 0) {
      Deque<Instant> own = own(channel.name());
      own.addLast(now);
      if (own.size() > channel.perHour()) {
        own.removeFirst();
      }
    }
  }

  private Deque<Instant> own(String channel) {
    return sent.computeIfAbsent(channel, name -> new ArrayDeque<>());
  }
}
