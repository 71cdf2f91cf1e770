package dev.escarole.engine;

import static dev.escarole.engine.SpreadEngines.await;
import static dev.escarole.engine.SpreadEngines.awaitClaiming;
import static dev.escarole.engine.SpreadEngines.wide;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.node.EngineNode;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.shard.ShardRows;
import dev.escarole.engine.store.shard.ShardRows.TakenShard;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Wide parallel nodes over several engines of a PostgreSQL database. */
@Timeout(300)
class SpreadTest {

  @TempDir Path directory;

  private SpreadEngines engines = new SpreadEngines(Path.of(""), "");

  @BeforeEach
  void prepare() {
    engines = new SpreadEngines(directory, Postgres.newDatabase());
  }

  /** What the others have told it. */
  private static long reported(Engine owner) {
    return owner.housekeeping().nodes().nodes().stream()
        .map(EngineNode::report)
        .filter(Objects::nonNull)
        .mapToLong(report -> report.spread().forOthers())
        .sum();
  }

  private static long done(Engine engine) {
    return engine.housekeeping().node().spread().forOthers();
  }

  @Test
  void a_wide_fan_out_is_carried_out_by_all_engines_and_joined_by_one() throws Exception {
    RunResult alone;
    try (Engine single = Engine.open(EngineOptions.inMemory())) {
      alone = single.run(wide(2_000));
    }
    try (Engine owner = engines.open("owner", 1);
        Engine second = engines.open("second", 1);
        Engine third = engines.open("third", 1)) {
      awaitClaiming(owner, 3);
      RunResult result = owner.run(wide(2_000));
      assertThat(result.status()).isEqualTo(alone.status());
      assertThat(result.stdout().text()).isEqualTo(alone.stdout().text());
      assertThat(owner.records().attempts(result.run())).hasSize(alone.attempts().size());
      assertThat(done(second) + done(third)).as("carried out elsewhere").isGreaterThan(200);
      await(() -> reported(owner) == done(second) + done(third));
      owner.flush();
      second.flush();
      assertThat(second.audit().calls(AuditQuery.latest(10_000)))
          .as("each call is on record once")
          .hasSize(alone.attempts().size());
      assertThat(owner.store().shards().results()).as("nothing is left").isEmpty();
    }
  }

  @Test
  void what_an_engine_had_that_has_died_runs_again_and_its_results_come_too_late()
      throws Exception {
    try (Engine owner = engines.open("owner", 1)) {
      Engine dying = engines.onlooker("dying");
      // A row of its own, so that the owner counts on it.
      RunRequest any =
          RunRequest.of(new RecipeReader().read("{\"template\": \"echo\"}", "e")).build();
      assertThat(dying.run(any).attempts()).hasSize(1);
      awaitClaiming(owner, 2);
      RunHandle run = owner.start(wide(2_000));
      ShardRows rows = dying.store().shards();
      TakenShard[] taken = new TakenShard[1];
      await(
          () -> {
            if (taken[0] == null) {
              rows.take(Integer.MAX_VALUE).ifPresent(shard -> taken[0] = shard);
            }
            return taken[0] != null || run.result().isDone();
          });
      assertThat(taken[0]).as("offered to it").isNotNull();
      await(() -> owner.load().work().queued() == 0);
      assertThat(run.result()).as("waits for the shard").isNotDone();
      dying.suspend();

      RunResult result = run.await();
      assertThat(result.joins().get(0).branches()).hasSize(2_000);
      assertThat(result.joins().get(0).usableBranches()).isEqualTo(2_000);
      try (Engine back = engines.onlooker("back")) {
        assertThat(back.store().shards().give(taken[0].number(), new byte[0])).isFalse();
      }
    }
  }

  @Test
  void cancelling_a_run_stops_what_others_do_for_it() throws Exception {
    try (Engine owner = engines.open("owner", 1);
        Engine other = engines.open("other", 2)) {
      String slow =
          """
          {"parallel": true, "spread": true, "repeat": 400, "template": "sleep 3600"}
          """;
      awaitClaiming(owner, 2);
      RunHandle run =
          owner.start(RunRequest.of(new RecipeReader().read(slow, "slow.json")).build());
      await(() -> other.load().work().waiting() > 0);
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      await(() -> other.load().work().waiting() == 0 && other.load().work().queued() == 0);
    }
  }

  @Test
  void an_engine_that_drains_leaves_its_shards_to_others() throws Exception {
    try (Engine owner = engines.open("owner", 1)) {
      Engine leaving = engines.open("leaving", 1);
      awaitClaiming(owner, 2);
      RunHandle run = owner.start(wide(2_000));
      await(() -> done(leaving) > 0);
      leaving.housekeeping().drain(Duration.ofMinutes(1));
      leaving.suspend();
      assertThat(run.await().joins().get(0).usableBranches()).isEqualTo(2_000);
    }
  }

  @Test
  void a_run_whose_engine_dies_is_finished_by_another_one() throws Exception {
    Engine dying = engines.open("dying", 1);
    try (Engine other = engines.open("other", 1)) {
      awaitClaiming(dying, 2);
      RunHandle run = dying.start(wide(2_000));
      await(() -> done(other) > 0);
      dying.suspend();
      await(() -> other.resumed().size() == 1);
      RunResult result = other.resumed().get(0).await();
      assertThat(result.run()).isEqualTo(run.id());
      assertThat(result.joins().get(0).usableBranches()).isEqualTo(2_000);
      List<Integer> ended =
          other.records().attempts(run.id()).stream().map(each -> each.stepIndex()).toList();
      assertThat(ended).as("no command is recorded twice").doesNotHaveDuplicates();
    }
  }
}
