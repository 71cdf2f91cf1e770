package dev.escarole.engine.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.SettingPlans;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.LaunchKey.KeyedLaunch;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.recipe.template.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a store promises, whatever its database. */
abstract class RunStoreContract {

  private static final RunId RUN = Runs.id(1);

  private RunStore store;
  private StoreOptions options;

  /** A new, empty database. */
  abstract StoreOptions options();

  @BeforeEach
  void open() {
    options = options();
    store = RunStore.open(options);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void create_newRun_isReadBack() {
    Plan plan = Runs.chain(2);
    NewRun run =
        new NewRun(
                RUN,
                "operator",
                Map.of("name", "Ada", "count", 3, "tags", List.of("a", "b")),
                "{\"template\": \"echo ä\"}",
                Content.of("input"),
                List.of("/data -> /in (read)"),
                Runs.START)
            .withCache(true);
    store.create(run, plan);

    StoredRun stored = store.records().run(RUN).orElseThrow();
    assertThat(stored.recipe()).isEqualTo("chain");
    assertThat(stored.planHash()).isEqualTo(plan.hash());
    assertThat(stored.stepCount()).isEqualTo(3);
    assertThat(stored.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(stored.startedAt()).isEqualTo(Runs.START);
    assertThat(stored.endedAt()).isNull();
    NewRun launch = store.records().launch(RUN).orElseThrow();
    assertThat(launch.values()).isEqualTo(run.values());
    assertThat(launch.recipeSource()).isEqualTo(run.recipeSource());
    assertThat(launch.directories()).isEqualTo(run.directories());
    assertThat(launch.stdin().text()).isEqualTo("input");
    assertThat(launch.cache()).isTrue();
  }

  @Test
  void create_idTaken_isRefusedAndNothingStored() {
    store.create(Runs.newRun(RUN), Runs.chain(1));

    Plan other = Runs.chain(2);
    assertThatThrownBy(() -> store.create(Runs.newRun(RUN), other))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(RUN.value());
    assertThat(store.records().run(RUN).orElseThrow().stepCount()).isEqualTo(2);
  }

  @Test
  void every_setting_of_a_step_is_stored_and_read_back() {
    int number = 100;
    for (Setting setting : Setting.OF_STEPS) {
      Plan plan = SettingPlans.with(setting);
      RunId id = Runs.id(number++);
      store.create(Runs.newRun(id), plan);
      assertThat(store.records().plan(id).steps()).as(setting.key()).isEqualTo(plan.steps());
      assertThat(store.records().plan(id).steps())
          .as(setting.key())
          .anyMatch(step -> step.controls().plain().containsKey(setting.key()));
    }
  }

  @Test
  void steps_beforeAnythingRan_areAllPending() {
    Plan plan =
        Runs.plan(
            """
            {"name": "groups", "parallel": true, "concurrency": 2, "min_successful": 1, "template": [
              {"label": "one", "template": "grep -e 'a b'", "timeout": 500, "delay": 20, "retry": 3,
               "retry_delay": 40, "retry_backoff": 3, "retry_max_delay": 90,
               "failure": "branch", "recover": "echo sorry"},
              {"template": {"template": "echo nested"}},
              {"when": "missing", "template": "echo never {missing=}"}]}
            """);
    store.create(Runs.newRun(RUN), plan);

    List<StoredStep> steps = store.records().steps(RUN);
    assertThat(steps).hasSameSizeAs(plan.steps());
    for (Step step : plan.steps()) {
      StoredStep stored = steps.get(step.index());
      assertThat(stored.place()).isEqualTo(step.place());
      assertThat(stored.controls()).isEqualTo(step.controls());
      assertThat(stored.kind()).isEqualTo(step.kindWord());
      assertThat(stored.skipReason()).isEqualTo(step.skipReason());
      assertThat(stored.argv()).isEqualTo(step.fold(leaf -> leaf.argv(), group -> List.of()));
      assertThat(stored.progress().state()).isEqualTo(StepState.PENDING);
    }
    assertThat(steps.get(0).parentIndex()).isNull();
    assertThat(steps)
        .filteredOn(StoredStep::recovery)
        .singleElement()
        .satisfies(recovery -> assertThat(recovery.parentIndex()).isEqualTo(1));
  }

  @Test
  void create_samePlanTwice_sharesItsSteps() {
    store.create(Runs.newRun(Runs.id(1)), Runs.chain(3));
    store.create(Runs.newRun(Runs.id(2)), Runs.chain(3));

    assertThat(store.records().steps(Runs.id(1)))
        .hasSize(4)
        .isEqualTo(store.records().steps(Runs.id(2)));
  }

  @Test
  void create_hundredThousandSteps_storesAll() {
    store.create(Runs.newRun(RUN), Runs.chain(100_000));

    List<StoredStep> steps = store.records().steps(RUN);
    assertThat(steps).hasSize(100_001);
    assertThat(steps.get(100_000).argv()).containsExactly("echo", "99999");
  }

  @Test
  void journal_leaf_isReadBackAfterFlush() {
    Plan plan = Runs.chain(2);
    store.create(Runs.newRun(RUN), plan);
    Step leaf = plan.step(1);
    Runs.leaf(RUN, leaf, Content.of("in"), Content.of("out")).forEach(store.journal()::record);
    store.journal().flush();

    StoredStep.Progress progress = store.records().steps(RUN).get(1).progress();
    assertThat(progress.state()).isEqualTo(StepState.DONE);
    assertThat(progress.outcome()).isEqualTo("exited");
    assertThat(progress.exitCode()).isZero();
    assertThat(progress.startedAt()).isEqualTo(Runs.START);
    assertThat(progress.endedAt()).isEqualTo(Runs.START.plusMillis(7));
    StoredAttempt attempt = store.records().attempts(RUN).get(0);
    assertThat(attempt.stepIndex()).isEqualTo(1);
    assertThat(attempt.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(attempt.span().durationMillis()).isEqualTo(7);
    assertThat(attempt.fuelUsed()).isEqualTo(42);
    assertThat(attempt.stdin().sha256()).isEqualTo(Content.of("in").sha256());
    assertThat(attempt.stdin().bytes()).isEqualTo(2);
    assertThat(bytes(attempt.stdout())).isEqualTo("out".getBytes(UTF_8));
    assertThat(bytes(attempt.stderr())).isEmpty();
    assertThat(store.records().transitions(RUN))
        .extracting(StoredTransition::seq)
        .containsExactly(1L, 3L);
  }

  @Test
  void journal_stepRepeated_hasTheStateOfItsLastTransition() {
    Plan plan = Runs.chain(1);
    store.create(Runs.newRun(RUN), plan);
    Step leaf = plan.step(1);
    store.journal().record(Runs.changed(RUN, leaf, StepState.RUNNING));
    store
        .journal()
        .record(Runs.ended(RUN, leaf, StepStatus.FAILED, Outcome.exited(2), Content.EMPTY));
    store.journal().record(Runs.changed(RUN, leaf, StepState.PENDING));
    store.journal().flush();

    assertThat(store.records().steps(RUN).get(1).progress()).isEqualTo(StoredStep.Progress.NONE);
    assertThat(store.records().transitions(RUN))
        .extracting(StoredTransition::state)
        .containsExactly(StepState.RUNNING, StepState.FAILED, StepState.PENDING);
  }

  @Test
  void journal_join_isReadBack() {
    store.create(Runs.newRun(RUN), Runs.chain(1));
    Join join =
        new Join(
            "0",
            "all \"of\" them",
            List.of(
                new Join.Branch("0.0", "a", StepStatus.DONE, 0, true),
                new Join.Branch("0.1", "b", StepStatus.TIMEOUT, 124, false)),
            1,
            2);
    store.journal().record(new RunEvent.JoinDecided(RUN, Runs.START, join));
    store.journal().flush();

    assertThat(store.records().joins(RUN)).containsExactly(join);
  }

  @Test
  void journal_runEnded_completesTheRun() {
    Plan plan = Runs.chain(1);
    store.create(Runs.newRun(RUN), plan);
    store.journal().record(Runs.over(RUN, plan, RunStatus.DEGRADED, Content.of("result")));
    store.journal().flush();

    StoredRun run = store.records().run(RUN).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(run.endedAt()).isEqualTo(Runs.START.plusMillis(9));
    assertThat(store.records().content(Content.of("result").sha256()))
        .hasValue("result".getBytes(UTF_8));
  }

  private byte[] bytes(ContentRef ref) {
    return store.records().contentParts(ref).orElseThrow().toArray();
  }

  @Test
  void content_ofManyParts_isJoinedAgain() {
    byte[] bytes = new byte[1_300_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ((i * 31) >> 8);
    }
    Plan plan = Runs.chain(1);
    store.create(Runs.newRun(RUN), plan);
    Content large = Content.of(bytes);
    Runs.leaf(RUN, plan.step(1), Content.EMPTY, large).forEach(store.journal()::record);
    store.journal().flush();

    assertThat(store.records().content(large.sha256())).hasValue(bytes);
    assertThat(store.records().content("0".repeat(64))).isEmpty();
  }

  @Test
  void content_ofManyParts_isReadInPiecesFromAnywhere() {
    byte[] bytes = new byte[1_300_000];
    new Random(7).nextBytes(bytes);
    Plan plan = Runs.chain(1);
    store.create(Runs.newRun(RUN), plan);
    Content large = Content.of(bytes);
    Runs.leaf(RUN, plan.step(1), Content.EMPTY, large).forEach(store.journal()::record);
    store.journal().flush();

    assertPieces(store.records().attempts(RUN).get(0).stdout(), bytes);
  }

  /** Around the borders of rows. */
  private void assertPieces(ContentRef ref, byte[] bytes) {
    for (int border : new int[] {0, 127 << 10, 254 << 10, 508 << 10, 1016 << 10, bytes.length}) {
      for (int from = Math.max(0, border - 1); from <= border + 1; from++) {
        for (int length : new int[] {0, 1, 2, 127 << 10, 600_000}) {
          int begin = Math.min(from, bytes.length);
          byte[] expected =
              Arrays.copyOfRange(bytes, begin, Math.min(bytes.length, begin + length));
          assertThat(store.records().contentPart(ref, from, length)).hasValue(expected);
        }
      }
    }
    assertThat(store.records().contentParts(ref).orElseThrow().toArray()).isEqualTo(bytes);
  }

  @Test
  void runs_areListedNewestFirstAndInPages() {
    Plan plan = Runs.chain(1);
    for (int i = 1; i <= 5; i++) {
      store.create(Runs.newRun(Runs.id(i)), plan);
    }
    store.journal().record(Runs.over(Runs.id(4), plan, RunStatus.DONE, Content.EMPTY));
    store.journal().flush();

    RunQuery two = RunQuery.latest(2);
    assertThat(store.records().runs(two))
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(5), Runs.id(4));
    assertThat(store.records().runs(two.withBefore(Runs.id(4))))
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(3), Runs.id(2));
    assertThat(store.records().runs(two.withStatus(RunStatus.DONE)))
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(4));
    assertThat(store.records().runs(two.withRecipe("chain"))).hasSize(2);
    assertThat(store.records().runs(two.withRecipe("other"))).isEmpty();
  }

  @Test
  void runs_ofOneSecond_areInTheOrderInWhichTheyWereStored() {
    store.create(Runs.newRun(Runs.id(9)), Runs.chain(1));
    store.create(Runs.newRun(Runs.id(3)), Runs.chain(1));
    store.create(Runs.newRun(Runs.id(7)), Runs.chain(1));

    assertThat(store.records().find("last")).hasValue(Runs.id(7));
    assertThat(store.records().runs(RunQuery.latest(9).withBefore(Runs.id(7))))
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(3), Runs.id(9));
  }

  @Test
  void find_takesIdPrefixAndLast() {
    assertThat(store.records().find("last")).isEmpty();
    store.create(Runs.newRun(Runs.id(11)), Runs.chain(1));
    store.create(Runs.newRun(Runs.id(12)), Runs.chain(1));
    store.create(Runs.newRun(Runs.id(21)), Runs.chain(1));

    assertThat(store.records().find("last")).hasValue(Runs.id(21));
    assertThat(store.records().find(Runs.id(12).value())).hasValue(Runs.id(12));
    assertThat(store.records().find("20261121-231502-00002")).hasValue(Runs.id(21));
    assertThat(store.records().find("20261121-231502-00001")).isEmpty();
    assertThat(store.records().matching("20261121-231502-00001", 9))
        .containsExactly(Runs.id(12), Runs.id(11));
    assertThat(store.records().find("2026%")).isEmpty();
    assertThat(store.records().find("")).isEmpty();
  }

  @Test
  void read_unknownRun_isEmpty() {
    assertThat(store.records().run(RUN)).isEmpty();
    assertThat(store.records().launch(RUN)).isEmpty();
    assertThat(store.records().steps(RUN)).isEmpty();
    assertThat(store.records().attempts(RUN)).isEmpty();
  }

  @Test
  void unfinished_runOfAnEngineThatLives_isNotForOthers() {
    store.create(Runs.newRun(Runs.id(1)), Runs.chain(1));
    store.create(Runs.newRun(Runs.id(2)), Runs.chain(1));
    store.journal().record(Runs.over(Runs.id(1), Runs.chain(1), RunStatus.DONE, Content.EMPTY));
    store.journal().flush();
    try (RunStore second = RunStore.open(options)) {
      assertThat(second.unfinished())
          .containsExactlyElementsOf(store.unfinished())
          .singleElement()
          .satisfies(
              run -> {
                assertThat(run.id()).isEqualTo(Runs.id(2));
                assertThat(run.engineAlive()).isTrue();
                assertThat(run.engine()).contains("@");
              });
    }
  }

  @Test
  void unfinished_engineClosed_leavesItsRunsToOthers() {
    try (RunStore first = RunStore.open(options)) {
      first.create(Runs.newRun(RUN), Runs.chain(1));
    }
    assertThat(store.unfinished())
        .singleElement()
        .satisfies(run -> assertThat(run.engineAlive()).isFalse());
  }

  @Test
  void claim_byTwo_isWonByOne() {
    try (RunStore first = RunStore.open(options);
        RunStore second = RunStore.open(options)) {
      first.create(Runs.newRun(RUN), Runs.chain(1));
      long epoch = store.unfinished().get(0).epoch();

      assertThat(second.claim(RUN, epoch)).isEqualTo(new Claim.Won(epoch + 1));
      assertThat(store.claim(RUN, epoch)).isEqualTo(new Claim.Lost());
      assertThat(store.claim(Runs.id(7), 1)).isEqualTo(new Claim.Lost());
    }
  }

  @Test
  void claim_runThatHasEnded_isLost() {
    Plan plan = Runs.chain(1);
    store.create(Runs.newRun(RUN), plan);
    long epoch = store.unfinished().get(0).epoch();
    store.journal().record(Runs.over(RUN, plan, RunStatus.DONE, Content.EMPTY));
    store.journal().flush();

    assertThat(store.claim(RUN, epoch)).isEqualTo(new Claim.Lost());
  }

  @Test
  void claim_won_shutsTheEarlierOwnerOutAndGoesOnCounting() {
    Plan plan = Runs.chain(3);
    List<RunId> told = new CopyOnWriteArrayList<>();
    store.journal().onRefusal((run, why) -> told.add(run));
    store.create(Runs.newRun(RUN), plan);
    store.create(Runs.newRun(Runs.id(2)), plan);
    store.journal().record(Runs.changed(RUN, plan.step(1), StepState.RUNNING));
    store.journal().flush();
    try (RunStore second = RunStore.open(options)) {
      second.claim(RUN, 1);
      store.journal().record(Runs.changed(RUN, plan.step(2), StepState.RUNNING));
      store.journal().record(Runs.over(RUN, plan, RunStatus.FAILED, Content.EMPTY));
      store.journal().record(Runs.changed(RUN, plan.step(3), StepState.RUNNING));
      store.journal().record(Runs.changed(Runs.id(2), plan.step(1), StepState.RUNNING));
      store.journal().flush();
      store.journal().record(Runs.changed(RUN, plan.step(3), StepState.DONE));
      store.journal().flush();
      second.journal().record(Runs.changed(RUN, plan.step(1), StepState.CANCELLED));
      second.journal().flush();
    }
    assertThat(told).isNotEmpty().containsOnly(RUN);
    assertThat(store.records().run(RUN).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(store.records().transitions(RUN))
        .extracting(StoredTransition::seq, StoredTransition::state)
        .containsExactly(tuple(1L, StepState.RUNNING), tuple(2L, StepState.CANCELLED));
    assertThat(store.records().transitions(Runs.id(2))).hasSize(1);
  }

  private static final LaunchKey KEY = new LaunchKey("ada", "k-1", "asked");

  @Test
  void under_one_key_one_run_is_stored() {
    Plan plan = Runs.chain(1);
    assertThat(store.launched(KEY, Runs.START)).isEmpty();
    assertThat(store.create(Runs.newRun(RUN), plan, KEY)).isEmpty();
    LaunchKey other = new LaunchKey("ada", "k-1", "something else");
    assertThat(store.create(Runs.newRun(Runs.id(2)), plan, other))
        .hasValue(new KeyedLaunch(RUN, "asked"));
    assertThat(store.records().run(Runs.id(2))).as("nothing of it is stored").isEmpty();
    LaunchKey another = new LaunchKey("bob", "k-1", "asked");
    assertThat(store.create(Runs.newRun(Runs.id(3)), plan, another)).isEmpty();
    assertThat(store.launched(KEY, Runs.START)).hasValue(new KeyedLaunch(RUN, "asked"));
  }

  @Test
  void a_key_is_forgotten_after_a_day_and_with_its_run() {
    Plan plan = Runs.chain(1);
    store.create(Runs.newRun(RUN), plan, KEY);
    assertThat(store.launched(KEY, Runs.START.plus(LaunchKeys.KEPT))).isPresent();
    assertThat(store.launched(KEY, Runs.START.plus(LaunchKeys.KEPT).plusMillis(1))).isEmpty();
    NewRun later =
        new NewRun(
            Runs.id(2),
            "operator",
            Map.of(),
            "\"echo\"",
            Content.EMPTY,
            List.of(),
            Runs.START.plus(LaunchKeys.KEPT).plusMillis(1));
    assertThat(store.create(later, plan, KEY)).isEmpty();
    assertThat(store.launched(KEY, later.startedAt()))
        .hasValue(new KeyedLaunch(Runs.id(2), "asked"));
    store.fail(later.id(), later.startedAt(), "over");
    store.delete(
        store.kept().stream().filter(run -> run.id().equals(later.id())).toList(), gone -> {});
    assertThat(store.launched(KEY, later.startedAt())).isEmpty();
    assertThat(store.create(Runs.newRun(Runs.id(3)), plan, KEY)).isEmpty();
  }

  @Test
  void of_launches_at_once_under_one_key_one_is_stored() throws Exception {
    Plan plan = Runs.chain(3);
    ExecutorService launchers = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> stored = new ArrayList<>();
      for (int i = 1; i <= 12; i++) {
        NewRun run = Runs.newRun(Runs.id(i));
        stored.add(launchers.submit(() -> store.create(run, plan, KEY).isEmpty()));
      }
      int first = 0;
      for (Future<Boolean> each : stored) {
        first += each.get() ? 1 : 0;
      }
      assertThat(first).isEqualTo(1);
      assertThat(store.records().runs(RunQuery.latest(99))).hasSize(1);
    } finally {
      launchers.shutdownNow();
    }
  }
}
