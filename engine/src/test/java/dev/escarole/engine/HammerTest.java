package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Policies;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Policy.Capabilities;
import dev.escarole.engine.broker.Policy.Quota;
import dev.escarole.engine.broker.Policy.Standing;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasm.WasmRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of calls at once while commands are swapped, removed and added, principals are revoked
 * and let in again, and every limit is hit. Each call must end in an outcome that it may have, and
 * in the end nothing must be left of any.
 */
@Timeout(600)
class HammerTest {

  private static final int WORKERS = 6;
  private static final int FEWEST_CALLS = 2_000;
  private static final Duration LENGTH = Duration.ofSeconds(8);
  private static final long HEAP_TOLERANCE = 4L << 20;
  private static final Set<Kind> OF_OTHERS =
      Set.of(Kind.ARTIFACT_INTEGRITY, Kind.UNUSABLE_PROGRAM, Kind.REJECTED, Kind.HTTP_DENIED);
  private static final Policy EXEC =
      Policy.localOperator().withCapabilities(new Capabilities(true, false, false));

  @TempDir Path data;

  /** A program that is swapped: its version is what it exits with. */
  private static final class Swapped {
    private final String name;
    private final int rounds;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();

    Swapped(String name, int rounds) {
      this.name = name;
      this.rounds = rounds;
    }
  }

  /** One go: a broker with all its parts, and what came of the calls. */
  private final class Round implements AutoCloseable {
    private final Map<String, Policy> policies = new ConcurrentHashMap<>();
    private final Map<Kind, LongAdder> audited = new ConcurrentHashMap<>();
    private final OwnCommands own = OwnCommands.open(data, warning -> {});
    private final WasmRunner runner = new WasmRunner(own.artifacts());
    private final ExecBroker broker =
        new ExecBroker(
            own.registry(),
            runner,
            this::policy,
            this::audit,
            InstantSource.system(),
            ReservedPlaces.NONE);
    private final ScheduledExecutorService canceller = Executors.newScheduledThreadPool(1);
    private final Swapped quick = new Swapped("quick", 1);
    private final Swapped late = new Swapped("late", 500_000);
    private final LongAdder calls = new LongAdder();
    private final LongAdder onOldBytes = new LongAdder();

    private volatile boolean over;

    Round() throws Exception {
      policies.put("steady", EXEC);
      policies.put("fickle", EXEC);
      policies.put("plain", Policy.allCommands());
      policies.put("narrow", Policies.onlyCommands(Set.of("upper")));
      policies.put("metered", Policies.callsPerSecond(Policy.allCommands(), 1));
      policies.put(
          "crowded",
          EXEC.withQuota(new Quota(OptionalInt.empty(), OptionalInt.of(1), Policy.DEEPEST)));
      add("probe", TestPrograms.probe());
      add("nest", TestPrograms.nest());
      swap(quick);
      swap(late);
    }

    private Policy policy(Principal principal) {
      return policies.getOrDefault(principal.name(), Policy.nothing());
    }

    private void audit(AuditLog.Entry entry) {
      audited.computeIfAbsent(entry.outcome().kind(), kind -> new LongAdder()).increment();
    }

    private void add(String name, byte[] program) throws Exception {
      var unused = own.add(name, program, ArgumentMode.ARGV);
    }

    private void swap(Swapped program) throws Exception {
      int version = program.begun.incrementAndGet();
      add(program.name, TestPrograms.exitingLate(version, program.rounds));
      program.done.set(version);
    }

    /** Changes everything that can be changed, over and over. */
    Void change() throws Exception {
      Standing[] standings = Standing.values();
      for (int i = 0; !over; i++) {
        swap(i % 2 == 0 ? quick : late);
        policies.put("fickle", EXEC.withStanding(standings[i % standings.length]));
        if (i % 3 == 0) {
          add("gone", TestPrograms.exiting(5));
        } else if (i % 3 == 1) {
          assertThat(own.remove("gone")).isTrue();
        }
      }
      return null;
    }

    /** Makes calls until it is told to stop. */
    Void call(int seed) {
      Random random = new Random(seed);
      List<Shot> shots = Shot.all();
      while (!over) {
        int which = random.nextInt(shots.size() + 6);
        if (which < shots.size()) {
          fire(shots.get(which), random);
        } else {
          callSwapped(which % 3 == 0 ? late : quick);
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        calls.increment();
      }
      return null;
    }

    private void fire(Shot shot, Random random) {
      Cancellation cancellation = new Cancellation();
      if (shot.cancelled()) {
        var unused =
            canceller.schedule(cancellation::cancel, random.nextInt(8_000), TimeUnit.MICROSECONDS);
      }
      Invocation call = shot.call().toBuilder().cancellation(cancellation).build();
      Outcome outcome = broker.execute(new Principal(shot.principal(), false), call).outcome();
      assertThat(shot.mayEnd(outcome)).as("%s ended as %s", shot, outcome).isTrue();
    }

    private void callSwapped(Swapped program) {
      int least = program.done.get();
      Outcome outcome =
          broker
              .execute(new Principal("steady", false), Invocation.of(program.name).build())
              .outcome();
      int replaced = program.done.get();
      assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.EXITED);
      assertThat(outcome.exitCode()).isBetween(least, program.begun.get());
      if (outcome.exitCode() < replaced) {
        onOldBytes.increment();
      }
    }

    void run(Duration length, int fewest) throws Exception {
      ExecutorService threads = Executors.newFixedThreadPool(WORKERS + 1);
      ExecutorCompletionService<Void> ended = new ExecutorCompletionService<>(threads);
      List<Future<Void>> all = new ArrayList<>();
      try {
        all.add(ended.submit(this::change));
        for (int i = 0; i < WORKERS; i++) {
          int seed = i;
          all.add(ended.submit(() -> call(seed)));
        }
        long end = System.nanoTime() + length.toNanos();
        // None of them ends by itself unless it fails.
        while ((System.nanoTime() < end || calls.sum() < fewest || lacksSomething(fewest))
            && ended.poll(20, TimeUnit.MILLISECONDS) == null) {}
      } finally {
        over = true;
        threads.shutdown();
      }
      for (Future<Void> each : all) {
        each.get();
      }
      assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }

    /** On a slow machine it takes longer until everything has happened that may happen. */
    private boolean lacksSomething(int fewest) {
      return fewest == FEWEST_CALLS
          && (onOldBytes.sum() == 0 || audited.size() < Kind.values().length - OF_OTHERS.size());
    }

    void mustHaveSeenEverything() {
      assertThat(calls.sum()).isGreaterThanOrEqualTo(FEWEST_CALLS);
      assertThat(onOldBytes.sum()).isPositive();
      assertThat(audited.keySet())
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(Kind.values()).filter(kind -> !OF_OTHERS.contains(kind)).toList());
      // Nested calls are written down too, so there are more lines than calls.
      assertThat(audited.values().stream().mapToLong(LongAdder::sum).sum())
          .isGreaterThan(calls.sum());
    }

    @Override
    public void close() {
      canceller.shutdown();
      while (!canceller.isTerminated()) {
        Thread.onSpinWait();
      }
      runner.close();
    }
  }

  @Test
  void hammer_leavesNothingBehind() throws Exception {
    Footprint unused = hammer(Duration.ofSeconds(2), FEWEST_CALLS / 20, Long.MAX_VALUE);
    Footprint before = Footprint.now();

    Footprint idle = hammer(LENGTH, FEWEST_CALLS, before.descriptors());
    Footprint after = onceThreadsHaveEnded(before.threads());
    System.out.printf(
        "hammer: before %s%nhammer: idle   %s%nhammer: after  %s%n", before, idle, after);

    assertThat(idle.programs()).isPositive();
    assertThat(idle.descriptors()).isLessThanOrEqualTo(before.descriptors());
    assertThat(idle.instances()).isLessThanOrEqualTo(before.instances());
    assertThat(idle.memories()).isLessThanOrEqualTo(before.memories());
    assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors());
    assertThat(after.threads()).isLessThanOrEqualTo(before.threads());
    assertThat(after.programs()).isLessThanOrEqualTo(before.programs());
    assertThat(after.instances()).isLessThanOrEqualTo(before.instances());
    assertThat(after.memories()).isLessThanOrEqualTo(before.memories());
    assertThat(after.heapBytes()).isLessThan(before.heapBytes() + HEAP_TOLERANCE);
  }

  /** Threads need a moment after their pool has ended. */
  private static Footprint onceThreadsHaveEnded(int atMost) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    Footprint now = Footprint.now();
    while (now.threads() > atMost && System.nanoTime() < deadline) {
      now = Footprint.now();
    }
    return now;
  }

  /**
   * Hammers for so long. In a method of its own, so that nothing of it is on the stack afterwards.
   *
   * @param descriptors open files that are waited for, for a while
   * @return what the process holds when all calls have ended, and the broker is still there
   */
  private Footprint hammer(Duration length, int fewest, long descriptors) throws Exception {
    try (Round round = new Round()) {
      long began = System.nanoTime();
      round.run(length, fewest);
      System.out.printf(
          "hammer: %d calls in %d ms, %d swaps, %d ended on old bytes, audited %s%n",
          round.calls.sum(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began),
          round.quick.done.get() + round.late.done.get(),
          round.onOldBytes.sum(),
          round.audited);
      if (fewest == FEWEST_CALLS) {
        round.mustHaveSeenEverything();
      }
      return onceFilesAreClosed(descriptors);
    }
  }

  /** What was compiled last may still be on its way into a file. */
  private static Footprint onceFilesAreClosed(long atMost) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    Footprint now = Footprint.now();
    while (now.descriptors() > atMost && System.nanoTime() < deadline) {
      now = Footprint.now();
    }
    return now;
  }
}
