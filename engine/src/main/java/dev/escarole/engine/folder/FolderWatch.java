package dev.escarole.engine.folder;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when to look: soon after the file system tells of a change, and every now and then in case
 * it does not, as network file systems do not. One thread of its own.
 */
final class FolderWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

  /** Directories beyond these are only looked at every now and then. */
  private static final int MOST_DIRECTORIES = 1_000;

  private static final WatchEvent.Kind<?>[] EVENTS = {
    StandardWatchEventKinds.ENTRY_CREATE,
    StandardWatchEventKinds.ENTRY_MODIFY,
    StandardWatchEventKinds.ENTRY_DELETE
  };

  private final FolderOptions.Pace pace;
  private final Looker looker;
  private final @Nullable WatchService service;
  private final Map<Path, WatchKey> keys = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::watch, "escarole-folder");
  private boolean complained;

  /** What a look came to. */
  record Looked(boolean again, List<Path> directories) {}

  /** Whoever looks. */
  @FunctionalInterface
  interface Looker {
    Looked look();
  }

  FolderWatch(FolderOptions.Pace pace, Looker looker) {
    this.pace = pace;
    this.looker = looker;
    this.service = open();
    thread.setDaemon(true);
  }

  private static @Nullable WatchService open() {
    try {
      return FileSystems.getDefault().newWatchService();
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("The system tells of no changes of files; the recipe folder is looked at in turns");
      LOG.debug("No watch service", e);
      return null;
    }
  }

  /** Begins to watch these directories. */
  void start(List<Path> directories) {
    register(directories);
    thread.start();
  }

  private void watch() {
    // What changed between the first look and now was told to nobody.
    boolean again = true;
    try {
      while (!await(again ? pace.quiet().toMillis() : pace.lookEvery().toMillis())) {
        again = lookOnce();
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      LOG.debug("The recipe folder is not watched any more", e);
    }
  }

  private boolean lookOnce() {
    try {
      Looked looked = looker.look();
      return register(looked.directories()) || looked.again();
    } catch (ClosedWatchServiceException e) {
      // Closed during the look: nothing failed.
      throw e;
    } catch (RuntimeException e) {
      LOG.error("A look at the recipe folder failed; the next one is soon", e);
      return false;
    }
  }

  /** Waits for a change or until the time is up; returns whether the watch was closed. */
  private boolean await(long millis) throws InterruptedException {
    if (service == null) {
      return closed.await(millis, TimeUnit.MILLISECONDS);
    }
    WatchKey key = service.poll(millis, TimeUnit.MILLISECONDS);
    if (key == null) {
      return closed.getCount() == 0;
    }
    // More follows soon; without a pause each byte that is written would cost a look.
    boolean over = closed.await(pace.quiet().toMillis(), TimeUnit.MILLISECONDS);
    for (WatchKey told = key; told != null; told = service.poll()) {
      told.pollEvents();
      told.reset();
    }
    return over;
  }

  /** Returns whether there are directories that were not watched before. */
  private boolean register(List<Path> directories) {
    if (service == null) {
      return false;
    }
    keys.values().removeIf(key -> !key.isValid());
    HashSet<Path> gone = new HashSet<>(keys.keySet());
    directories.forEach(gone::remove);
    gone.forEach(directory -> keys.remove(directory).cancel());
    boolean added = false;
    for (Path directory : directories) {
      if (!keys.containsKey(directory) && keys.size() < MOST_DIRECTORIES) {
        added |= register(service, directory);
      }
    }
    return added;
  }

  private boolean register(WatchService watcher, Path directory) {
    try {
      keys.put(directory, directory.register(watcher, EVENTS));
      return true;
    } catch (NoSuchFileException e) {
      // It went away since it was looked at; the next look sees that.
      return false;
    } catch (IOException e) {
      if (!complained) {
        complained = true;
        LOG.warn("{} cannot be watched; it is looked at in turns: {}", directory, e.toString());
      }
      return false;
    }
  }

  /** Ends the thread and waits for it, unless it is the one that closes. */
  @Override
  public void close() {
    closed.countDown();
    try {
      if (service != null) {
        service.close();
      }
      if (Thread.currentThread() != thread) {
        thread.join();
      }
    } catch (IOException e) {
      LOG.warn("The watch of the recipe folder cannot be closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
