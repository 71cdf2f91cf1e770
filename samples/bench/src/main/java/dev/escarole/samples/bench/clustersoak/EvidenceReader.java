package dev.escarole.samples.bench.clustersoak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.samples.bench.clustersoak.Evidence.Firing;
import dev.escarole.samples.bench.clustersoak.Evidence.Found;
import dev.escarole.samples.bench.clustersoak.Evidence.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is on record: tables of the database by plain SQL, and the directories of the inbox.
 * Nothing of the engine takes part.
 */
final class EvidenceReader {

  private static final String RUNS =
      """
      select number, id, recipe_name, status, started_at_ms, ended_at_ms, stdout_sha256,
        launch_values from run order by number
      """;

  /** The number of a run is in the upper half of the key of an event. */
  private static final String ATTEMPTS =
      "select event >> 32, step_index, count(*) from attempt group by 1, 2";

  private static final String RESUMES = "select run_number, at_ms from resume order by at_ms";

  private static final String FIRINGS =
      """
      select s.recipe, f.planned_ms, f.since_ms, f.kind, f.state, f.run_id
      from firing f join schedule s on s.number = f.schedule_number order by f.planned_ms
      """;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLAIMS = ".escarole-inbox";
  private static final Pattern CLAIM = Pattern.compile("claim-[^.]+");

  private EvidenceReader() {}

  /** Reads everything; call it when nothing goes on any more. */
  static Evidence read(Connection connection, Path inbox) throws SQLException, IOException {
    return new Evidence(runs(connection), firings(connection), files(inbox));
  }

  private static List<Run> runs(Connection connection) throws SQLException, IOException {
    Map<Long, Map<Integer, Integer>> attempts = new HashMap<>();
    Map<Long, List<Long>> resumes = new HashMap<>();
    List<Run> runs = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery(ATTEMPTS)) {
        while (rows.next()) {
          attempts
              .computeIfAbsent(rows.getLong(1), unused -> new HashMap<>())
              .put(rows.getInt(2), rows.getInt(3));
        }
      }
      try (ResultSet rows = statement.executeQuery(RESUMES)) {
        while (rows.next()) {
          resumes
              .computeIfAbsent(rows.getLong(1), unused -> new ArrayList<>())
              .add(rows.getLong(2));
        }
      }
      try (ResultSet rows = statement.executeQuery(RUNS)) {
        while (rows.next()) {
          long number = rows.getLong(1);
          runs.add(
              run(
                  rows,
                  attempts.getOrDefault(number, Map.of()),
                  resumes.getOrDefault(number, List.of())));
        }
      }
    }
    return runs;
  }

  private static Run run(ResultSet row, Map<Integer, Integer> attempts, List<Long> resumed)
      throws SQLException, IOException {
    return new Run(
        row.getString("id"),
        row.getString("recipe_name"),
        key(JSON.readTree(row.getString("launch_values"))),
        row.getString("status"),
        row.getLong("started_at_ms"),
        number(row, "ended_at_ms"),
        row.getString("stdout_sha256"),
        attempts,
        resumed);
  }

  /** The planned time, or the name of the file. */
  private static String key(JsonNode values) {
    String file = values.path("file").asText();
    return file.isEmpty()
        ? values.path("scheduled_for").asText()
        : file.substring(file.lastIndexOf('/') + 1);
  }

  private static @Nullable Long number(ResultSet row, String column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : number;
  }

  private static List<Firing> firings(Connection connection) throws SQLException {
    List<Firing> firings = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(FIRINGS)) {
      while (row.next()) {
        firings.add(
            new Firing(
                row.getString("recipe"),
                row.getLong("planned_ms"),
                number(row, "since_ms"),
                row.getString("kind"),
                row.getString("state"),
                row.getString("run_id")));
      }
    }
    return firings;
  }

  private static List<Found> files(Path inbox) throws IOException {
    List<Found> found = new ArrayList<>(waiting(inbox));
    for (String place : List.of("done", "failed")) {
      for (Path file : LiveRecords.files(inbox.resolve(place))) {
        boolean error = place.equals("failed") && file.toString().endsWith(".error.txt");
        found.add(found(error ? "error" : place, file));
      }
    }
    try (Stream<Path> results = Files.list(inbox.resolve("outbox"))) {
      for (Path each : results.sorted().toList()) {
        String sha256 = Sha256.of(Files.readAllBytes(each.resolve("stdout")));
        found.add(new Found("outbox", each.getFileName().toString(), sha256));
      }
    }
    return found;
  }

  private static Found found(String place, Path file) {
    try {
      return new Found(place, file.getFileName().toString(), Sha256.of(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files that wait in the inbox or are claimed by a node; those that vanish meanwhile do not. */
  static List<Found> waiting(Path inbox) throws IOException {
    List<Found> found = new ArrayList<>();
    for (Path file : LiveRecords.files(inbox)) {
      found.add(new Found("inbox", file.getFileName().toString(), ""));
    }
    Path claims = inbox.resolve(CLAIMS);
    if (Files.isDirectory(claims)) {
      Files.walkFileTree(
          claims,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              Path parent = file.getParent();
              // A claim is a directory in the seat of a node, with the file in it.
              if (parent != null
                  && claims.relativize(file).getNameCount() == 3
                  && CLAIM.matcher(parent.getFileName().toString()).matches()) {
                found.add(new Found("claimed", file.getFileName().toString(), ""));
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                Path directory, @Nullable IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
    }
    return found;
  }
}
