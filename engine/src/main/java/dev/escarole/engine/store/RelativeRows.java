package dev.escarole.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the runs around a run. Every statement walks along the index of recipe and number, and a
 * search ends after {@value #MOST_SEARCHED} runs, so that a page costs the same however many runs
 * there are.
 */
final class RelativeRows {

  static final int MOST_SEARCHED = 10_000;
  static final int MOST_RERUNS = 50;

  private static final String BEFORE = " and number < ? order by number desc limit ";
  private static final String AFTER = " and number > ? order by number limit ";

  private final Connection connection;
  private final StoredRun run;
  private final @Nullable String principal;
  private final EndedRuns known;

  private RelativeRows(
      Connection connection, StoredRun run, @Nullable String principal, EndedRuns known) {
    this.connection = connection;
    this.run = run;
    this.principal = principal;
    this.known = known;
  }

  /**
   * @param principal whose runs alone count; null for those of everybody
   */
  static RunRelatives of(
      Connection connection, StoredRun run, @Nullable String principal, EndedRuns known)
      throws SQLException {
    RelativeRows rows = new RelativeRows(connection, run, principal, known);
    return new RunRelatives(
        first(rows.runs(rows.all(BEFORE + 1))),
        first(rows.runs(rows.all(AFTER + 1))),
        first(rows.runs(rows.among(BEFORE, "accepted order by number desc limit 1"))),
        rows.runs(
            rows.among(
                AFTER,
                "rerun_of = '%s' order by number limit %d"
                    .formatted(run.id().value(), MOST_RERUNS))));
  }

  private static @Nullable StoredRun first(List<StoredRun> runs) {
    return runs.isEmpty() ? null : runs.get(0);
  }

  private String all(String rest) {
    return select("number") + rest;
  }

  /** Ids of runs have letters, digits and hyphens only. */
  private String among(String rest, String condition) {
    return "select number from ("
        + select("number, accepted, rerun_of")
        + rest
        + MOST_SEARCHED
        + ") near where "
        + condition;
  }

  private String select(String columns) {
    String own = principal == null ? "" : " and principal = ?";
    return "select " + columns + " from run where recipe_name = ?" + own;
  }

  private List<StoredRun> runs(String sql) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      int column = 0;
      select.setString(++column, run.recipe());
      if (principal != null) {
        select.setString(++column, principal);
      }
      select.setLong(++column, run.number());
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          numbers.add(row.getLong(1));
        }
      }
    }
    return RunListRows.runs(connection, numbers, known);
  }
}
