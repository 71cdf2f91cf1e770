package dev.escarole.web.live;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears an engine and keeps a stream for each run that somebody watches, and one for all runs. Two
 * threads do it all: one makes and writes events, whatever the number of connections, as no write
 * waits; one reads the store, which may. What the engine's own threads do here is to note what has
 * changed. Thread-safe.
 */
final class LiveHub implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LiveHub.class);

  private final Engine engine;
  private final LiveOptions options;
  private final Map<RunId, RunFeed> feeds = new ConcurrentHashMap<>();
  private final RunsFeed runs;
  private final Feed beats;
  private final AtomicLong streams = new AtomicLong();

  /** Tells the streams of this server from those of the one that ran here before. */
  private final String born;

  private final ScheduledExecutorService teller =
      Executors.newSingleThreadScheduledExecutor(daemon("escarole-live"));
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(daemon("escarole-live-reads"));
  private final Subscription subscription;
  private final Future<?> ticking;

  LiveHub(Engine engine, LiveOptions options) {
    this.engine = engine;
    this.options = options;
    RandomGenerator random = new SecureRandom();
    this.born = Long.toString(random.nextLong(Long.MAX_VALUE), Character.MAX_RADIX);
    this.runs = new RunsFeed(newStream(), options.keptBytes(), engine);
    runs.ready();
    this.beats = new BeatsFeed(newStream());
    this.subscription = engine.listen(this::hear);
    long tick = options.tick().toMillis();
    this.ticking =
        teller.scheduleWithFixedDelay(this::tickQuietly, tick, tick, TimeUnit.MILLISECONDS);
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private String newStream() {
    return born + Long.toString(streams.incrementAndGet(), Character.MAX_RADIX);
  }

  /** On a run's own thread, which must not be held up. */
  private void hear(RunEvent event) {
    RunFeed feed = feeds.get(event.run());
    if (feed != null && feed.hear(event)) {
      arrangeFlush(feed);
    }
    if (feed != null && isBeginning(event)) {
      read(() -> load(feed));
    }
    if (runs.hear(event)) {
      arrangeFlush(runs);
    }
  }

  private static boolean isBeginning(RunEvent event) {
    return event instanceof RunEvent.RunStarted || event instanceof RunEvent.RunResumed;
  }

  private void arrangeFlush(Feed feed) {
    if (!feed.becomesDue()) {
      return;
    }
    try {
      Future<?> unused =
          teller.schedule(
              () -> flushQuietly(feed), options.pulse().toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The server stops; nobody is told any more.
      return;
    }
  }

  private static void flushQuietly(Feed feed) {
    try {
      feed.flush();
    } catch (RuntimeException e) {
      LOG.error("Live events could not be told; watchers get a snapshot with the next ones", e);
    }
  }

  /** A stream without events: who reads it is told that the server is there. */
  Feed beats() {
    return beats;
  }

  /** The stream of all runs. */
  Feed runs() {
    return runs;
  }

  /**
   * The stream of a run; makes one if nobody watches it yet.
   *
   * @param run as the store has it
   */
  Feed run(StoredRun run) {
    RunFeed feed = feeds.get(run.id());
    if (feed != null) {
      return feed;
    }
    RunFeed fresh = new RunFeed(newStream(), options.keptBytes(), run);
    RunFeed other = feeds.putIfAbsent(run.id(), fresh);
    if (other != null) {
      return other;
    }
    // Only now, when it hears what happens: what the store has not by then, is heard.
    read(() -> load(fresh));
    return fresh;
  }

  private void read(Runnable task) {
    try {
      reader.execute(task);
    } catch (RejectedExecutionException e) {
      // The server stops; nobody is told any more.
      return;
    }
  }

  private void load(RunFeed feed) {
    try {
      feed.load(engine).ifPresent(handle -> awaitBreak(feed, handle));
      feed.ready();
    } catch (StoreException e) {
      LOG.warn("Run {} cannot be read for who watches it; the next try is soon", feed.run(), e);
    } catch (RuntimeException e) {
      LOG.error("Run {} cannot be shown live", feed.run(), e);
      feeds.remove(feed.run(), feed);
      feed.closeAll();
    }
  }

  /** Of a run that the engine had to break off no end is told, but the store has it. */
  private void awaitBreak(RunFeed feed, RunHandle handle) {
    var unused =
        handle
            .result()
            .whenComplete(
                (result, failure) -> {
                  if (failure != null) {
                    read(() -> broken(feed));
                  }
                });
  }

  private void broken(RunFeed feed) {
    try {
      engine.store().run(feed.run()).filter(run -> run.status().isOver()).ifPresent(feed::ended);
      feed.flush();
    } catch (StoreException e) {
      LOG.warn("The end of run {} cannot be read for who watches it", feed.run(), e);
    }
  }

  private void tickQuietly() {
    try {
      tick();
    } catch (RuntimeException e) {
      LOG.error("Live streams could not be looked after; the next try is soon", e);
    }
  }

  /** Beats, looks after runs that are under way elsewhere, and lets go of what nobody watches. */
  void tick() {
    beats.beatAll();
    runs.beatAll();
    List<RunFeed> stale = feeds.values().stream().filter(this::lookAfter).toList();
    for (RunFeed feed : stale) {
      feeds.remove(feed.run(), feed);
      // Somebody may have come meanwhile, and comes back to a new stream.
      feed.closeAll();
    }
  }

  /** Whether nobody has watched it for so long that it is let go. */
  private boolean lookAfter(RunFeed feed) {
    feed.beatAll();
    if (feed.hasToAsk() && feed.watching() > 0) {
      read(() -> load(feed));
    }
    return feed.idleTicks() >= options.keptTicks();
  }

  /** Returns when all that was to be read from the store by now has been. */
  void awaitReads() throws InterruptedException {
    CountDownLatch read = new CountDownLatch(1);
    reader.execute(read::countDown);
    read.await();
  }

  /** Streams of single runs that are kept. */
  int kept() {
    return feeds.size();
  }

  /** Tells nobody any more; connections end, and browsers come back when there is a server. */
  @Override
  public void close() {
    subscription.close();
    ticking.cancel(false);
    teller.shutdown();
    reader.shutdown();
    beats.closeAll();
    runs.closeAll();
    feeds.values().forEach(Feed::closeAll);
  }
}
