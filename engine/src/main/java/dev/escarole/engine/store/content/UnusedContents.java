package dev.escarole.engine.store.content;

import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Deletes unreferenced contents. Engines must be locked out meanwhile, so that nothing is deleted
 * that a run is about to reference.
 */
public final class UnusedContents {

  /** Rows per fetch. */
  static final int FETCH = 10_000;

  private UnusedContents() {}

  /** Prevents all engines from committing until the transaction ends. */
  public static void shutEnginesOut(Handle handle, Database database) {
    database.dialect().lockEngines(handle);
    handle.execute(ContentSql.SHUT_ENGINES_OUT);
  }

  /** Removes the referenced contents from the set. */
  public static void retain(Connection connection, Set<String> contents) throws SQLException {
    for (String sql : ContentSql.REFERENCES) {
      if (!contents.isEmpty()) {
        try (PreparedStatement references = connection.prepareStatement(sql)) {
          references.setFetchSize(FETCH);
          retain(references, contents);
        }
      }
    }
  }

  private static void retain(PreparedStatement references, Set<String> contents)
      throws SQLException {
    try (ResultSet row = references.executeQuery()) {
      int columns = row.getMetaData().getColumnCount();
      while (!contents.isEmpty() && row.next()) {
        for (int i = 1; i <= columns; i++) {
          contents.remove(row.getString(i));
        }
      }
    }
  }

  /**
   * Deletes the unreferenced ones of these contents.
   *
   * @param objects receives the keys of objects outside of the database, to be deleted after the
   *     transaction
   * @return their bytes
   */
  public static long delete(Connection connection, Set<String> contents, Collection<String> objects)
      throws SQLException {
    retain(connection, contents);
    if (contents.isEmpty()) {
      return 0;
    }
    long bytes = bytes(connection, contents);
    objects.addAll(named(connection, contents));
    try (Batch delete = Batch.of(connection, ContentSql.DELETE_CONTENT)) {
      for (String sha256 : contents) {
        delete.text(sha256).add();
      }
      delete.send();
    }
    return bytes;
  }

  /** The keys of the objects that the rows of these contents name. */
  static Set<String> named(Connection connection, Collection<String> contents) throws SQLException {
    Set<String> keys = new HashSet<>();
    Array hashes = connection.createArrayOf("varchar", contents.toArray());
    try (PreparedStatement query = connection.prepareStatement(ContentSql.OBJECTS)) {
      query.setArray(1, hashes);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          keys.add(row.getString(1));
        }
      }
    } finally {
      hashes.free();
    }
    return keys;
  }

  private static long bytes(Connection connection, Set<String> contents) throws SQLException {
    Array hashes = connection.createArrayOf("varchar", contents.toArray());
    try (PreparedStatement query = connection.prepareStatement(ContentSql.CONTENT_BYTES)) {
      query.setArray(1, hashes);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } finally {
      hashes.free();
    }
  }
}
