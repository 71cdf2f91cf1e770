package dev.escarole.engine.store.content;

import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.output.OutputStore.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Deletes objects that no row names: their writer crashed or stored the same content as another
 * one, or the store did not answer when they were deleted. Thread-safe.
 */
public final class OutputSweep {

  /** Younger objects may still be named: their writer waits for the database. */
  static final Duration GRACE = Duration.ofDays(1);

  /** Folders in the store. */
  private static final int FOLDERS = 256;

  /** Folders of one call, so that hourly calls look at all of them in a day. */
  private static final int AT_ONCE = 11;

  private static final int ROWS_AT_ONCE = 1_000;

  private final Database database;
  private final OutsideContents outside;

  /** Nodes begin at different places. Guarded by this. */
  private int next = new Random().nextInt(FOLDERS);

  public OutputSweep(Database database, OutsideContents outside) {
    this.database = database;
    this.outside = outside;
  }

  /**
   * Looks at the next folders; returns how many objects were deleted.
   *
   * @throws OutputsAwayException if the store does not answer
   */
  public synchronized int some(Instant now) {
    return outside.isPresent() ? folders(AT_ONCE, now) : 0;
  }

  /** Looks at all folders, likewise. */
  synchronized int all(Instant now) {
    return folders(FOLDERS, now);
  }

  private int folders(int count, Instant now) {
    int deleted = 0;
    for (int i = 0; i < count; i++) {
      deleted += sweep(outside.list(next), now.minus(GRACE));
      next = (next + 1) % FOLDERS;
    }
    return deleted;
  }

  private int sweep(List<StoredObject> objects, Instant before) {
    List<String> old = new ArrayList<>();
    for (StoredObject each : objects) {
      if (each.storedAt().isBefore(before) && OutsideContents.sha256(each.key()) != null) {
        old.add(each.key());
      }
    }
    int deleted = 0;
    for (int from = 0; from < old.size(); from += ROWS_AT_ONCE) {
      deleted += sweep(old.subList(from, Math.min(old.size(), from + ROWS_AT_ONCE)));
    }
    return deleted;
  }

  private int sweep(List<String> keys) {
    Set<String> contents = new HashSet<>();
    for (String key : keys) {
      contents.add(String.valueOf(OutsideContents.sha256(key)));
    }
    Set<String> unnamed = new HashSet<>(keys);
    unnamed.removeAll(
        database.<Set<String>>with(
            "look for forgotten outputs",
            connection -> UnusedContents.named(connection, contents)));
    outside.delete(unnamed);
    return unnamed.size();
  }
}
