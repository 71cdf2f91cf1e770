package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreHooks;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.journal.JournalHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups, back-pressure and trouble, whatever the database. */
@Timeout(300)
abstract class JournalContract {

  static final RunId RUN = Runs.id(1);

  /** So many events may wait where a test fills the line. */
  private static final int LINE = 300;

  private final FaultyDatabase database = new FaultyDatabase();

  /** A new, empty database. */
  abstract StoreOptions options();

  private RunStore open(StoreOptions options) {
    return RunStore.open(options, StoreHooks.NONE.withConnections(database::border));
  }

  @Test
  void record_fromManyThreads_keepsEachThreadsOrderAndGroups() throws Exception {
    int threads = 8;
    Plan plan = Runs.chain(500);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (RunStore store = open(options().withPendingEvents(LINE))) {
      for (int i = 0; i < threads / 2; i++) {
        store.create(Runs.newRun(Runs.id(i)), plan);
      }
      CountDownLatch recorded = new CountDownLatch(threads);
      database.beforeEach = () -> awaitFullLine(store, recorded);
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        RunId run = Runs.id(i / 2);
        boolean even = i % 2 == 0;
        done.add(pool.submit(() -> recordHalf(store, run, plan, even, recorded)));
      }
      for (Future<?> half : done) {
        half.get();
      }
      store.journal().flush();
      for (int i = 0; i < threads / 2; i++) {
        assertInOrder(store, Runs.id(i), plan);
      }
      assertThat(database.commits.get()).isLessThan(threads * 500 / 2);
    } finally {
      pool.shutdownNow();
    }
  }

  private static void recordHalf(
      RunStore store, RunId run, Plan plan, boolean even, CountDownLatch recorded) {
    try {
      for (Step leaf : plan.root().children()) {
        if (leaf.index() % 2 == 0 == even) {
          Content stdout = Content.of("output " + leaf.index());
          Runs.leaf(run, leaf, Content.EMPTY, stdout).forEach(store.journal()::record);
        }
      }
    } finally {
      recorded.countDown();
    }
  }

  /** A commit that takes as long as the others need to fill the line, however fast a machine is. */
  private static void awaitFullLine(RunStore store, CountDownLatch recorded) {
    while (store.journal().health().pendingEvents() < LINE && recorded.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private static void assertInOrder(RunStore store, RunId run, Plan plan) {
    List<StoredTransition> transitions = store.records().transitions(run);
    Map<Integer, List<StepState>> byStep =
        transitions.stream()
            .collect(
                Collectors.groupingBy(
                    StoredTransition::stepIndex,
                    Collectors.mapping(StoredTransition::state, Collectors.toList())));
    assertThat(byStep).hasSize(plan.root().children().size());
    assertThat(byStep.values())
        .allSatisfy(s -> assertThat(s).containsExactly(StepState.RUNNING, StepState.DONE));
    for (int half = 0; half < 2; half++) {
      int parity = half;
      assertThat(transitions.stream().map(StoredTransition::stepIndex))
          .filteredOn(step -> step % 2 == parity)
          .isSorted();
    }
    assertThat(store.records().attempts(run)).hasSize(byStep.size());
  }

  private static AuditEntry call(@Nullable RunId run, String command) {
    AuditEntry.Caller caller =
        new AuditEntry.Caller("operator", run == null ? null : run.value(), null);
    return new AuditEntry(
        caller, command, null, Runs.START, Outcome.exited(0), new AuditEntry.Cost(1, 1));
  }

  private static List<String> audited(RunStore store) {
    return store.audit().list(AuditQuery.latest(30)).stream()
        .map(each -> each.entry().command())
        .toList();
  }

  @Test
  void call_ofARun_isInTheAuditWithWhatItDid_inOneTransaction() {
    Plan plan = Runs.chain(1);
    try (RunStore store = open(options())) {
      store.create(Runs.newRun(RUN), plan);
      store.audit().record(call(RUN, "first"));
      assertThat(audited(store)).as("and the limits are looked at").hasSize(1);
      int transactions = 2;
      // The audit writes a call by itself 50 ms later: a busy machine may need another try.
      for (int tries = 0; transactions > 1 && tries < 20; tries++) {
        transactions = transactionsOfOneCall(store, plan, Runs.id(2 + tries));
      }
      assertThat(transactions).isEqualTo(1);

      store.audit().record(call(null, "ls"));
      store.audit().record(call(Runs.id(99), "of a run that is not stored"));
      assertThat(audited(store)).contains("of a run that is not stored", "ls", "echo", "first");
    }
  }

  private int transactionsOfOneCall(RunStore store, Plan plan, RunId run) {
    store.create(Runs.newRun(run), plan);
    int before = database.commits.get();
    store.audit().record(call(run, "echo"));
    Runs.leaf(run, plan.step(1), Content.EMPTY, Content.of("x")).forEach(store.journal()::record);
    store.journal().flush();
    assertThat(audited(store)).contains("echo", "first");
    return database.commits.get() - before;
  }

  @Test
  void call_thatTheDatabaseRefusesBesideTheJournal_isWrittenLater_andTheRunGoesOn() {
    Plan plan = Runs.chain(1);
    try (RunStore store = open(options())) {
      store.create(Runs.newRun(RUN), plan);
      database.refused = "insert into audit";
      store.audit().record(call(RUN, "echo"));
      Runs.leaf(RUN, plan.step(1), Content.EMPTY, Content.of("x")).forEach(store.journal()::record);
      store.journal().flush();
      assertThat(store.records().attempts(RUN)).hasSize(1);
      database.refused = "nothing";
      assertThat(audited(store)).containsExactly("echo");
    }
  }

  @Test
  void record_moreThanFits_waitsUntilThereIsRoom() throws Exception {
    Plan plan = Runs.chain(4);
    try (RunStore store = open(options().withPendingEvents(2))) {
      store.create(Runs.newRun(RUN), plan);
      assertBlocksWhileCommitsWait(
          store,
          List.of(
              Runs.changed(RUN, plan.step(1), StepState.RUNNING),
              Runs.changed(RUN, plan.step(2), StepState.RUNNING)),
          Runs.changed(RUN, plan.step(3), StepState.RUNNING));
      assertThat(store.records().transitions(RUN)).hasSize(3);
    }
  }

  @Test
  void record_moreBytesThanFit_waitsUntilThereIsRoom() throws Exception {
    Plan plan = Runs.chain(4);
    try (RunStore store = open(options().withPendingBytes(1000))) {
      store.create(Runs.newRun(RUN), plan);
      assertBlocksWhileCommitsWait(
          store,
          List.of(Runs.attempted(RUN, plan.step(1), 1, Content.of("x".repeat(2000)))),
          Runs.attempted(RUN, plan.step(2), 1, Content.of("y")));
      assertThat(store.records().attempts(RUN)).hasSize(2);
    }
  }

  private void assertBlocksWhileCommitsWait(RunStore store, List<RunEvent> fit, RunEvent tooMuch)
      throws Exception {
    database.atGate = new CountDownLatch(1);
    database.gate = new CountDownLatch(1);
    Thread blocked = new Thread(() -> store.journal().record(tooMuch));
    try {
      fit.forEach(store.journal()::record);
      database.atGate.await();
      blocked.start();
      while (blocked.getState() != Thread.State.WAITING) {
        assertThat(blocked.isAlive()).as("it waits and does not return").isTrue();
        Thread.onSpinWait();
      }
    } finally {
      database.gate.countDown();
      blocked.join();
    }
    store.journal().flush();
  }

  @Test
  void record_whileCommitsFail_losesAndDoublesNothing() throws Exception {
    Plan plan = Runs.chain(3);
    try (RunStore store = open(options())) {
      store.create(Runs.newRun(RUN), plan);
      database.failuresToCome.set(2);
      for (Step leaf : plan.root().children()) {
        Runs.leaf(RUN, leaf, Content.EMPTY, Content.of("same")).forEach(store.journal()::record);
      }
      database.failed.await();
      store.journal().flush();

      assertThat(store.records().transitions(RUN)).hasSize(6);
      assertThat(store.records().attempts(RUN)).hasSize(3);
    }
  }

  @Test
  void record_oneRowThatIsRefused_keepsTheOthers() {
    Plan plan = Runs.chain(3);
    try (RunStore store = open(options())) {
      store.create(Runs.newRun(RUN), plan);
      database.refused = "insert into branch_join";
      store.journal().record(Runs.changed(RUN, plan.step(1), StepState.RUNNING));
      store.journal().record(Runs.joined(RUN));
      store.journal().record(Runs.changed(RUN, plan.step(2), StepState.RUNNING));
      store.journal().flush();

      assertThat(store.records().transitions(RUN)).hasSize(2);
      assertThat(store.records().joins(RUN)).isEmpty();
    }
  }

  @Test
  void flush_doesNotWaitForTheGroupDelay() {
    Duration delay = Duration.ofSeconds(1);
    Plan plan = Runs.chain(1);
    try (RunStore store = open(options().withGroupDelay(delay))) {
      boolean shown = false;
      // A machine that stands still for a moment shows nothing; one flush that was sooner does.
      for (int i = 1; !shown && i <= 30; i++) {
        RunId run = Runs.id(i);
        store.create(Runs.newRun(run), plan);
        int before = database.commits.get();
        long began = System.nanoTime();
        store.journal().record(Runs.changed(run, plan.step(1), StepState.RUNNING));
        boolean waits = store.records().transitions(run).isEmpty();
        store.journal().record(Runs.over(run, plan, RunStatus.DONE, Content.EMPTY));
        store.journal().flush();

        boolean sooner = System.nanoTime() - began < delay.toNanos();
        assertThat(store.records().run(run).orElseThrow().status()).isEqualTo(RunStatus.DONE);
        shown = waits && sooner && database.commits.get() == before + 1;
      }
      assertThat(shown).as("both waited, and were written as one group before the delay").isTrue();
    }
  }

  @Test
  void close_commitsAllAndLeavesNoThread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Plan plan = Runs.chain(1);
    RunStore store = open(options());
    store.create(Runs.newRun(RUN), plan);
    int commits = database.commits.get();
    store.journal().record(Runs.changed(RUN, plan.step(1), StepState.RUNNING));
    store.close();

    assertThat(database.commits.get()).isEqualTo(commits + 1);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!before.contains(thread) && thread.getName().startsWith("escarole")) {
        thread.join(60_000);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
    assertThatThrownBy(
            () -> store.journal().record(Runs.changed(RUN, plan.step(1), StepState.DONE)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void close_whileTheDatabaseFails_endsAndSaysWhatIsLost() {
    Plan plan = Runs.chain(1);
    RunStore store = open(options());
    store.create(Runs.newRun(RUN), plan);
    database.failuresToCome.set(Integer.MAX_VALUE);
    store.journal().record(Runs.changed(RUN, plan.step(1), StepState.RUNNING));

    assertThatThrownBy(store::close)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("1 events were not written");
  }

  @Test
  void database_awayForAWhile_isShownAsPausedAndTheRunGoesOn() throws Exception {
    Plan plan = Runs.chain(2);
    MovedClock clock = new MovedClock(Runs.START);
    List<Duration> pauses = new CopyOnWriteArrayList<>();
    List<JournalHealth> seen = new CopyOnWriteArrayList<>();
    List<String> begins = new CopyOnWriteArrayList<>();
    AtomicReference<RunStore> opened = new AtomicReference<>();
    StoreHooks around =
        StoreHooks.NONE
            .withConnections(database::border)
            .withClock(clock)
            .withBeforePause(
                pause -> {
                  pauses.add(pause);
                  RunStore store = Objects.requireNonNull(opened.get());
                  seen.add(store.journal().health());
                  begins.add(begin(store, Runs.id(2), plan));
                  clock.advance(pause);
                });
    try (RunStore store = RunStore.open(options(), around)) {
      opened.set(store);
      store.create(Runs.newRun(RUN), plan);
      assertThat(store.journal().health().state()).isEqualTo(JournalHealth.State.RUNNING);
      database.failuresToCome.set(3);
      Runs.leaf(RUN, plan.step(1), Content.EMPTY, Content.of("a")).forEach(store.journal()::record);
      store.journal().flush();

      assertThat(pauses)
          .containsExactly(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));
      assertThat(seen).extracting(JournalHealth::state).containsOnly(JournalHealth.State.PAUSED);
      assertThat(begins)
          .hasSize(3)
          .allSatisfy(said -> assertThat(said).contains("the network is down", "then try again"));
      assertThat(store.records().run(Runs.id(2))).isEmpty();
      assertThat(seen).extracting(JournalHealth::since).containsOnly(Runs.START);
      assertThat(seen.get(0).reason()).contains("the network is down");
      assertThat(seen.get(0).pendingEvents()).isPositive();
      assertThat(store.journal().health().state()).isEqualTo(JournalHealth.State.RUNNING);
      assertThat(store.journal().health().pendingEvents()).isZero();
      assertThat(store.records().transitions(RUN)).hasSize(2);
    }
  }

  /** What a store says when it is to begin a run. */
  private static String begin(RunStore store, RunId run, Plan plan) {
    try {
      store.create(Runs.newRun(run), plan);
      return "begun";
    } catch (StoreException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void row_refused_isToldToWhoCarriesTheRunOut() {
    Plan plan = Runs.chain(3);
    RunId other = Runs.id(2);
    List<String> told = new CopyOnWriteArrayList<>();
    try (RunStore store = open(options())) {
      store.journal().onRefusal((run, why) -> told.add(run + ": " + why.getMessage()));
      store.create(Runs.newRun(RUN), plan);
      store.create(Runs.newRun(other), plan);
      database.refused = "insert into branch_join";
      store.journal().record(Runs.joined(RUN));
      store.journal().record(Runs.changed(other, plan.step(1), StepState.RUNNING));
      store.journal().flush();

      assertThat(told).singleElement().asString().startsWith(RUN.value()).contains("too long");
      assertThat(store.records().transitions(other)).hasSize(1);
    }
  }

  @Test
  void run_ofWhichARowWasRefused_isStoredAsFailedEvenIfItEndsInTheSameGroup() {
    Plan plan = Runs.chain(3);
    try (RunStore store = open(options().withGroupDelay(Duration.ofSeconds(1)))) {
      store.create(Runs.newRun(RUN), plan);
      database.refused = "insert into branch_join";
      store.journal().record(Runs.changed(RUN, plan.step(1), StepState.RUNNING));
      store.journal().record(Runs.joined(RUN));
      store.journal().record(Runs.over(RUN, plan, RunStatus.DONE, Content.EMPTY));
      store.journal().flush();

      StoredRun run = store.records().run(RUN).orElseThrow();
      assertThat(run.status()).isEqualTo(RunStatus.FAILED);
      assertThat(run.error()).contains("too long");
    }
  }

  @Test
  void run_thatIsNotStored_isRefusedAndNothingElseSuffers() {
    Plan plan = Runs.chain(1);
    List<RunId> told = new CopyOnWriteArrayList<>();
    try (RunStore store = open(options())) {
      store.journal().onRefusal((run, why) -> told.add(run));
      store.create(Runs.newRun(RUN), plan);
      store.journal().record(Runs.changed(Runs.id(9), plan.step(1), StepState.RUNNING));
      store.journal().record(Runs.changed(RUN, plan.step(1), StepState.RUNNING));
      store.journal().flush();

      assertThat(told).containsExactly(Runs.id(9));
      assertThat(store.records().transitions(RUN)).hasSize(1);
    }
  }
}
