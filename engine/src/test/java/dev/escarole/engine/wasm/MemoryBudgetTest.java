package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.Streams;
import dev.escarole.engine.command.Streams.OutputSink.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What all guests together may take. */
@Timeout(60)
class MemoryBudgetTest {

  private static final long PAGE = 65_536;

  private final Guests guests = new Guests();

  private InvocationResult run(MemoryBudget budget, int... code) {
    Command command = guests.command(Modules.start(code));
    RunnerOptions options = RunnerSetups.with(budget);
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      return runner.run(command, Invocation.of("guest").build());
    }
  }

  @Test
  void guestThatFits_runsAndGivesAllBack() {
    MemoryBudget budget = new MemoryBudget(PAGE);
    assertThat(run(budget).outcome()).isEqualTo(Outcome.exited(0));
    assertThat(budget.taken()).isZero();
    // Divides by zero.
    assertThat(run(budget, 0x41, 1, 0x41, 0, 0x6d, 0x1a).outcome().kind()).isEqualTo(Kind.TRAPPED);
    assertThat(budget.taken()).isZero();
  }

  /** A runner that has compiled its program already, which takes memory, too. */
  private final class Ready implements AutoCloseable {
    private final Command command = guests.command(Modules.start());
    private final WasmRunner runner;

    Ready(MemoryBudget budget) {
      this.runner = new WasmRunner(guests.store(), RunnerSetups.with(budget));
      assertThat(run(Invocation.of("guest")).outcome()).isEqualTo(Outcome.exited(0));
    }

    InvocationResult run(Invocation.Builder invocation) {
      return runner.run(command, invocation.build());
    }

    CompletableFuture<InvocationResult> start(Invocation.Builder invocation) {
      return CompletableFuture.supplyAsync(() -> run(invocation));
    }

    @Override
    public void close() {
      runner.close();
    }
  }

  private static Invocation.Builder brief() {
    return Invocation.of("guest").limits(Limits.defaults().withWallClock(Duration.ofMillis(50)));
  }

  private static void awaitWaiting(MemoryBudget budget, int guests) {
    while (budget.waiting() != guests) {
      Thread.onSpinWait();
    }
  }

  @Test
  void guestThatDoesNotFitBesideOthers_waitsAndIsOutOfMemoryInTheEnd() {
    MemoryBudget budget = new MemoryBudget(2 * PAGE - 1, Duration.ofMillis(20));
    try (Ready guest = new Ready(budget);
        MemoryBudget.Share other = budget.share()) {
      assertThat(other.take(PAGE)).isTrue();
      Outcome outcome = guest.run(brief()).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
      assertThat(outcome.detail())
          .contains("needs 65536 bytes to start", "65536 of the 131071 bytes");
    }
    assertThat(budget.waiting()).isZero();
    assertThat(run(budget).outcome()).isEqualTo(Outcome.exited(0));
  }

  @Test
  void waitingGuest_startsOnceAnotherHasEnded() throws Exception {
    MemoryBudget budget = new MemoryBudget(PAGE);
    try (Ready guest = new Ready(budget);
        MemoryBudget.Share other = budget.share()) {
      assertThat(other.take(PAGE)).isTrue();
      CompletableFuture<InvocationResult> waited = guest.start(brief());
      awaitWaiting(budget, 1);
      other.give(PAGE);
      assertThat(waited.get().outcome()).isEqualTo(Outcome.exited(0));
    }
    assertThat(budget.taken()).isZero();
  }

  @Test
  void waitingGuest_canBeCancelled() throws Exception {
    MemoryBudget budget = new MemoryBudget(PAGE);
    Cancellation cancellation = new Cancellation();
    try (Ready guest = new Ready(budget);
        MemoryBudget.Share other = budget.share()) {
      assertThat(other.take(PAGE)).isTrue();
      CompletableFuture<InvocationResult> waited =
          guest.start(Invocation.of("guest").cancellation(cancellation));
      awaitWaiting(budget, 1);
      cancellation.cancel();
      assertThat(waited.get().outcome().kind()).isEqualTo(Kind.CANCELLED);
    }
    assertThat(budget.waiting()).isZero();
    assertThat(budget.taken()).isZero();
  }

  @Test
  void guestsThatOthersWaitFor_doNotWait() {
    MemoryBudget budget = new MemoryBudget(PAGE);
    try (Ready guest = new Ready(budget);
        MemoryBudget.Share other = budget.share()) {
      assertThat(other.take(PAGE)).isTrue();
      Invocation.Builder nested = Invocation.of("guest").depth(1);
      assertThat(guest.run(nested).outcome().kind()).isEqualTo(Kind.OUT_OF_MEMORY);
      Streams pipe = Streams.outputs((bytes, from, length) -> Demand.MORE, null);
      Invocation.Builder piped = Invocation.of("guest").streams(pipe);
      assertThat(guest.run(piped).outcome().kind()).isEqualTo(Kind.OUT_OF_MEMORY);
    }
  }

  @Test
  void guestThatNeedsMoreThanAll_isOutOfMemoryAtOnce() {
    Outcome outcome = run(new MemoryBudget(PAGE - 1)).outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
    assertThat(outcome.detail()).contains("0 of the 65535 bytes");
  }

  @Test
  void largeGuests_leaveAQuarterToThoseThatGrow() throws Exception {
    long mebibyte = 1L << 20;
    MemoryBudget budget = new MemoryBudget(40 * mebibyte, Duration.ofMillis(1));
    try (MemoryBudget.Share first = budget.share();
        MemoryBudget.Share second = budget.share();
        MemoryBudget.Share third = budget.share();
        MemoryBudget.Share compiler = budget.shareOfCompiler()) {
      assertThat(first.takeToStart(15 * mebibyte)).isTrue();
      assertThat(second.takeToStart(15 * mebibyte)).isTrue();
      assertThat(third.awaitStart(3 * mebibyte, Duration.ZERO)).isFalse();
      assertThat(third.takeToStart(mebibyte)).as("a small one").isTrue();
      assertThat(first.take(4 * mebibyte)).as("growth").isTrue();
      assertThat(compiler.take(5 * mebibyte)).isTrue();
      assertThat(budget.taken()).isEqualTo(budget.bytes());
    }
    try (MemoryBudget.Share alone = budget.share();
        MemoryBudget.Share compiler = budget.shareOfCompiler()) {
      assertThat(compiler.take(mebibyte)).isTrue();
      assertThat(alone.takeToStart(39 * mebibyte)).as("no other guest").isTrue();
    }
  }

  @Test
  void waitingGuests_startInTurn() throws Exception {
    long large = 8L << 20;
    MemoryBudget budget = new MemoryBudget(4 * large);
    List<Integer> started = new CopyOnWriteArrayList<>();
    List<Thread> threads = new ArrayList<>();
    MemoryBudget.Share holder = budget.share();
    assertThat(holder.takeToStart(3 * large)).isTrue();
    for (int i = 0; i < 5; i++) {
      // The first one needs more than what is free when a part is given back.
      long bytes = i == 0 ? 3 * large : large;
      int number = i;
      Thread thread = new Thread(() -> start(budget, bytes, () -> started.add(number)));
      thread.start();
      threads.add(thread);
      awaitWaiting(budget, i + 1);
    }
    holder.give(large);
    assertThat(budget.share().takeToStart(large)).as("a newcomer").isFalse();
    holder.close();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(started).containsExactlyInAnyOrder(0, 1, 2, 3, 4).startsWith(0);
    assertThat(budget.taken()).isZero();
  }

  private static void start(MemoryBudget budget, long bytes, Runnable work) {
    try (MemoryBudget.Share share = budget.share()) {
      if (share.awaitStart(bytes, Duration.ZERO)) {
        work.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void growing_isRefusedWhereTheBudgetEnds() {
    // Traps unless growing by two pages is refused: memory.grow + 1 must be 0.
    int[] code = {0x41, 2, 0x40, 0, 0x41, 1, 0x6a, 0x04, 0x40, 0x00, 0x0b};
    MemoryBudget small = new MemoryBudget(2 * PAGE);
    InvocationResult refused = run(small, code);
    assertThat(refused.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(refused.purity()).as("depends on the host").isEqualTo(Purity.IMPURE);
    assertThat(small.taken()).isZero();
    MemoryBudget large = new MemoryBudget(3 * PAGE);
    assertThat(run(large, code).outcome().kind()).isEqualTo(Kind.TRAPPED);
    assertThat(large.taken()).isZero();
  }

  @Test
  void budgetOfNothing_isRefused() {
    assertThatThrownBy(() -> new MemoryBudget(0)).hasMessageContaining("at least 1, was 0");
  }
}
