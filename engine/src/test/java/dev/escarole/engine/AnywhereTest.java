package dev.escarole.engine;

import static dev.escarole.engine.TwoEngines.NEVER;
import static dev.escarole.engine.TwoEngines.OFTEN;
import static dev.escarole.engine.TwoEngines.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.RunSuspendedException;
import dev.escarole.engine.launch.Launching;
import dev.escarole.engine.launch.NodeWait;
import dev.escarole.engine.launch.StrayRuns;
import dev.escarole.engine.node.EngineNode;
import dev.escarole.engine.node.NodeOptions;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.journal.RunLostException;
import dev.escarole.engine.store.launch.Claimable;
import dev.escarole.engine.store.launch.UnclaimedRuns.Group;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launched runs that any engine of a PostgreSQL database may claim. */
@Timeout(300)
class AnywhereTest {

  private static final String HOLD = "{\"delay\": 3600000, \"template\": \"echo\"}";

  @TempDir Path directory;

  private final String database = Postgres.newDatabase();

  private Engine open(String name, int capacity, String... labels) {
    return open(name, capacity, NEVER, labels);
  }

  private Engine open(
      String name, int capacity, Maintenance.Intervals intervals, String... labels) {
    return Engine.open(
        EngineOptions.at(directory.resolve(name))
            .withDatabase(database)
            .withNode(new NodeOptions(capacity, Set.of(labels))),
        intervals);
  }

  private static RunRequest.Builder request(String template) {
    String json = "{\"name\": \"work\", \"template\": " + template + "}";
    return RunRequest.of(new RecipeReader().read(json, "work.json"));
  }

  private static RunHandle launch(Engine engine, String template) {
    return engine.start(request(template).anywhere().build());
  }

  private static RunStatus status(Engine engine, RunId run) {
    return engine.records().run(run).orElseThrow().status();
  }

  private static RunHandle claimed(Engine engine, RunId run) {
    await(() -> engine.handle(run).isPresent());
    return engine.handle(run).orElseThrow();
  }

  @Test
  void what_has_no_room_here_starts_elsewhere_as_soon_as_it_is_announced() throws Exception {
    try (Engine full = open("full", 1);
        Engine free = open("free", 1)) {
      RunHandle here = launch(full, HOLD);
      assertThat(status(full, here.id())).isEqualTo(RunStatus.RUNNING);

      RunHandle there = launch(full, HOLD);
      RunHandle live = claimed(free, there.id());
      assertThat(live.counts().leaves()).isEqualTo(there.counts().leaves());
      assertThat(status(full, there.id())).isEqualTo(RunStatus.RUNNING);
      assertThat(free.housekeeping().node().claims()).isEqualTo(1);

      assertThatThrownBy(() -> there.result().get(60, TimeUnit.SECONDS))
          .as("as the run of another engine")
          .hasRootCauseInstanceOf(RunLostException.class);
      live.cancel();
      assertThat(live.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void what_nobody_has_room_for_waits_and_starts_where_room_is_first() throws Exception {
    try (Engine full = open("full", 1);
        Engine other = open("other", 1)) {
      RunHandle first = launch(full, HOLD);
      RunHandle second = launch(other, HOLD);
      RunHandle third = launch(full, "\"echo done\"");
      assertThat(status(other, third.id())).isEqualTo(RunStatus.QUEUED);
      assertThat(third.queuePlace()).as("not in the queue of a recipe").isEmpty();
      assertThat(third.plan().recipeName()).isEqualTo("work");
      assertThat(other.housekeeping().nodes().unclaimed()).isEqualTo(1);
      assertThat(other.housekeeping().nodeWait(third.id())).contains(new NodeWait(null, 2));
      assertThat(full.interrupted()).isEmpty();

      first.cancel();
      assertThat(third.await().orThrow().stdout().text()).isEqualTo("done\n");
      assertThat(other.housekeeping().nodes().unclaimed()).isZero();
      second.cancel();
    }
  }

  @Test
  void three_engines_claim_each_of_many_runs_once() throws Exception {
    List<RunId> launched = new ArrayList<>();
    try (Engine one = open("one", 2);
        Engine two = open("two", 2);
        Engine three = open("three", 2)) {
      for (int i = 0; i < 200; i++) {
        Engine at = List.of(one, two, three).get(i % 3);
        RunRequest request = request("[\"echo " + i + "\", \"cat\"]").anywhere().build();
        launched.add(at.launch(request, new LaunchKey("test", "" + i, "x")).id());
      }
      await(() -> launched.stream().allMatch(id -> status(one, id).isOver()));
      for (int i = 0; i < launched.size(); i++) {
        RunId id = launched.get(i);
        assertThat(status(one, id)).isEqualTo(RunStatus.DONE);
        assertThat(one.records().attempts(id)).as("nothing ran twice").hasSize(2);
      }
      assertThat(new HashSet<>(launched)).hasSize(200);
      assertThat(one.housekeeping().nodes().unclaimed()).isZero();
    }
  }

  @Test
  void label_of_a_recipe_chooses_the_nodes() throws Exception {
    String recipe =
        "{\"name\": \"picky\", \"launch\": {\"node\": \"gpu\"}, \"template\": \"echo picked\"}";
    RunRequest picky =
        RunRequest.of(new RecipeReader().read(recipe, "picky.json")).anywhere().build();
    try (Engine plain = open("plain", 10)) {
      RunHandle run = plain.start(picky);
      assertThat(status(plain, run.id())).isEqualTo(RunStatus.QUEUED);
      assertThat(plain.housekeeping().nodeWait(run.id())).contains(new NodeWait("gpu", 0));
      try (Engine gpu = open("gpu", 10, "gpu", "big")) {
        await(() -> status(plain, run.id()).isOver());
        assertThat(status(plain, run.id())).isEqualTo(RunStatus.DONE);
        assertThat(plain.housekeeping().nodeWait(run.id())).isEmpty();
        assertThat(plain.housekeeping().nodes().nodes())
            .extracting(EngineNode::labels)
            .containsExactly(List.of(), List.of("big", "gpu"));
        assertThat(gpu.start(picky).await().orThrow().stdout().text()).isEqualTo("picked\n");
      }
    }
  }

  @Test
  void runs_at_once_are_counted_over_all_engines() throws Exception {
    String rule = "{\"at_once\": 1, \"queue\": 5}";
    try (Engine full = open("full", 1);
        Engine free = open("free", 10, OFTEN)) {
      RunHandle held = launch(full, HOLD);
      RunId first = full.start(Launching.request(rule, 3_600_000).anywhere().build()).id();
      RunHandle live = claimed(free, first);
      RunId second = full.start(Launching.request(rule, 0).anywhere().build()).id();
      RunId unlimited = launch(full, "\"echo\"").id();
      await(() -> status(full, unlimited).isOver());
      assertThat(status(full, second)).as("one of its recipe runs").isEqualTo(RunStatus.QUEUED);
      live.cancel();
      await(() -> status(full, second).isOver());
      assertThat(status(full, second)).isEqualTo(RunStatus.DONE);
      held.cancel();
    }
  }

  @Test
  void run_that_nobody_has_claimed_can_be_cancelled_anywhere() throws Exception {
    try (Engine full = open("full", 1);
        Engine other = open("other", 1)) {
      launch(full, HOLD);
      launch(other, HOLD);
      RunHandle here = launch(full, "\"echo\"");
      RunHandle there = launch(full, "\"echo\"");
      here.cancel();
      assertThat(here.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(other.housekeeping().cancelUnclaimed(there.id())).isTrue();
      await(() -> status(full, there.id()).isOver());
      assertThat(status(full, there.id())).isEqualTo(RunStatus.CANCELLED);
      assertThat(other.housekeeping().cancelUnclaimed(there.id())).isFalse();
      assertThat(full.housekeeping().nodes().unclaimed()).isZero();
    }
  }

  @Test
  void engine_that_ends_leaves_what_it_launched() throws Exception {
    Engine full = open("full", 1);
    RunHandle held = launch(full, HOLD);
    RunHandle run = launch(full, "\"echo left\"");
    full.suspend();
    assertThatThrownBy(() -> run.result().get(60, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(RunSuspendedException.class);
    try (Engine next = open("next", 10)) {
      await(() -> status(next, run.id()).isOver());
      assertThat(status(next, run.id())).isEqualTo(RunStatus.DONE);
      claimed(next, held.id()).cancel();
    }
  }

  @Test
  void draining_engine_leaves_its_launches_to_others() throws Exception {
    try (Engine leaving = open("leaving", 10)) {
      leaving.housekeeping().drain(Duration.ZERO);
      RunHandle run = launch(leaving, "\"echo late\"");
      assertThat(status(leaving, run.id())).isEqualTo(RunStatus.QUEUED);
      try (Engine other = open("other", 10)) {
        await(() -> status(other, run.id()).isOver());
        assertThat(status(other, run.id())).isEqualTo(RunStatus.DONE);
      }
    }
  }

  @Test
  void engine_that_may_claim_nothing_starts_its_own_launches_and_no_others() throws Exception {
    Engine gone = open("gone", 1);
    RunHandle held = launch(gone, HOLD);
    RunId left = launch(gone, "\"echo left\"").id();
    gone.suspend();
    EngineOptions slow =
        EngineOptions.at(directory.resolve("slow"))
            .withDatabase(database)
            .withClock(() -> Instant.now().minusSeconds(20))
            .withNode(NodeOptions.DEFAULT.withCapacity(1));
    try (Engine off = Engine.open(slow, OFTEN)) {
      assertThat(off.housekeeping().refusal()).isPresent();
      RunHandle first = launch(off, HOLD);
      List<RunHandle> waiting = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        waiting.add(launch(off, "\"echo " + i + "\""));
      }
      RunHandle picky = off.start(Launching.request("{\"node\": \"gpu\"}", 0).anywhere().build());
      first.cancel();
      for (RunHandle run : waiting) {
        assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
      }
      assertThat(launch(off, "\"echo more\"").await().status()).isEqualTo(RunStatus.DONE);
      assertThat(status(off, left)).as("launched by another").isEqualTo(RunStatus.QUEUED);
      assertThat(status(off, picky.id())).as("for other nodes").isEqualTo(RunStatus.QUEUED);
      assertThat(off.interrupted()).containsExactly(held.id());
    }
  }

  @Test
  void files_come_along_and_runs_with_directories_stay() throws Exception {
    Path data = Files.createDirectories(directory.resolve("data"));
    try (Engine full = open("full", 1);
        Engine free = open("free", 10)) {
      RunHandle held = launch(full, HOLD);
      RunId given =
          full.start(
                  request("\"cat /inputs/table\"")
                      .file("table", Content.of("rows\n"))
                      .anywhere()
                      .build())
              .id();
      await(() -> status(free, given).isOver());
      assertThat(free.records().attempts(given).get(0).stdout().bytes()).isEqualTo(5);
      assertThat(full.workspace(given)).doesNotExist();

      RunHandle tied =
          full.start(
              request("\"ls /data\"")
                  .directories(List.of(DirectoryGrant.parse(data + "::/data")))
                  .anywhere()
                  .build());
      assertThat(tied.await().status()).as("here, beyond its capacity").isEqualTo(RunStatus.DONE);
      held.cancel();
    }
  }

  @Test
  void launch_in_a_transaction_goes_where_there_is_room() throws Exception {
    try (Engine full = open("full", 1);
        Engine free = open("free", 1)) {
      launch(full, HOLD);
      RunId run;
      try (Connection connection = DriverManager.getConnection(Postgres.jdbcUrl(database))) {
        connection.setAutoCommit(false);
        run = full.transactions().launch(connection, request("\"echo\"").build());
        connection.commit();
      }
      full.transactions().carryOut();
      await(() -> status(free, run).isOver());
      assertThat(status(free, run)).isEqualTo(RunStatus.DONE);
      assertThat(free.housekeeping().node().claims()).isEqualTo(1);
    }
  }

  @Test
  void run_whose_node_dies_before_it_has_started_it_goes_on_elsewhere() throws Exception {
    try (Engine full = open("full", 1, OFTEN)) {
      RunHandle held = launch(full, HOLD);
      Engine dying = open("dying", 1);
      launch(dying, HOLD);
      RunId run = launch(full, "\"echo taken\"").id();
      assertThat(full.queued()).extracting(RunHandle::id).containsExactly(run);
      Claimable any = Claimable.any(List.of());
      var taken = dying.store().claim(new Group("work", 0), 1, any, true, Instant.now());
      assertThat(taken).hasSize(1);
      assertThat(status(full, run)).isEqualTo(RunStatus.RUNNING);
      dying.suspend();
      await(() -> status(full, run).isOver());
      assertThat(status(full, run)).isEqualTo(RunStatus.DONE);
      assertThat(full.records().attempts(run)).hasSize(1);
      held.cancel();
    }
  }

  @Test
  void claim_without_an_answer_is_given_up() {
    try (Engine engine = open("one", 1)) {
      RunHandle run = launch(engine, HOLD);
      StrayRuns knowing = new StrayRuns(engine.store(), () -> List.of(run.id()));
      StrayRuns unknowing = new StrayRuns(engine.store(), List::of);
      look(unknowing);
      look(unknowing);
      assertThat(engine.interrupted()).as("there is no doubt").isEmpty();
      knowing.doubt();
      look(knowing);
      look(knowing);
      assertThat(engine.interrupted()).as("it is known").isEmpty();
      unknowing.doubt();
      look(unknowing);
      assertThat(engine.interrupted()).as("it may be about to start").isEmpty();
      look(unknowing);
      assertThat(engine.interrupted()).containsExactly(run.id());
    }
  }

  private static void look(StrayRuns strays) {
    strays.look();
  }
}
