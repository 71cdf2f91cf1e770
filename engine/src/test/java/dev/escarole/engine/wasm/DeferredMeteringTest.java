package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Large functions pay when they check and end, so that metering their calls needs no code. */
class DeferredMeteringTest {

  private static final int CALLS = 5_000;
  private static final Limits LIMITS = Sandbox.LIMITS.withFuel(10_000_000);

  /** The stack of a thread of the engine's own, and one that no recursion fills before its fuel. */
  private static final long STACK_BYTES = 8L << 20;

  private static final long LARGE_STACK_BYTES = 256L << 20;

  /** As the function that is called has no instruction, only those of the caller cost fuel. */
  private static final byte[] MANY_CALLS = Heavy.functions(calls(1), Heavy.bytes(0, Op.END));

  private static BinaryWriter code(int function) {
    BinaryWriter code = new BinaryWriter();
    for (int i = 0; i < CALLS; i++) {
      code.indexed(Op.CALL, function).octets(Op.I32_CONST, 1, Op.DROP);
    }
    return code;
  }

  private static byte[] calls(int function) {
    return Heavy.body(code(function));
  }

  private static InvocationResult run(byte[] program, ProgramCode way) {
    return run(program, way, LIMITS);
  }

  private static InvocationResult run(byte[] program, ProgramCode way, Limits limits) {
    Guests guests = new Guests();
    RunnerOptions options =
        RunnerSetups.with(new MemoryBudget(1L << 30), CompileLimits.standard()).withCode(way);
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      return runner.run(guests.command(program), Invocation.of("guest").limits(limits).build());
    }
  }

  @Test
  void a_function_of_many_calls_is_compiled() throws NotAProgramException {
    CompiledCode code =
        GuestCompiler.compile(
            ProgramCheck.parse(MeteredModule.of(MANY_CALLS)),
            "dev.escarole.test.Deferred",
            ModuleScan.of(MANY_CALLS, CompileLimits.standard()));
    assertThat(code.interpreted()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void its_instructions_are_paid_when_it_ends(ProgramCode way) {
    InvocationResult result = run(MANY_CALLS, way);
    assertThat(result.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(result.fuelUsed()).isEqualTo(3 * CALLS);
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void a_loop_in_it_pays_in_each_turn(ProgramCode way) {
    BinaryWriter code = new BinaryWriter().octets(Op.LOOP, Op.NO_VALUE);
    code.bytes(code(1).toBytes()).octets(Op.BR, 0, Op.END);
    byte[] endless = Heavy.functions(Heavy.body(code), Heavy.bytes(0, Op.END));
    InvocationResult result = run(endless, way);
    assertThat(result.outcome().kind()).isEqualTo(Outcome.Kind.OUT_OF_FUEL);
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void a_recursion_of_it_is_stopped_by_its_fuel(ProgramCode way) throws Exception {
    InvocationResult result = recursion(way, LIMITS, LARGE_STACK_BYTES);
    assertThat(result.outcome().kind()).isEqualTo(Outcome.Kind.OUT_OF_FUEL);
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void a_recursion_of_it_is_stopped_by_the_stack_if_that_ends_first(ProgramCode way)
      throws Exception {
    Limits much = LIMITS.withFuel(1_000_000_000_000L);
    InvocationResult result = recursion(way, much, STACK_BYTES);
    assertThat(result.outcome()).isEqualTo(Outcome.trapped("call stack exhausted"));
  }

  /** A function that calls itself, on a thread with so large a stack. */
  private static InvocationResult recursion(ProgramCode way, Limits limits, long stackBytes)
      throws Exception {
    FutureTask<InvocationResult> task =
        new FutureTask<>(() -> run(Heavy.functions(calls(0)), way, limits));
    new Thread(null, task, "recursion", stackBytes).start();
    return task.get(2, TimeUnit.MINUTES);
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void what_follows_a_branch_is_paid_before_it(ProgramCode way) {
    BinaryWriter code = new BinaryWriter().octets(Op.BLOCK, Op.NO_VALUE, Op.I32_CONST, 1);
    code.octets(Op.BR_IF, 0).bytes(code(1).toBytes()).octets(Op.END);
    InvocationResult result = run(Heavy.functions(Heavy.body(code), Heavy.bytes(0, Op.END)), way);
    assertThat(result.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(result.fuelUsed()).isEqualTo(2 + 3 * CALLS);
  }
}
