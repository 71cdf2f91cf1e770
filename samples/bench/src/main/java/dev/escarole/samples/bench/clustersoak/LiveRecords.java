package dev.escarole.samples.bench.clustersoak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Asks the database about the soak while it is going on. */
final class LiveRecords {

  private static final String UNFINISHED =
      """
      select r.id from run r join engine e on e.number = r.owner
      where e.name like ? and r.ended_at_ms is null and r.status = 'running'
      """;

  private static final String COUNTS =
      """
      select (select count(*) from firing where state = 'launched'),
        (select count(*) from firing where state = 'due'),
        (select count(*) from run where ended_at_ms is not null),
        (select count(*) from run where ended_at_ms is null and status = 'running'),
        (select count(*) from run where ended_at_ms is null and status <> 'running'),
        (select count(*) from resume)
      """;

  private static final String DECIDED =
      "select count(*) from schedule where recipe = ? and planned_ms >= ?";

  private final SoakDatabase database;
  private final Path inbox;

  LiveRecords(SoakDatabase database, Path inbox) {
    this.database = database;
    this.inbox = inbox;
  }

  /**
   * Counts.
   *
   * @param open runs that are in progress
   * @param queued runs that have not started
   * @param files that wait in the inbox or are claimed
   */
  record Counts(
      long launched, long due, long ended, long open, long queued, long resumed, long files) {

    boolean isQuiet() {
      return due + open + queued + files == 0;
    }
  }

  /** The runs that a node is executing. */
  List<String> runsOf(ServedNode node) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement query = connection.prepareStatement(UNFINISHED)) {
      query.setString(1, node.pid() + "@%");
      List<String> runs = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          runs.add(rows.getString(1));
        }
      }
      return runs;
    }
  }

  private static long number(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  Counts counts() throws SQLException, IOException {
    try (Connection connection = database.connect();
        PreparedStatement query = connection.prepareStatement(COUNTS);
        ResultSet row = query.executeQuery()) {
      row.next();
      return new Counts(
          row.getLong(1),
          row.getLong(2),
          row.getLong(3),
          row.getLong(4),
          row.getLong(5),
          row.getLong(6),
          files());
    }
  }

  private long files() throws IOException {
    return EvidenceReader.waiting(inbox).size();
  }

  /** Whether every schedule has decided about its last planned time. */
  boolean isDecided(SoakPlan plan) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement query = connection.prepareStatement(DECIDED)) {
      for (PlannedSchedule each : plan.schedules()) {
        query.setString(1, each.recipe());
        query.setLong(2, each.times().max().orElse(0));
        if (number(query) == 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** Regular files directly in a directory, by name. */
  static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
