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
 * Triggers scans: soon after a notification of the file system, and periodically, because network
 * file systems send none. Has its own thread.
 */
final class FolderWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

  /** Maximum number of watched directories; others are only scanned periodically. */
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

  record Looked(boolean again, List<Path> directories) {}

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
      LOG.warn(
          "The system does not report file changes; the recipe folder is scanned periodically");
      LOG.debug("No watch service", e);
      return null;
    }
  }

  void start(List<Path> directories) {
    register(directories);
    thread.start();
  }

  private void watch() {
    // Changes between the first scan and now were not reported.
    boolean again = true;
    try {
      while (!await(again ? pace.quiet().toMillis() : pace.lookEvery().toMillis())) {
        again = lookOnce();
      }
    } catch (InterruptedException | ClosedWatchServiceException e) {
      LOG.debug("The recipe folder is no longer watched", e);
    }
  }

  private boolean lookOnce() {
    try {
      Looked looked = looker.look();
      return register(looked.directories()) || looked.again();
    } catch (ClosedWatchServiceException e) {
      // Closed during the scan: not a failure.
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.error("A scan of the recipe folder failed; will be retried soon", e);
      return false;
    }
  }

  /** Waits for a change or a timeout; returns whether the watch was closed. */
  private boolean await(long millis) throws InterruptedException {
    if (service == null) {
      return closed.await(millis, TimeUnit.MILLISECONDS);
    }
    WatchKey key = service.poll(millis, TimeUnit.MILLISECONDS);
    if (key == null) {
      return closed.getCount() == 0;
    }
    // Waits for more changes, to combine them in one scan.
    boolean over = closed.await(pace.quiet().toMillis(), TimeUnit.MILLISECONDS);
    for (WatchKey told = key; told != null; told = service.poll()) {
      told.pollEvents();
      told.reset();
    }
    return over;
  }

  /** Returns whether new directories were added. */
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
      // Removed since the scan; the next scan will notice.
      return false;
    } catch (IOException e) {
      if (!complained) {
        complained = true;
        LOG.warn("{} cannot be watched and is scanned periodically: {}", directory, e.toString());
      }
      return false;
    }
  }

  /** Ends the thread and waits for it, unless called on it. */
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
      LOG.warn("Cannot close the watch of the recipe folder", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
