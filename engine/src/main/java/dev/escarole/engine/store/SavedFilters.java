package dev.escarole.engine.store;

import dev.escarole.engine.store.database.Database;
import java.util.List;

/**
 * Filters of the list of runs that principals have given names, each for themselves alone.
 * Thread-safe.
 */
public final class SavedFilters {

  /** Most filters of one principal. */
  public static final int MOST = 50;

  private static final String LIST =
      "select name, query from saved_filter where principal = :principal order by name";

  private static final String COUNT =
      "select count(*) from saved_filter where principal = :principal and name <> :name";

  private static final String INSERT =
      """
      insert into saved_filter (principal, name, query) values (:principal, :name, :query)
      on conflict do nothing
      """;

  private static final String UPDATE =
      "update saved_filter set query = :query where principal = :principal and name = :name";

  private static final String DELETE =
      "delete from saved_filter where principal = :principal and name = :name";

  private final Database database;

  SavedFilters(Database database) {
    this.database = database;
  }

  /**
   * A filter with a name.
   *
   * @param name unique among those of its principal; at most 100 characters
   * @param query of an address, such as {@code status=failed&age=day}; at most 4,000 characters
   */
  public record SavedFilter(String name, String query) {}

  /** Returns the filters of a principal, by name. */
  public List<SavedFilter> list(String principal) {
    return database.read(
        "list filters",
        handle ->
            handle
                .createQuery(LIST)
                .bind("principal", principal)
                .map((row, context) -> new SavedFilter(row.getString(1), row.getString(2)))
                .list());
  }

  /**
   * Saves a filter, in place of one with the same name.
   *
   * @return false if the principal has {@link #MOST} others already, and nothing was saved
   */
  public boolean save(String principal, SavedFilter filter) {
    return database.write(
        "save a filter",
        handle -> {
          long others =
              handle
                  .createQuery(COUNT)
                  .bind("principal", principal)
                  .bind("name", filter.name())
                  .mapTo(Long.class)
                  .one();
          if (others >= MOST) {
            return false;
          }
          for (String statement : List.of(INSERT, UPDATE)) {
            handle
                .createUpdate(statement)
                .bind("principal", principal)
                .bind("name", filter.name())
                .bind("query", filter.query())
                .execute();
          }
          return true;
        });
  }

  /** Deletes a filter; returns whether there was one. */
  public boolean delete(String principal, String name) {
    return database.write(
        "delete a filter",
        handle ->
            handle.createUpdate(DELETE).bind("principal", principal).bind("name", name).execute()
                > 0);
  }
}
