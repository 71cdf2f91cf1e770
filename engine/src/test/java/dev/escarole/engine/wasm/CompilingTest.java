package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.metering.Op;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compiling is work like any other: it has a deadline, can be cancelled, and holds up nobody. */
class CompilingTest {

  /** Takes seconds to compile: more than is allowed, unless an operator allows it. */
  private static final byte[] SLOW = Heavy.typed(Heavy.types(1_500), 1_500, Heavy.bytes(0, Op.END));

  private static final CompileLimits GENEROUS =
      CompileLimits.standard().with(CompileLimit.WORK, 1 << 20);

  private final Guests guests = new Guests();
  private final MemoryBudget budget = new MemoryBudget(200L << 20);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final WasmRunner runner =
      new WasmRunner(guests.store(), RunnerSetups.with(budget, GENEROUS));

  @AfterEach
  void close() throws InterruptedException {
    runner.close();
    threads.shutdownNow();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  private Outcome run(byte[] module, Duration wallClock, Cancellation cancellation) {
    Command command = guests.command(module);
    return runner
        .run(
            command,
            Invocation.of("guest")
                .limits(Sandbox.LIMITS.withWallClock(wallClock))
                .cancellation(cancellation)
                .build())
        .outcome();
  }

  private Outcome run(byte[] module) {
    return run(module, Duration.ofMinutes(10), new Cancellation());
  }

  private CompletableFuture<Outcome> begin(Cancellation cancellation) {
    CompletableFuture<Outcome> slow =
        CompletableFuture.supplyAsync(
            () -> run(SLOW, Duration.ofMinutes(10), cancellation), threads);
    awaitPrograms(1);
    return slow;
  }

  private void awaitPrograms(int count) {
    while (runner.load().programs() != count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_slow_compilation_does_not_block_others() throws Exception {
    CompletableFuture<Outcome> slow = begin(new Cancellation());
    assertThat(run(Modules.start(0x01))).isEqualTo(Outcome.exited(0));
    assertThat(slow).as("still being compiled").isNotDone();
    assertThat(slow.get(5, TimeUnit.MINUTES)).isEqualTo(Outcome.exited(0));
  }

  @Test
  void the_wall_clock_includes_compiling() {
    Outcome outcome = run(SLOW, Duration.ofMillis(20), new Cancellation());
    assertThat(outcome.kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(outcome.exitCode()).isEqualTo(124);
    assertThat(outcome.detail()).startsWith("its program was still being compiled after 20 ms");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(runner.load().programs()).as("given up").isZero();
  }

  @Test
  void compiling_is_cancelled_with_its_invocation() throws Exception {
    Cancellation cancellation = new Cancellation();
    CompletableFuture<Outcome> slow = begin(cancellation);
    cancellation.cancel();
    assertThat(slow.get(1, TimeUnit.MINUTES).kind()).isEqualTo(Kind.CANCELLED);
    assertThat(runner.load().programs()).isZero();
    while (budget.taken() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_waiter_that_gives_up_does_not_affect_the_others() throws Exception {
    CompletableFuture<Outcome> patient = begin(new Cancellation());
    assertThat(run(SLOW, Duration.ofMillis(20), new Cancellation()).kind())
        .isEqualTo(Kind.TIMED_OUT);
    assertThat(patient.get(5, TimeUnit.MINUTES)).isEqualTo(Outcome.exited(0));
  }

  @Test
  void compiling_takes_memory_of_the_guests_budget_and_waits_for_it() throws Exception {
    CompletableFuture<Outcome> waiting;
    try (MemoryBudget.Share other = budget.share()) {
      assertThat(other.take(budget.bytes())).isTrue();
      assertThat(run(Modules.start(0x01), Duration.ofMillis(50), new Cancellation()).kind())
          .isEqualTo(Kind.TIMED_OUT);
      waiting = begin(new Cancellation());
    }
    assertThat(waiting.get(5, TimeUnit.MINUTES)).isEqualTo(Outcome.exited(0));
  }

  @Test
  void a_program_that_takes_more_memory_than_guests_may_have_is_refused() {
    MemoryBudget small = new MemoryBudget(1 << 20);
    RunnerOptions options = RunnerSetups.with(small);
    Command command = guests.command(Heavy.functions(Heavy.body(Heavy.joins(4_000))));
    try (WasmRunner tight = new WasmRunner(guests.store(), options)) {
      Outcome outcome = tight.run(command, Invocation.of("guest").build()).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.UNUSABLE_PROGRAM);
      assertThat(outcome.detail()).contains("compiling it takes about", "(guest-memory)");
    }
    assertThat(small.taken()).isZero();
  }

  @Test
  void functions_thatAreInterpreted_areNamed() {
    assertThat(slow(Modules.start(), Set.of(7, 0)).warning())
        .startsWith("function 0, function 7 are too large for a method of the JVM (64 KiB)")
        .contains("tens of times as long as compiled code");
    byte[] named = Modules.withNames(Modules.start(), 3, "eval");
    assertThat(slow(named, Set.of(3)).warning()).startsWith("eval (function 3) is too large");
    Set<Integer> many = IntStream.range(0, 20).boxed().collect(Collectors.toSet());
    assertThat(slow(named, many).warning())
        .startsWith("function 0, function 1, function 2, eval (function 3), function 4")
        .contains("function 7 and 12 more are too large");
    assertThat(new SlowFunctions(1, List.of("eval (function 3)"), false).warning())
        .startsWith("eval (function 3), and perhaps others, are too large");
  }

  private static SlowFunctions slow(byte[] program, Set<Integer> interpreted) {
    return new CompiledCode("x", interpreted, Map.of()).named(program).slow();
  }
}
