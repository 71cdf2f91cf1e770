package dev.escarole.engine.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Fills a database with runs that are over, as years of use would: 200 recipes, 20 principals, one
 * run in 20 failed, one in 1,000 has the label {@code rare}, one in two the label {@code nightly}.
 */
final class ManyRuns {

  static final Instant FIRST = Instant.parse("2025-01-01T00:00:00Z");
  static final Duration APART = Duration.ofMinutes(5);

  private static final String INSERT =
      """
      insert into run (id, recipe_name, plan_number, principal, recipe_source, launch_values,
        directories, stdin_sha256, started_at_ms, status, ended_at_ms, owner, epoch, cache, leaves_done,
        leaves_failed, leaves_skipped, leaves_cancelled, leaves_pending, branches_done,
        branches_failed, branches_skipped, branches_cancelled, branches_pending)
      values (?, ?, (select number from plan where hash = ?), ?, ?, '{}', '[]', 'none', ?, ?, ?, 1, 1, false, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0)
      """;

  private ManyRuns() {}

  /** Adds so many runs of the plan, behind the store's back. */
  static void add(String jdbcUrl, String planHash, int count) throws SQLException {
    String source = "# a recipe of the usual size\n".repeat(30);
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      connection.setAutoCommit(false);
      for (int i = 0; i < count; i++) {
        long at = FIRST.plus(APART.multipliedBy(i)).toEpochMilli();
        List<Object> values =
            List.of(
                "%08d-%06d-%06x".formatted(i / 1000, i % 1000, i * 2654435761L & 0xffffff),
                "recipe-" + i % 200,
                planHash,
                "user-" + i % 20,
                source,
                at,
                i % 20 == 7 ? "failed" : "done",
                at + 1000 + i % 100);
        for (int column = 0; column < values.size(); column++) {
          insert.setObject(column + 1, values.get(column));
        }
        insert.addBatch();
        if (i % 1000 == 999 || i == count - 1) {
          insert.executeBatch();
        }
      }
      label(connection);
      connection.commit();
    }
  }

  private static void label(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "insert into run_label select number, 'nightly' from run where mod(number, 2) = 0");
      statement.execute(
          "insert into run_label select number, 'rare' from run where mod(number, 1000) = 3");
      statement.execute("analyze");
    }
  }
}
