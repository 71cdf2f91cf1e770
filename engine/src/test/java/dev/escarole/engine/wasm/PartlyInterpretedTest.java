package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.wasm.types.CodeSection;
import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs with a function that is too large for a method beside compiled ones. */
class PartlyInterpretedTest {

  private static final int CONSTANT = 0x41;

  /** A function calls one that is too large, which calls another. */
  private static final byte[] ALTERNATING =
      Heavy.functions(callerOf(1, 0), callerOf(2, 20_000), Heavy.bytes(0, Op.END));

  private static byte[] callerOf(int function, int constants) {
    BinaryWriter code = new BinaryWriter().indexed(Op.CALL, function);
    for (int i = 0; i < constants; i++) {
      code.octets(CONSTANT, 1, Op.DROP, Op.BLOCK, Op.NO_VALUE, Op.BR, 0, Op.END);
    }
    return Heavy.body(code);
  }

  private static InvocationResult run(ProgramCode way) {
    Guests guests = new Guests();
    RunnerOptions options =
        RunnerSetups.with(new MemoryBudget(1L << 30), CompileLimits.standard()).withCode(way);
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      return runner.run(
          guests.command(ALTERNATING), Invocation.of("guest").limits(Sandbox.LIMITS).build());
    }
  }

  @Test
  void calls_between_compiled_and_interpreted_functions_take_the_same_fuel() {
    InvocationResult mixed = run(ProgramCode.COMPILED);
    InvocationResult interpreted = run(ProgramCode.INTERPRETED);
    assertThat(mixed.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(interpreted.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(mixed.fuelUsed()).isEqualTo(interpreted.fuelUsed());
  }

  @Test
  void only_interpreted_functions_are_kept_as_instructions() throws NotAProgramException {
    CompiledCode code =
        GuestCompiler.compile(
            ProgramCheck.parse(MeteredModule.of(ALTERNATING)),
            "dev.escarole.test.Partly",
            ModuleScan.of(ALTERNATING, CompileLimits.standard()));
    assertThat(code.interpreted()).containsExactly(1);
    CodeSection kept = code.module(ALTERNATING).codeSection();
    assertThat(
            List.of(0, 1, 2).stream()
                .map(i -> kept.getFunctionBody(i).instructions().size() > 20_000))
        .containsExactly(false, true, false);
  }
}
