package dev.escarole.engine.store;

import dev.escarole.engine.run.LeafResult;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is committed but may not be in H2's file yet. When the file cannot be written, H2 closes the
 * database, and the next one who asks finds it as the file has it: without the last commits.
 * Confined to the writer's thread.
 */
final class LooseRows {

  /** From so many rows, or bytes of output, on they are brought into the file. */
  private static final int MOST_ROWS = 16_384;

  private static final long MOST_BYTES = 16L << 20;

  private final List<JournalRow> rows = new ArrayList<>();
  private long bytes;

  /**
   * Whether the database has lost them. They were committed in this order, and what is lost is the
   * end of it; so it is enough to look for the last one.
   */
  boolean areLost(Connection connection) throws SQLException {
    if (rows.isEmpty()) {
      return false;
    }
    JournalRow last = rows.get(rows.size() - 1);
    try (PreparedStatement find = connection.prepareStatement(last.find())) {
      find.setLong(1, last.key());
      try (ResultSet row = find.executeQuery()) {
        return !row.next();
      }
    }
  }

  List<JournalRow> followedBy(List<JournalRow> more) {
    List<JournalRow> all = new ArrayList<>(rows);
    all.addAll(more);
    return all;
  }

  boolean areMany() {
    return rows.size() >= MOST_ROWS || bytes >= MOST_BYTES;
  }

  void add(List<JournalRow> committed) {
    rows.addAll(committed);
    for (JournalRow row : committed) {
      if (row instanceof JournalRow.Attempt attempt) {
        LeafResult result = attempt.event().result();
        bytes += (long) result.stdout().size() + result.stderr().size();
      }
    }
  }

  /** All of them are in the file. */
  void clear() {
    rows.clear();
    bytes = 0;
  }
}
