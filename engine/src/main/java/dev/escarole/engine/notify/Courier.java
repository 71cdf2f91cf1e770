package dev.escarole.engine.notify;

import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.outbox.Outbox;
import dev.escarole.engine.store.outbox.StoredDelivery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers what is due. The queue is the database: in memory there is at most one task for each
 * channel, so that a slow receiver keeps up one of a few threads and no other channel. Thread-safe.
 */
final class Courier implements AutoCloseable {

  /** Attempts until a delivery is given up: about a day. */
  static final int MOST_ATTEMPTS = 30;

  static final Duration FIRST_WAIT = Duration.ofSeconds(10);
  static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /** Longest wait that a receiver can ask for. */
  static final Duration LONGEST_ASKED = Duration.ofHours(6);

  /** A channel whose receiver is down is tried at least this often while deliveries wait. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(5);

  /** How long what is under way may take when the engine is closed. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final int THREADS = 4;
  private static final int AT_ONCE = 20;
  private static final long LOOK_EVERY_MILLIS = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

  private final Outbox outbox;
  private final Supplier<Channels> channels;
  private final Sender sender;
  private final InstantSource clock;
  private final Pace pace;
  private final Map<String, Rest> rests = new ConcurrentHashMap<>();

  /** Until when channels take no more; what has come up meanwhile is told together. */
  private final Map<String, Instant> paused = new ConcurrentHashMap<>();

  private final Set<String> busy = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor pool;

  /** Guarded by this. */
  private @Nullable Thread looking;

  private boolean woken;
  private volatile boolean closing;
  private volatile boolean stopped;

  /** A channel is left alone for a while after a failure. */
  private record Rest(int failures, Instant until) {}

  Courier(Outbox outbox, Supplier<Channels> channels, Sender sender, InstantSource clock) {
    this.outbox = outbox;
    this.channels = channels;
    this.sender = sender;
    this.pace = new Pace(outbox);
    this.clock = clock;
    this.pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "escarole-notify");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  /** Delivers from now on, by itself. */
  synchronized void start() {
    if (looking == null && !closing) {
      Thread thread = new Thread(this::look, "escarole-notify-look");
      thread.setDaemon(true);
      looking = thread;
      thread.start();
    }
  }

  /** Something may be due. */
  synchronized void wake() {
    woken = true;
    notifyAll();
  }

  private void look() {
    while (!closing) {
      try {
        dispatch();
      } catch (StoreException e) {
        LOG.debug("The database does not answer; deliveries wait", e);
      } catch (RuntimeException e) {
        LOG.warn("Notifications cannot be delivered at the moment", e);
      }
      synchronized (this) {
        try {
          if (!woken && !closing) {
            wait(LOOK_EVERY_MILLIS);
          }
        } catch (InterruptedException e) {
          return;
        }
        woken = false;
      }
    }
  }

  private void dispatch() {
    for (String channel : outbox.dueChannels(clock.instant())) {
      if (!rests(channel) && busy.add(channel)) {
        pool.execute(
            () -> {
              try {
                deliver(channel);
              } catch (StoreException e) {
                LOG.debug("The database does not answer; deliveries wait", e);
              } catch (RuntimeException e) {
                LOG.warn("A notification to {} was not delivered", channel, e);
              } finally {
                busy.remove(channel);
                wakeIfMore(channel);
              }
            });
      }
    }
  }

  private void wakeIfMore(String channel) {
    if (!rests(channel) && !closing) {
      wake();
    }
  }

  /** Delivers all that is due now, on this thread. Only while nothing is delivered by itself. */
  void deliverDue() {
    for (String channel : outbox.dueChannels(clock.instant())) {
      while (!rests(channel) && deliver(channel)) {
        LOG.debug("There may be more for {}", channel);
      }
    }
  }

  private boolean rests(String channel) {
    Instant now = clock.instant();
    Rest rest = rests.get(channel);
    return (rest != null && now.isBefore(rest.until()))
        || now.isBefore(paused.getOrDefault(channel, Instant.MIN));
  }

  /** People have done something about the channel. */
  void forgetRest(String channel) {
    rests.remove(channel);
  }

  /**
   * Delivers some of what is due to a channel.
   *
   * @return whether there may be more
   */
  private boolean deliver(String name) {
    Channel channel = channels.get().find(name);
    if (channel == null) {
      outbox.giveUp(name, clock.instant(), unknown(name));
      return false;
    }
    for (int i = 0; i < AT_ONCE && !stopped; i++) {
      Pace.Slot slot = pace.next(channel.head(), clock.instant());
      if (slot.at().isAfter(clock.instant())) {
        paused.put(name, slot.at());
        return false;
      }
      boolean folds = slot.folds() || paused.containsKey(name);
      Optional<StoredDelivery> claimed = outbox.claim(name, clock.instant(), folds);
      if (claimed.isEmpty()) {
        paused.remove(name);
        return false;
      }
      StoredDelivery delivery = claimed.get();
      Attempt attempt = sender.send(channel, Message.of(delivery, channels.get().base()));
      if (stopped && !(attempt instanceof Attempt.Accepted)) {
        // Cut off by this engine, not by the receiver: the next one tries again.
        return false;
      }
      if (attempt instanceof Attempt.Accepted) {
        pace.sent(channel.head(), clock.instant());
      }
      if (!settled(delivery, attempt)) {
        return false;
      }
    }
    return true;
  }

  /** Why nothing can be delivered to a name. */
  private static String unknown(String name) {
    return name.startsWith(Outbox.NOT_FOR_RECIPES)
        ? "the operator does not let recipes use the channel "
            + name.substring(Outbox.NOT_FOR_RECIPES.length())
        : "no channel is named " + name;
  }

  /**
   * Stores how an attempt ended.
   *
   * @return whether the next delivery to the channel can be tried at once
   */
  private boolean settled(StoredDelivery delivery, Attempt attempt) {
    Instant now = clock.instant();
    if (attempt instanceof Attempt.Failed failed) {
      int attempts = delivery.attempts() + 1;
      Duration asked = failed.pause();
      if (attempts >= MOST_ATTEMPTS) {
        outbox.dead(delivery, now, failed.why());
        LOG.warn("Notification {} is given up: {}", delivery.id(), failed.why());
      } else {
        outbox.again(delivery, now.plus(longer(wait(attempts), asked)), failed.why());
      }
      Rest before = rests.get(delivery.channel());
      int failures = before == null ? 1 : before.failures() + 1;
      Duration rest = wait(failures).compareTo(LONGEST_REST) > 0 ? LONGEST_REST : wait(failures);
      rests.put(delivery.channel(), new Rest(failures, now.plus(longer(rest, asked))));
      return false;
    }
    rests.remove(delivery.channel());
    if (attempt instanceof Attempt.Refused refused) {
      outbox.dead(delivery, now, refused.why());
      LOG.warn("Notification {} is given up: {}", delivery.id(), refused.why());
    } else {
      outbox.sent(delivery, now);
    }
    return true;
  }

  private static Duration longer(Duration own, @Nullable Duration asked) {
    if (asked == null || asked.compareTo(own) <= 0) {
      return own;
    }
    return asked.compareTo(LONGEST_ASKED) > 0 ? LONGEST_ASKED : asked;
  }

  /** Twice as long each time. */
  static Duration wait(int attempts) {
    long millis = FIRST_WAIT.toMillis() << Math.min(attempts - 1, 16);
    return millis > LONGEST_WAIT.toMillis() ? LONGEST_WAIT : Duration.ofMillis(millis);
  }

  /** Delivers what can be delivered in a moment, and leaves the rest to the next engine. */
  @Override
  public void close() {
    Thread thread;
    synchronized (this) {
      thread = looking;
      closing = true;
      notifyAll();
    }
    if (thread != null) {
      finish(thread);
    }
    stopped = true;
  }

  private void finish(Thread thread) {
    try {
      thread.join(GRACE.toMillis());
      dispatch();
      pool.shutdown();
      boolean unused = pool.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.debug("Deliveries wait for the next engine", e);
    }
  }

  /** Waits for the threads whose connections were cut off. */
  void end() {
    pool.shutdownNow();
    try {
      if (!pool.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("A delivery does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
