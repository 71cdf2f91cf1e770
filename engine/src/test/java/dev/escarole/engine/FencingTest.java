package dev.escarole.engine;

import static dev.escarole.engine.TwoEngines.NEVER;
import static dev.escarole.engine.TwoEngines.OFTEN;
import static dev.escarole.engine.TwoEngines.await;
import static dev.escarole.engine.TwoEngines.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.launch.Launching;
import dev.escarole.engine.node.EngineNode;
import dev.escarole.engine.node.EngineNode.NodeList;
import dev.escarole.engine.node.NodeReport;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Claim;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.UnfinishedRun;
import dev.escarole.engine.store.journal.RunLostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine whose runs are claimed by another one while it lives, as if it had been frozen. */
@Timeout(300)
class FencingTest {

  private String database;

  @BeforeEach
  void newDatabase() {
    database = Postgres.newDatabase();
  }

  @Test
  void a_run_that_has_nothing_to_write_is_stopped_when_another_engine_claims_it() throws Exception {
    try (Engine one = open(NEVER);
        Engine two = open(NEVER)) {
      RunHandle run = one.start(request("\"sleep 3000\""));
      await(() -> one.load().work().waiting() == 1);

      claim(two, run.id());
      assertLost(run);
      await(() -> one.load().work().waiting() == 0 && one.load().work().runs() == 0);
      one.flush();
      assertThat(two.records().run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
      assertThat(two.records().attempts(run.id())).isEmpty();
      assertThat(two.records().transitions(run.id())).as("up to the claim").hasSizeLessThan(2);
      // It is healthy: what it starts now, it finishes.
      assertThat(one.run(request("\"echo well\"")).orThrow().stdout().text()).isEqualTo("well\n");
    }
  }

  @Test
  void the_end_of_a_run_that_another_engine_has_claimed_is_not_reported() throws Exception {
    try (Engine one = open(NEVER);
        Engine two = open(NEVER)) {
      RunHandle run = one.start(request("{\"delay\": 300, \"template\": \"echo late\"}"));
      claim(two, run.id());

      assertLost(run);
      one.flush();
      assertThat(two.records().run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
      assertThat(two.records().attempts(run.id())).isEmpty();
    }
  }

  @Test
  void a_queued_run_that_another_engine_claims_is_forgotten() throws Exception {
    try (Engine one = open(NEVER);
        Engine two = open(NEVER)) {
      RunHandle holds = Launching.hold(one, "{\"at_once\": 1, \"queue\": 5}");
      RunHandle queued = Launching.hold(one, "{\"at_once\": 1, \"queue\": 5}");
      claim(two, queued.id());

      assertLost(queued);
      assertThat(one.queued()).isEmpty();
      holds.cancel();
      assertThat(holds.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void a_run_of_a_newer_form_of_plans_is_left_to_newer_engines() throws Exception {
    RunId run;
    try (Engine one = open(NEVER)) {
      run = one.start(request("{\"delay\": 3600000, \"template\": \"echo\"}")).id();
      execute("update plan set format = 2");
      one.suspend();
    }
    try (Engine two = open(OFTEN)) {
      assertThat(two.resumed()).isEmpty();
      assertThat(two.interrupted()).containsExactly(run);
      UnfinishedRun unfinished = two.store().unfinished().get(0);
      assertThat(two.store().claim(run, unfinished.epoch())).isEqualTo(new Claim.Lost());
      execute("update plan set format = 1");
      await(() -> two.resumed().size() == 1);
    }
  }

  @Test
  void an_engine_that_is_older_than_the_schema_claims_nothing() throws Exception {
    try (Engine one = open(NEVER);
        Engine two = open(OFTEN)) {
      execute("insert into escarole_schema (version, checksum, whole) values (2, 0, true)");
      await(() -> two.housekeeping().refusal().isPresent());
      assertThat(two.housekeeping().refusal().orElseThrow()).contains("newer version", "Upgrade");
      RunId run = one.start(request("{\"delay\": 3600000, \"template\": \"echo\"}")).id();
      one.suspend();
      assertThat(two.interrupted()).containsExactly(run);
      execute("delete from escarole_schema where version = 2");
      await(() -> two.resumed().size() == 1);
    }
  }

  @Test
  void an_engine_whose_clock_is_far_off_claims_nothing_and_says_so() throws Exception {
    InstantSource[] clock = {() -> Instant.now().minusSeconds(20)};
    try (Engine one = open(NEVER);
        Engine off = Engine.open(options().withClock(() -> clock[0].instant()), OFTEN)) {
      RunId run = one.start(request("{\"delay\": 3600000, \"template\": \"echo\"}")).id();
      one.suspend();
      assertThat(off.housekeeping().refusal().orElseThrow())
          .contains("s behind that of the database", "Synchronise");
      assertThat(off.interrupted()).containsExactly(run);
      assertThat(off.resumed()).isEmpty();

      clock[0] = () -> Instant.now().plusSeconds(3);
      await(() -> off.resumed().size() == 1);
      assertThat(off.housekeeping().refusal()).isEmpty();
      EngineNode own = off.housekeeping().nodes().nodes().get(0);
      assertThat(own.own()).isTrue();
      NodeReport report = Objects.requireNonNull(own.report());
      assertThat(report.clockAheadMillis()).isBetween(2_000L, 4_500L);
      assertThat(report.claims()).isEqualTo(1);
    }
  }

  @Test
  void nodes_know_one_another() throws Exception {
    try (Engine one = open(NEVER);
        Engine two = open(NEVER);
        Engine looks = Engine.open(options().withRecovery(Recovery.onRequest()))) {
      RunHandle run = one.start(request("{\"delay\": 3600000, \"template\": \"echo\"}"));
      NodeList seen = looks.housekeeping().nodes();

      assertThat(seen.shared()).isTrue();
      assertThat(seen.nodes())
          .as("who only looks is no node")
          .hasSize(2)
          .allSatisfy(
              node -> {
                assertThat(node.alive()).isTrue();
                assertThat(node.own()).isFalse();
                assertThat(node.name()).startsWith(ProcessHandle.current().pid() + "@");
                assertThat(node.report()).isNotNull();
                assertThat(node.report().version()).matches("\\d.*");
                assertThat(Math.abs(node.report().clockAheadMillis())).isLessThan(1_000);
              })
          .extracting(EngineNode::running)
          .containsExactlyInAnyOrder(1L, 0L);
      assertThat(two.housekeeping().nodes().nodes().get(0).own()).isTrue();
      assertThat(seen.interrupted()).isZero();
      one.suspend();
      NodeList after = two.housekeeping().nodes();
      assertThat(after.interrupted()).isEqualTo(1);
      assertThat(after.nodes())
          .extracting(EngineNode::alive, EngineNode::running)
          .containsExactly(tuple(true, 0L), tuple(false, 1L));
      assertThat(run.result()).isCompletedExceptionally();
    }
  }

  @Test
  void one_engine_on_a_file_is_its_only_node() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      NodeList idle = engine.housekeeping().nodes();
      assertThat(idle.shared()).isFalse();
      assertThat(idle.nodes())
          .singleElement()
          .satisfies(node -> assertThat(node.own() && node.alive()).isTrue());
      RunHandle run = engine.start(request("\"sleep 3000\""));
      assertThat(engine.housekeeping().nodes().nodes())
          .singleElement()
          .satisfies(node -> assertThat(node.running()).isEqualTo(1))
          .satisfies(
              node -> assertThat(Objects.requireNonNull(node.report()).work().runs()).isEqualTo(1));
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  private Engine open(Maintenance.Intervals pauses) {
    return Engine.open(options(), pauses);
  }

  private EngineOptions options() {
    return EngineOptions.inMemory()
        .withDatabase(database)
        .withLimits(Limits.defaults().withWallClock(Duration.ofHours(1)));
  }

  private static void claim(Engine engine, RunId id) {
    UnfinishedRun run =
        engine.store().unfinished().stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow();
    assertThat(engine.store().claim(id, run.epoch())).isEqualTo(new Claim.Won(run.epoch() + 1));
  }

  private static void assertLost(RunHandle run) {
    assertThatThrownBy(() -> run.result().get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(RunLostException.class)
        .hasMessageContaining("claimed by another engine");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(Postgres.jdbcUrl(database));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
