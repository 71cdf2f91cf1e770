package dev.escarole.engine;

import static dev.escarole.engine.SpreadEngines.await;
import static dev.escarole.engine.SpreadEngines.awaitClaiming;
import static dev.escarole.engine.SpreadEngines.wide;
import static dev.escarole.engine.SpreadEngines.wideBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.RestartedPostgres;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.shard.ShardRows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Wide parallel nodes over engines that disagree, lie, or lose the database. */
@Timeout(300)
class SpreadTroubleTest {

  private static final int BRANCHES = 1_200;

  @TempDir Path directory;

  private static long done(Engine engine) {
    return engine.housekeeping().node().spread().forOthers();
  }

  private static void assertWhole(Engine engine, RunResult result) {
    assertThat(result.joins().get(0).usableBranches()).isEqualTo(BRANCHES);
    assertThat(engine.records().attempts(result.run()).stream().map(each -> each.stepIndex()))
        .as("no command is recorded twice")
        .doesNotHaveDuplicates()
        .hasSize(4 * BRANCHES);
  }

  @Test
  void a_database_that_is_away_while_others_work_costs_nothing_but_time() throws Exception {
    try (RestartedPostgres postgres = RestartedPostgres.start(directory.resolve("server"))) {
      SpreadEngines engines = new SpreadEngines(directory, postgres.address());
      try (Engine owner = engines.open("owner", 1);
          Engine other = engines.open("other", 1)) {
        awaitClaiming(owner, 2);
        RunHandle run = owner.start(wide(BRANCHES));
        await(() -> done(other) > 0);
        postgres.cutConnections();
        long before = done(other);
        await(() -> done(other) > before || run.result().isDone());
        postgres.stop();
        postgres.startAgain();
        assertWhole(owner, run.await());
      }
    }
  }

  @Test
  void results_that_cannot_be_read_are_worth_nothing() throws Exception {
    SpreadEngines engines = new SpreadEngines(directory, Postgres.newDatabase());
    try (Engine owner = engines.open("owner", 1);
        Engine liar = engines.onlooker("liar")) {
      liar.store().nodes().register();
      awaitClaiming(owner, 2);
      ShardRows rows = liar.store().shards();
      RunHandle run = owner.start(wide(BRANCHES));
      Set<Long> spoilt = new HashSet<>();
      await(
          () -> {
            rows.take(Integer.MAX_VALUE)
                .ifPresent(
                    shard -> {
                      byte[] bytes = nonsense(spoilt.size());
                      assertThat(rows.give(shard.number(), bytes)).isTrue();
                      spoilt.add(shard.number());
                    });
            return run.result().isDone();
          });
      assertThat(spoilt).isNotEmpty();
      assertWhole(owner, run.await());
    }
  }

  private static byte[] nonsense(int round) {
    String[] texts = {"", "[]", "null", "{", "[null, 7]", "\u0000\u0001", "[{\"kind\": \"GONE\"}]"};
    return texts[round % texts.length].getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void what_the_policy_of_another_engine_refuses_is_left_to_the_engine_of_the_run()
      throws Exception {
    SpreadEngines engines = new SpreadEngines(directory, Postgres.newDatabase());
    Path policy = directory.resolve("strict.yaml");
    Files.writeString(policy, "principals: {ana: {allow: true, commands: [seq, sort, head]}}");
    Path free = directory.resolve("free.yaml");
    Files.writeString(
        free,
        "principals: {ana: {allow: true, commands: ['*']}, bob: {allow: true, commands: ['*']}}");
    try (Engine owner = engines.open(engines.options("owner").withWorkers(1).withPolicyFile(free));
        Engine strict =
            engines.open(engines.options("strict").withWorkers(1).withPolicyFile(policy))) {
      awaitClaiming(owner, 2);
      RunHandle ana = owner.start(wideBy(BRANCHES).principal(new Principal("ana", false)).build());
      RunHandle bob = owner.start(wideBy(BRANCHES).principal(new Principal("bob", false)).build());
      assertWhole(owner, ana.await());
      assertWhole(owner, bob.await());
      assertThat(done(strict)).as("what it may do for ana").isPositive();
      strict.flush();
      assertThat(strict.audit().calls(AuditQuery.latest(10_000)))
          .as("each call is on record once, by its own principal")
          .hasSize(8 * BRANCHES)
          .filteredOn(call -> call.entry().caller().principal().equals("ana"))
          .hasSize(4 * BRANCHES);
    }
  }

  @Test
  void a_shard_of_a_newer_form_is_left_alone_and_one_that_cannot_be_read_is_given_back()
      throws Exception {
    SpreadEngines engines = new SpreadEngines(directory, Postgres.newDatabase());
    try (Engine newer = engines.onlooker("newer");
        Engine older = engines.open("older", 1)) {
      newer.store().nodes().register();
      ShardRows rows = newer.store().shards();
      long unknown = rows.offer(2, "[]".getBytes(StandardCharsets.UTF_8));
      for (String nonsense : List.of("", "[", "null", "[null]", "[{}]", "{}", "[{\"run\": 1}]")) {
        long known = rows.offer(1, nonsense.getBytes(StandardCharsets.UTF_8));
        await(() -> rows.results().containsKey(known));
      }
      assertThat(done(older)).isZero();
      assertThat(rows.takeBack(2)).containsExactly(unknown);
    }
  }
}
