package dev.escarole.engine.store.node;

import dev.escarole.engine.store.content.OutsideContents;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.Presence;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What the database remembers about its output store, so that an engine with another store, or
 * without one, is refused before it misses outputs or puts them where nobody else finds them.
 */
public final class OutputRegistration {

  private static final String FIND = "select folder, place from output_store where number = 1";

  private static final String INSERT =
      """
      insert into output_store (number, folder, place) values (1, :folder, :place)
      on conflict do nothing
      """;

  private static final String DELETE = "delete from output_store";

  private static final String IS_USED = "select 1 from content where object is not null limit 1";

  private static final String ENGINES = "select number, name from engine";

  private final Database database;
  private final Presence presence;
  private final OutsideContents outside;

  public OutputRegistration(Database database, Presence presence, OutsideContents outside) {
    this.database = database;
    this.presence = presence;
    this.outside = outside;
  }

  private record Row(String folder, String place) {}

  /**
   * Begins to use the store of this engine.
   *
   * @throws StoreException if it is not the one that the database uses, or does not answer
   */
  public void check() {
    Row row = find();
    if (!outside.isPresent()) {
      if (row != null) {
        forget(row);
      }
      return;
    }
    if (row == null) {
      // The mark is there before anybody looks for it.
      insert(outside.newFolder());
      row = find();
    }
    if (row == null || !outside.hasFolder(row.folder())) {
      throw another(row);
    }
    outside.use(row.folder());
  }

  /** Without Jdbi, which a short process can do without. */
  private @Nullable Row find() {
    Optional<Row> found =
        database.with(
            "look for the output store",
            connection -> {
              try (PreparedStatement select = connection.prepareStatement(FIND);
                  ResultSet row = select.executeQuery()) {
                return row.next()
                    ? Optional.of(new Row(row.getString("folder"), row.getString("place")))
                    : Optional.empty();
              }
            });
    return found.orElse(null);
  }

  private void insert(String folder) {
    database.change(
        "register the output store",
        handle ->
            handle
                .createUpdate(INSERT)
                .bind("folder", folder)
                .bind("place", outside.place())
                .execute());
    database.harden();
  }

  /** An output store that holds nothing can be given up. */
  private void forget(Row row) {
    database.change(
        "give up the output store",
        handle -> {
          if (isUsed(handle)) {
            throw without(row);
          }
          handle.execute(DELETE);
        });
  }

  private boolean isUsed(Handle handle) {
    return handle.createQuery(IS_USED).mapTo(Integer.class).findFirst().isPresent()
        || handle
            .createQuery(ENGINES)
            .map(
                (row, context) ->
                    presence.isAlive(handle, row.getLong("number"), row.getString("name")))
            .list()
            .contains(true);
  }

  private static StoreException without(Row row) {
    return new StoreException(
        ("The database keeps large outputs in %s, and this engine was opened without it. Give it"
                + " the same place (--outputs).")
            .formatted(row.place()),
        null);
  }

  private StoreException another(@Nullable Row row) {
    String folder = row == null ? "" : row.folder();
    String place = row == null ? "" : row.place();
    return new StoreException(
        ("The database keeps large outputs in another place than %s: it was %s when it was first"
                + " used, and there is no %s/escarole-outputs here. Check that it is mounted, or"
                + " give the same place (--outputs). If what was there is lost for good, create"
                + " that as an empty file: the outputs are then shown as missing.")
            .formatted(outside.place(), place, folder),
        null);
  }
}
