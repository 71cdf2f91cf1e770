package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.WorkerSlot;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Guests that wait, on threads with a slot. */
@Timeout(120)
class GuestPauseTest {

  private final Guests guests = new Guests();
  private final AtomicInteger given = new AtomicInteger();

  /** What it is to wait for a slot again. */
  private interface Return {
    void takeAgain() throws InterruptedException;
  }

  private static final class Worker extends Thread implements WorkerSlot {
    private final Runnable work;
    private final AtomicInteger given;
    private final Return again;

    Worker(Runnable work, AtomicInteger given, Return again) {
      super(null, null, "test-worker", 8L << 20);
      this.work = work;
      this.given = given;
      this.again = again;
    }

    @Override
    public void run() {
      WorkerSlot.hold(this, work);
    }

    @Override
    public void lend() {
      throw new AssertionError("a sleeping guest gives its slot back");
    }

    @Override
    public boolean giveBack() {
      given.incrementAndGet();
      return true;
    }

    @Override
    public void takeAgain() {
      try {
        again.takeAgain();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private InvocationResult run(
      RunnerOptions options, int wallMillis, Return again, String... arguments)
      throws InterruptedException {
    @Nullable InvocationResult[] result = new InvocationResult[1];
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      // Compiled here: only the guest is to be on the clock.
      runner.run(guests.command("stage.wasm"), invocation(60_000, "exit", "0"));
      Worker worker =
          new Worker(
              () ->
                  result[0] =
                      runner.run(guests.command("stage.wasm"), invocation(wallMillis, arguments)),
              given,
              again);
      worker.start();
      worker.join();
    }
    InvocationResult done = result[0];
    assertThat(done).isNotNull();
    return done;
  }

  private static Invocation invocation(int wallMillis, String... arguments) {
    return Invocation.of("stage")
        .arguments(arguments)
        .limits(Sandbox.LIMITS.withWallClock(Duration.ofMillis(wallMillis)))
        .build();
  }

  @Test
  void a_guest_that_sleeps_gives_its_slot_back_and_one_that_computes_does_not() throws Exception {
    assertThat(run(RunnerOptions.defaults(), 60_000, () -> {}, "sleep", "5").outcome().kind())
        .isEqualTo(Kind.EXITED);
    assertThat(given).hasValue(1);
    run(RunnerOptions.defaults(), 60_000, () -> {}, "exit", "3");
    assertThat(given).hasValue(1);
  }

  @Test
  void waiting_for_a_worker_after_the_sleep_does_not_count_on_the_wall_clock() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Return late =
        () -> {
          boolean unused = never.await(1_200, TimeUnit.MILLISECONDS);
        };
    InvocationResult result = run(RunnerOptions.defaults(), 1_000, late, "sleep", "5");

    assertThat(result.outcome().kind()).isEqualTo(Kind.EXITED);
    assertThat(result.wallNanos()).isGreaterThan(1_000_000_000L);
  }

  @Test
  void a_guest_that_gets_no_worker_times_out_after_twice_its_wall_clock() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    InvocationResult result = run(RunnerOptions.defaults(), 300, never::await, "sleep", "5");

    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(result.wallNanos()).isGreaterThanOrEqualTo(600_000_000L);
  }

  @Test
  void waiting_guests_leave_half_of_the_memory_to_those_that_work() throws Exception {
    long page = 1 << 16;
    RunnerOptions tight = RunnerSetups.with(new MemoryBudget(40 * page));
    assertThat(run(tight, 60_000, () -> {}, "sleep", "5").outcome().kind()).isEqualTo(Kind.EXITED);
    assertThat(given).hasValue(0);
    assertThat(tight.memory().taken()).isZero();
  }

  @Test
  void a_stack_in_use_counts_while_its_guest_waits() throws Exception {
    RunnerOptions options = RunnerSetups.with(new MemoryBudget(1L << 30));
    long[] taken = new long[1];
    run(options, 60_000, () -> taken[0] = options.memory().taken(), "sleep", "5");
    assertThat(given).hasValue(1);
    // The memory of the guest, and some frames of a program that nobody knows.
    assertThat(taken[0]).isGreaterThan(3 * (128L << 10)).isLessThan(16L << 20);
    assertThat(options.memory().taken()).isZero();
  }
}
