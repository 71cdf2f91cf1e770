package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import org.junit.jupiter.api.Test;

/** What all guests together may take. */
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

  @Test
  void guestThatDoesNotFitBesideOthers_isOutOfMemory() {
    MemoryBudget budget = new MemoryBudget(2 * PAGE - 1);
    try (MemoryBudget.Share other = budget.share()) {
      assertThat(other.take(PAGE)).isTrue();
      Outcome outcome = run(budget).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
      assertThat(outcome.detail()).contains("65536 of the 131071 bytes");
    }
    assertThat(run(budget).outcome()).isEqualTo(Outcome.exited(0));
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
