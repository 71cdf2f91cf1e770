package dev.escarole.engine.store.content;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes contents: large ones to the output store, before the transaction that names them, the
 * others with it. Confined to one thread.
 *
 * <p>{@link #write} does work that calls {@link #insert} within its transaction.
 */
public final class Placing {

  /** Objects must be named by a row long before the sweep could take them for forgotten. */
  private static final Duration FRESH = Duration.ofHours(1);

  private final Database database;
  private final OutsideContents outside;
  private final InstantSource clock;

  /** Objects that no committed row names yet, by the hashes of their contents. */
  private final Map<String, Placed> placed = new HashMap<>();

  /** Contents of the last transaction. */
  private final Set<String> inserted = new HashSet<>();

  private record Placed(OutsideContent object, Instant at) {}

  public Placing(Database database, OutsideContents outside, InstantSource clock) {
    this.database = database;
    this.outside = outside;
    this.clock = clock;
  }

  /** Work that calls {@link #insert} in a transaction. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T run();
  }

  /**
   * Does work that inserts contents, as often as needed until all large ones are outside.
   *
   * @param contents what it will probably insert; asked only if there is an output store
   * @throws OutputsAwayException if the store does not answer; nothing was committed, and the
   *     objects written so far are used by the next call
   */
  public <T extends @Nullable Object> T write(
      Supplier<Collection<Content>> contents, Work<T> work) {
    if (outside.isPresent()) {
      place(contents.get());
    }
    while (true) {
      try {
        T result = work.run();
        placed.keySet().removeAll(inserted);
        placed.values().removeIf(each -> !isFresh(each));
        return result;
      } catch (MissingObjects e) {
        place(e.contents);
      }
    }
  }

  private void place(Collection<Content> contents) {
    for (Content content : contents) {
      if (outside.isLarge(content.size()) && !isPlaced(content) && !isStored(content)) {
        OutsideContent object = outside.put(content);
        placed.put(content.sha256(), new Placed(object, clock.instant()));
      }
    }
  }

  private boolean isPlaced(Content content) {
    Placed found = placed.get(content.sha256());
    return found != null && isFresh(found);
  }

  private boolean isFresh(Placed object) {
    return clock.instant().isBefore(object.at().plus(FRESH));
  }

  private boolean isStored(Content content) {
    return database.with(
        "look for an output",
        connection -> ContentRows.isWhole(connection, content.sha256(), content.size()));
  }

  /**
   * Inserts the contents that are not stored yet, in a transaction that holds the lock of this
   * engine, within {@link #write}.
   */
  public void insert(Connection connection, Collection<Content> contents) throws SQLException {
    inserted.clear();
    List<Content> inRows = new ArrayList<>();
    List<OutsideContent> objects = new ArrayList<>();
    List<Content> missing = new ArrayList<>();
    for (Content content : contents) {
      Placed found = placed.get(content.sha256());
      if (!outside.isLarge(content.size())) {
        inRows.add(content);
      } else if (found != null && isFresh(found)) {
        objects.add(found.object());
        inserted.add(content.sha256());
      } else if (!ContentRows.isWhole(connection, content.sha256(), content.size())) {
        missing.add(content);
      }
    }
    if (!missing.isEmpty()) {
      throw new MissingObjects(missing);
    }
    ContentRows.write(connection, inRows);
    for (OutsideContent object : objects) {
      ContentRows.writeOutside(connection, object);
    }
  }

  /** Ends a transaction: contents that seemed to be stored were removed meanwhile. */
  private static final class MissingObjects extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Content> contents;

    MissingObjects(List<Content> contents) {
      super("contents must be written first", null, false, false);
      this.contents = contents;
    }
  }
}
