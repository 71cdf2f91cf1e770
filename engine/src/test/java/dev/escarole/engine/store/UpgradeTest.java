package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.Usage;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Databases of every schema between the first, of which {@link SchemaTest} tells, and the newest
 * are opened by this version. The rows are written as SQL and stay as they are: they are what older
 * versions wrote, down to the hash of the plan.
 */
class UpgradeTest {

  private static final RunId OVER = Runs.id(1);
  private static final RunId INTERRUPTED = Runs.id(2);

  @TempDir Path directory;

  static List<String> versions() throws IOException, URISyntaxException {
    Path migrations =
        Path.of(
            Objects.requireNonNull(
                    UpgradeTest.class.getClassLoader().getResource(Schema.MIGRATIONS))
                .toURI());
    try (Stream<Path> files = Files.list(migrations)) {
      return files
          .map(file -> String.valueOf(file.getFileName()).substring(1, 4))
          .filter(version -> !version.equals("001") && !version.equals(Schema.NEWEST))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void runs_of_an_earlier_schema_can_be_read_in_h2(String version) throws SQLException {
    StoreOptions options = StoreOptions.file(directory);
    String url =
        options.url() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";
    makeOldDatabase(version, url);
    assertReadable(version, options);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void runs_of_an_earlier_schema_can_be_read_in_postgresql(String version) throws SQLException {
    String address = Postgres.newDatabase();
    makeOldDatabase(version, Postgres.jdbcUrl(address));
    assertReadable(version, StoreOptions.at(address));
  }

  @Test
  void settings_that_had_columns_of_their_own_are_kept() throws SQLException {
    StoreOptions options = StoreOptions.file(directory);
    String url =
        options.url() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";
    assertSettingsAreKept(url, options);
    String address = Postgres.newDatabase();
    assertSettingsAreKept(Postgres.jdbcUrl(address), StoreOptions.at(address));
  }

  private static void assertSettingsAreKept(String url, StoreOptions options) throws SQLException {
    makeOldDatabase("019", url);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          update step set delay_ms = 1, timeout_ms = 2, retry = 3, retry_delay_ms = 4,
            retry_backoff = 5, retry_max_delay_ms = 6, failure = 'root', success_codes = '0,7',
            concurrency = 8, min_successful = 0, caching = 'off' where step_index = 1
          """);
    }
    try (RunStore store = RunStore.open(options)) {
      assertThat(store.steps(OVER).get(0).controls()).isEqualTo(Controls.NONE);
      assertThat(store.steps(OVER).get(1).controls().plain())
          .isEqualTo(
              Map.ofEntries(
                  Map.entry("delay", 1L),
                  Map.entry("timeout", 2L),
                  Map.entry("retry", 3L),
                  Map.entry("retry_delay", 4L),
                  Map.entry("retry_backoff", 5L),
                  Map.entry("retry_max_delay", 6L),
                  Map.entry("failure", "root"),
                  Map.entry("success_codes", List.of(0, 7)),
                  Map.entry("concurrency", 8L),
                  Map.entry("min_successful", 0L),
                  Map.entry("cache", false)));
    }
  }

  private static void makeOldDatabase(String version, String url) throws SQLException {
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:" + Schema.MIGRATIONS)
        .target(version)
        .load()
        .migrate();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String rows : ROWS.headMap(version, true).values()) {
        for (String sql : rows.strip().split(";\n", -1)) {
          statement.execute(sql);
        }
      }
      insertContent(connection, "0\n");
      insertContent(connection, "1\n");
    }
  }

  private static void insertContent(Connection connection, String text) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into content values (?, 0, 2, ?)")) {
      insert.setString(1, Content.of(text).sha256());
      insert.setBytes(2, text.getBytes(StandardCharsets.UTF_8));
      insert.execute();
    }
  }

  private static void assertReadable(String version, StoreOptions options) {
    try (RunStore store = RunStore.open(options)) {
      assertRun(version, store);
      assertThat(store.unfinished())
          .containsExactly(new UnfinishedRun(INTERRUPTED, 1, "old", false));
      assertThat(store.claim(INTERRUPTED, 1)).isEqualTo(new Claim.Won(2));
      assertThat(store.plan(INTERRUPTED).hash()).isEqualTo(Runs.chain(2).hash());
      assertThat(store.audit().list(AuditQuery.latest(9))).hasSize(since("003", version));
      assertThat(store.lines().list(AuditQuery.latest(9))).hasSize(since("014", version));
      assertThat(store.history(INTERRUPTED).signals()).hasSize(since("004", version));
      assertThat(store.resumes(INTERRUPTED)).hasSize(since("004", version));
      assertThat(store.results().stats().results()).isEqualTo(since("005", version));
      assertThat(store.run(OVER).orElseThrow().labels()).hasSize(since("007", version));
      assertThat(store.actions().list(null, null, Long.MAX_VALUE, 9))
          .hasSize(since("008", version));
      store.create(Runs.newRun(Runs.id(3)), Runs.chain(3));
      assertThat(store.runs(RunQuery.latest(9)))
          .extracting(StoredRun::id)
          .containsExactly(Runs.id(3), INTERRUPTED, OVER);
    }
  }

  private static void assertRun(String version, RunStore store) {
    StoredRun run = store.run(OVER).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.accepted()).as("not known of a run of then").isNull();
    assertThat(store.reports().acceptance(OVER)).isEmpty();
    assertThat(store.reports().computed(OVER)).isEmpty();
    assertThat(store.content(String.valueOf(run.stdoutSha256()))).hasValue(new byte[] {'1', '\n'});
    assertThat(store.plan(OVER).steps()).hasSize(3);
    assertThat(store.launch(OVER).orElseThrow().values()).isEqualTo(Map.of("top", "3"));
    assertThat(store.steps(OVER))
        .allSatisfy(step -> assertThat(step.progress().state()).isEqualTo(StepState.DONE));
    assertThat(store.attempts(OVER))
        .hasSize(2)
        .allSatisfy(attempt -> assertThat(attempt.origin()).isEqualTo(LeafOrigin.RAN))
        .extracting(StoredAttempt::usage)
        .containsOnly(since("011", version) == 0 ? Usage.ofFuel(7) : LIMITED);
    assertThat(store.joins(OVER)).extracting(Join::path).containsExactly("0");
    assertThat(store.history(OVER).transitions()).hasSize(6);
  }

  private static int since(String first, String version) {
    return version.compareTo(first) >= 0 ? 1 : 0;
  }

  private static final Usage LIMITED =
      new Usage(7, 65_536L, new Limits(Duration.ofSeconds(30), 65_536, 1, 2, 3, 4));

  /** What each schema could hold that the one before could not. */
  private static final TreeMap<String, String> ROWS =
      new TreeMap<>(
          Map.of(
              "002",
              """
              insert into plan values
                ('a845089ce5af337818da02b2064b25d98799d5aafd51196050d9d4f79a73b4ac', 'chain',
                'stdout', null, 3, 5);
              insert into step (plan_hash, step_index, parent_index, path, pointer, kind,
                is_recovery, argv, delay_ms, timeout_ms, retry, concurrency, min_successful)
              values
                ('a845089ce5af337818da02b2064b25d98799d5aafd51196050d9d4f79a73b4ac', 0, null, '0', '',
                'sequence', false, '[]', 0, 0, 1, 0, -1),
                ('a845089ce5af337818da02b2064b25d98799d5aafd51196050d9d4f79a73b4ac', 1, 0, '0.0', '',
                'leaf', false, '["echo","0"]', 0, 0, 1, 0, -1),
                ('a845089ce5af337818da02b2064b25d98799d5aafd51196050d9d4f79a73b4ac', 2, 0, '0.1', '',
                'leaf', false, '["echo","1"]', 0, 0, 1, 0, -1);
              insert into engine (name, started_at_ms, removals) values ('old', 9999999999999, 0);
              insert into run (id, recipe_name, plan_hash, principal, recipe_source, launch_values,
                directories, stdin_sha256, started_at_ms, status, ended_at_ms, stdout_sha256, owner,
                epoch)
              values
                ('20261121-231502-000001', 'chain',
                'a845089ce5af337818da02b2064b25d98799d5aafd51196050d9d4f79a73b4ac', 'operator', '{}',
                '{"top":"3"}', '[]',
                'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 10, 'done', 20,
                '4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865', 1, 1),
                ('20261121-231502-000002', 'chain',
                'a845089ce5af337818da02b2064b25d98799d5aafd51196050d9d4f79a73b4ac', 'operator', '{}',
                '{}', '[]', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 11,
                'running', null, null, 1, 1);
              insert into transition values
                (4294967297, 0, 'running', 11, null, null, null),
                (4294967298, 1, 'running', 11, null, null, null),
                (4294967300, 1, 'done', 12, 'exited', 0, null),
                (4294967301, 2, 'running', 12, null, null, null),
                (4294967303, 2, 'done', 13, 'exited', 0, null),
                (4294967305, 0, 'done', 14, 'exited', 0, null),
                (8589934593, 0, 'running', 11, null, null, null);
              insert into attempt (event, step_index, attempt, started_at_ms, duration_ms, outcome,
                exit_code, outcome_detail, stdin_bytes, stdout_sha256, stdout_bytes, stderr_bytes,
                fuel_used)
              values
                (4294967299, 1, 1, 11, 1, 'exited', 0, '', 0,
                '9a271f2a916b0b6ee6cecb2426f0b3206ef074578be55d9bc94f6f3fe3ab86aa', 2, 0, 7),
                (4294967302, 2, 1, 12, 1, 'exited', 0, '', 0,
                '4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865', 2, 0, 7);
              insert into branch_join values (4294967304, '0', null, 1, null, '[]');
              """,
              "003",
              """
              insert into audit values (11, 1, 1, 'operator', 'echo', repeat('a', 64), 'exited', false,
                0, '', 5, 7, '20261121-231502-000001', '0.0');
              """,
              "004",
              """
              insert into signal values (8589934594, 'delay', 1, 12);
              insert into resume values (2, 1, 13, 0, 1);
              """,
              "005",
              """
              insert into kept_result values (repeat('b', 64),
                '9a271f2a916b0b6ee6cecb2426f0b3206ef074578be55d9bc94f6f3fe3ab86aa',
                'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 2, 11, 11);
              """,
              "007",
              """
              insert into run_label (run_number, label)
                select number, 'nightly' from run where id = '20261121-231502-000001';
              """,
              "008",
              """
              insert into action (at_ms, principal, origin, action, target, result)
              values (11, 'ada', '127.0.0.1', 'launch', 'census', 'done');
              """,
              "011",
              """
              insert into limit_set values (5, 30000, 65536, 1, 2, 3, 4);
              update attempt set peak_memory_bytes = 65536, limits_id = 5;
              """,
              "014",
              """
              insert into line values (11, 1, 1, 'ada', null, 'help', 'help', null, false, 3);
              """,
              "018",
              """
              update step set success_codes = '0,1' where step_index = 99;
              """));
}
