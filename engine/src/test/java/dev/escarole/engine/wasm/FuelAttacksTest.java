package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.Op;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that try to compute a great deal between two checks of their fuel. */
class FuelAttacksTest {

  private static final long FUEL = 1_000_000;

  /** What a program may use beyond its limit: one function, as no loop or call is in it. */
  private static final long BEYOND = 20_000;

  private static final int ENTRIES = 1_000_000;
  private static final BinaryWriter TABLE = new BinaryWriter().octets(1, 0x70, 0).u32(ENTRIES);

  private static final Limits LIMITS = Sandbox.LIMITS.withFuel(FUEL);

  private static InvocationResult run(ProgramCode way, Limits limits, byte[] program) {
    Guests guests = new Guests();
    RunnerOptions options =
        RunnerSetups.with(new MemoryBudget(1L << 30), CompileLimits.standard()).withCode(way);
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      return runner.run(guests.command(program), Invocation.of("guest").limits(limits).build());
    }
  }

  private static void assertStopped(ProgramCode way, byte[]... functions) {
    InvocationResult result = run(way, LIMITS, Heavy.functions(functions));
    assertThat(result.outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
    assertThat(result.fuelUsed()).isBetween(FUEL + 1, FUEL + BEYOND);
  }

  private static BinaryWriter repeated(int count, int... code) {
    BinaryWriter all = new BinaryWriter();
    for (int i = 0; i < count; i++) {
      all.octets(code);
    }
    return all;
  }

  /** Code in a block that is always entered, and a recursion behind it. */
  private static byte[] recursionBehind(BinaryWriter code) {
    BinaryWriter all = new BinaryWriter().octets(Op.I32_CONST, 1, Op.IF, Op.NO_VALUE);
    return Heavy.body(all.bytes(code.toBytes()).indexed(Op.CALL, 0).octets(Op.END));
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void a_recursion_behind_long_blocks_is_stopped(ProgramCode way) {
    assertStopped(way, recursionBehind(repeated(6_000, Op.I32_CONST, 1, Op.DROP)));
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void a_recursion_behind_many_short_blocks_is_stopped(ProgramCode way) {
    int[] block = {Op.I32_CONST, 1, Op.IF, Op.NO_VALUE, Op.I32_CONST, 1, Op.DROP, Op.END};
    assertStopped(way, recursionBehind(repeated(3_000, block)));
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void a_recursion_on_a_path_around_all_payments_is_stopped(ProgramCode way) {
    byte[] ordinary = repeated(250, Op.I32_CONST, 1, Op.DROP).toBytes();
    byte[] skipped = repeated(600, Op.I32_CONST, 1, Op.DROP).toBytes();
    BinaryWriter code = new BinaryWriter();
    for (int i = 0; i < 8; i++) {
      code.octets(Op.I32_CONST, 0, Op.IF, Op.NO_VALUE).bytes(skipped).octets(Op.END);
      code.bytes(ordinary);
    }
    assertStopped(way, recursionBehind(code));
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void long_functions_called_one_after_the_other_are_stopped(ProgramCode way) {
    for (int length : new int[] {2_500, 5_500}) {
      byte[] callee = Heavy.body(repeated(length, Op.I32_CONST, 1, Op.DROP));
      assertStopped(way, Heavy.body(repeated(2_000, Op.CALL, 1)), callee);
    }
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void fills_one_after_the_other_are_stopped(ProgramCode way) {
    int pages = 2_047;
    BinaryWriter code = new BinaryWriter().octets(Op.I32_CONST).s64(pages).octets(0x40, 0, Op.DROP);
    for (int i = 0; i < 1_000; i++) {
      code.octets(Op.I32_CONST, 0, Op.I32_CONST, 0, Op.I32_CONST).s64(pages * 65_536L);
      code.octets(0xfc, 11, 0);
    }
    Limits limits = Sandbox.LIMITS.withFuel(1L << 50).withWallClock(Duration.ofMillis(200));
    byte[] program = Heavy.functions(Heavy.body(code));
    assertThat(run(way, limits, program).outcome().kind()).isEqualTo(Kind.TIMED_OUT);
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void fills_of_a_table_one_after_the_other_are_stopped(ProgramCode way) {
    BinaryWriter code = new BinaryWriter();
    for (int i = 0; i < 2_000; i++) {
      code.octets(Op.I32_CONST, 0, Op.REF_NULL, 0x70, Op.I32_CONST).s64(ENTRIES);
      code.octets(0xfc, 17, 0);
    }
    Limits limits = Sandbox.LIMITS.withFuel(1L << 50).withWallClock(Duration.ofMillis(200));
    InvocationResult result = run(way, limits, Heavy.withTable(TABLE, Heavy.body(code)));
    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
  }

  @ParameterizedTest
  @EnumSource(ProgramCode.class)
  void growing_a_long_table_by_nothing_is_stopped_by_the_clock(ProgramCode way) {
    BinaryWriter code = new BinaryWriter().octets(Op.LOOP, Op.NO_VALUE, Op.REF_NULL, 0x70);
    code.octets(Op.I32_CONST, 0, 0xfc, 15, 0, Op.DROP, Op.BR, 0, Op.END);
    byte[] program = Heavy.withTable(TABLE, Heavy.body(code));
    Limits limits = Sandbox.LIMITS.withFuel(1L << 50).withWallClock(Duration.ofMillis(200));
    InvocationResult result = run(way, limits, program);
    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
    // A slice of fuel would last a minute.
    assertThat(Duration.ofNanos(result.wallNanos())).isLessThan(Duration.ofSeconds(20));
  }
}
