package dev.escarole.web.live;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunsNews.RunProgress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the runs of an installation and keeps a stream for each run that is watched, and one for
 * all runs. One thread writes events, whatever the number of connections, because no write waits;
 * one subscribes, which may wait for a database or another process. A subscription that breaks is
 * renewed for as long as its stream is watched. Thread-safe.
 */
final class LiveHub implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LiveHub.class);

  private static final long PAUSE_MILLIS = 500;

  private final Escarole escarole;
  private final LiveOptions options;
  private final Map<String, RunFeed> feeds = new ConcurrentHashMap<>();
  private final RunsFeed runs;
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private final AtomicLong streams = new AtomicLong();

  /** Tells the streams of this server from those of its predecessor. */
  private final String born;

  private final ScheduledExecutorService teller = thread("escarole-live");
  private final ScheduledExecutorService subscriber = thread("escarole-live-subscribes");

  LiveHub(Escarole escarole, LiveOptions options) {
    this.escarole = escarole;
    this.options = options;
    RandomGenerator random = new SecureRandom();
    this.born = Long.toString(random.nextLong(Long.MAX_VALUE), Character.MAX_RADIX);
    this.runs = new RunsFeed(newStream(), options.keptBytes(), this::renew);
    subscribe(runs, 0);
    long tick = options.tick().toMillis();
    var unused =
        teller.scheduleWithFixedDelay(this::tickQuietly, tick, tick, TimeUnit.MILLISECONDS);
  }

  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  private String newStream() {
    return born + Long.toString(streams.incrementAndGet(), Character.MAX_RADIX);
  }

  Feed runs() {
    return runs;
  }

  RunFeed run(RunHead run) {
    RunFeed feed =
        feeds.computeIfAbsent(
            run.run(), unused -> new RunFeed(newStream(), options.keptBytes(), run));
    if (feed.lacksNews()) {
      subscribe(feed, 0);
    }
    return feed;
  }

  /** An interrupted run that is watched goes on. */
  private void renew(RunProgress progress) {
    RunFeed feed = feeds.get(progress.run());
    if (feed != null && feed.isWatched() && feed.lacksNews()) {
      subscribe(feed, 0);
    }
  }

  private void subscribe(Feed feed, long delayMillis) {
    if (feed.askForNews()) {
      submit(subscriber, () -> subscribeNow(feed), delayMillis);
    }
  }

  private static void submit(ScheduledExecutorService thread, Runnable task, long delayMillis) {
    try {
      var unused = thread.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The server stops; nobody is told any more.
      return;
    }
  }

  private void subscribeNow(Feed feed) {
    feed.newsAreSeenTo();
    if (!feed.lacksNews()) {
      return;
    }
    try {
      Following following = feed.follow(escarole, () -> submit(teller, () -> wakeQuietly(feed), 0));
      feed.followed(following);
      var unused = following.end().whenComplete((head, failure) -> ended(feed, failure));
    } catch (RuntimeException e) {
      failed(feed, e);
    }
  }

  private void ended(Feed feed, @Nullable Throwable failure) {
    if (failure instanceof RuntimeException e && !(e instanceof CancellationException)) {
      LOG.warn("Live events have broken off, and are asked for again: {}", e.getMessage());
      failed(feed, e);
    }
  }

  private void failed(Feed feed, RuntimeException failure) {
    boolean gone =
        failure instanceof RefusedException refused
            && refused.code().kind() == RefusalCode.Kind.NOT_FOUND;
    if (gone) {
      let(feed);
    } else if (feed == runs || feed.isWatched()) {
      LOG.debug("Live events cannot be had now", failure);
      subscribe(feed, PAUSE_MILLIS);
    }
  }

  /** Watchers who come meanwhile are closed, and come back to a new stream. */
  private void let(Feed feed) {
    feeds.values().remove(feed);
    feed.close();
  }

  private static void wakeQuietly(Feed feed) {
    try {
      feed.wakeAll();
    } catch (RuntimeException e) {
      LOG.error("Live events could not be told; watchers get a snapshot with the next ones", e);
    }
  }

  private void tickQuietly() {
    try {
      tick();
    } catch (RuntimeException e) {
      LOG.error("Live streams could not be looked after; the next try is soon", e);
    }
  }

  /** Beats, renews subscriptions that ended early, and drops streams that are not watched. */
  void tick() {
    watchers.forEach(Watcher::beat);
    for (RunFeed feed : new ArrayList<>(feeds.values())) {
      if (feed.idleTicks() >= options.keptTicks()) {
        let(feed);
      } else if (feed.isWatched() && feed.lacksNews()) {
        subscribe(feed, 0);
      }
    }
  }

  /** Beats for a watcher until it is gone. */
  void enter(Watcher watcher) {
    watchers.add(watcher);
    watcher.enter();
    if (closed) {
      watcher.close();
    }
    var unused =
        watcher
            .gone()
            .thenRun(
                () -> {
                  watchers.remove(watcher);
                  watcher.leave();
                });
  }

  int kept() {
    return feeds.size();
  }

  /** Closes all connections; browsers come back when there is a server. */
  @Override
  public void close() {
    closed = true;
    teller.shutdown();
    subscriber.shutdown();
    List<Feed> all = new ArrayList<>(feeds.values());
    all.add(runs);
    all.forEach(Feed::close);
    watchers.forEach(Watcher::close);
  }
}
