package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.Op;
import org.junit.jupiter.api.Test;

/** Functions that are too large for a method: their frames are on the heap, and count. */
class FrameMemoryTest {

  private static final int LOCALS = 16_000;
  private static final long MEBIBYTE = 1 << 20;

  private final Guests guests = new Guests();

  /** A program whose only function has many locals and many operands, and calls itself. */
  private static byte[] recursing(int operands) {
    BinaryWriter code = new BinaryWriter().u32(1).u32(LOCALS).octets(Op.I32);
    code.bytes(Heavy.joins(2_000).toBytes());
    BinaryWriter call = new BinaryWriter().octets(Op.CALL, 0);
    code.bytes(Heavy.operands(operands, call).toBytes());
    return Heavy.functions(code.octets(Op.END).toBytes());
  }

  private InvocationResult run(byte[] module, MemoryBudget budget, long memory) {
    return run(module, RunnerSetups.with(budget), memory);
  }

  private InvocationResult run(byte[] module, RunnerOptions options, long memory) {
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      return runner.run(
          guests.command(module),
          Invocation.of("guest").limits(Sandbox.LIMITS.withMemoryBytes(memory)).build());
    }
  }

  @Test
  void recursion_with_many_locals_is_out_of_memory_and_gives_all_back() {
    MemoryBudget budget = new MemoryBudget(400 * MEBIBYTE);
    Outcome outcome = run(recursing(0), budget, 64 * MEBIBYTE).outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
    assertThat(outcome.detail())
        .isEqualTo("the locals and operands of its calls need more than 67108864 bytes");
    assertThat(budget.taken()).isZero();
  }

  @Test
  void recursion_is_out_of_memory_where_the_budget_of_all_guests_ends() {
    MemoryBudget budget = new MemoryBudget(40 * MEBIBYTE);
    Outcome outcome = run(recursing(0), budget, 256 * MEBIBYTE).outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
    assertThat(outcome.detail()).startsWith("guests have no memory left");
    assertThat(budget.taken()).isZero();
  }

  @Test
  void recursion_with_many_operands_is_out_of_memory() {
    MemoryBudget budget = new MemoryBudget(400 * MEBIBYTE);
    Outcome outcome = run(recursing(8_000), budget, 32 * MEBIBYTE).outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
  }

  @Test
  void recursion_in_many_blocks_is_out_of_memory() {
    byte[] nest = Heavy.body(Heavy.nest(2_000, Op.BLOCK, new BinaryWriter().octets(Op.CALL, 0)));
    MemoryBudget budget = new MemoryBudget(400 * MEBIBYTE);
    RunnerOptions options = RunnerSetups.with(budget).withCode(ProgramCode.INTERPRETED);
    Outcome outcome = run(Heavy.functions(nest), options, 16 * MEBIBYTE).outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.OUT_OF_MEMORY);
    assertThat(budget.taken()).isZero();
  }
}
