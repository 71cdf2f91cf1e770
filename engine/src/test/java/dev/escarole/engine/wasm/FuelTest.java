package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What guests pay for, and what becomes of those that cannot pay. */
class FuelTest {

  private final Sandbox sandbox = new Sandbox();
  private final Command compute = sandbox.guests().command("compute.wasm");

  @AfterEach
  void close() {
    sandbox.close();
  }

  private InvocationResult run(Command command, long fuel, String... arguments) {
    return sandbox.run(
        command, invocation -> invocation.limits(Sandbox.LIMITS.withFuel(fuel)), arguments);
  }

  private InvocationResult start(long fuel, int... code) {
    return run(sandbox.guests().command(Modules.start(code)), fuel);
  }

  @ParameterizedTest
  @CsvSource({"hash,1", "sort,5000", "eratosthenes,50000", "matrix,40", "fib,20", "queens,9"})
  void compute_twice_burnsTheSame(String program, String size) {
    InvocationResult once = run(compute, 5_000_000_000L, program, size);
    InvocationResult again = run(compute, 5_000_000_000L, program, size);
    assertThat(once.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(once.fuelUsed()).isGreaterThan(100_000).isEqualTo(again.fuelUsed());
    InvocationResult exact = run(compute, once.fuelUsed(), program, size);
    assertThat(exact.outcome()).isEqualTo(Outcome.exited(0));
    InvocationResult oneLess = run(compute, once.fuelUsed() - 1, program, size);
    assertThat(oneLess.outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
  }

  @Test
  void endlessLoop_ofTheC_isStopped() {
    InvocationResult result = run(compute, 1_000_000, "loop", "0");
    assertThat(result.outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
    assertThat(result.outcome().exitCode()).isEqualTo(125);
    assertThat(result.outcome().detail()).isEqualTo("needs more than 1000000 units of fuel");
    assertThat(result.fuelUsed()).isBetween(1_000_001L, 1_010_000L);
  }

  @Test
  void wc_16_endlessLoop_withoutCalls_isStoppedSoonAfterItsLimit() {
    InvocationResult result = start(5_000_000, 0x03, 0x40, 0x0c, 0, 0x0b);
    assertThat(result.outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
    assertThat(result.fuelUsed()).isEqualTo(5_000_001);
  }

  @Test
  void endlessRecursion_isStoppedBeforeTheStackIs() {
    InvocationResult result = start(200, 0x10, 0);
    assertThat(result.outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
    assertThat(result.fuelUsed()).isEqualTo(201);
  }

  @Test
  void straightCode_costsOneEach() {
    assertThat(start(100).fuelUsed()).isZero();
    // nop, block, end, loop
    assertThat(start(100, 0x01, 0x02, 0x40, 0x03, 0x40, 0x0b, 0x0b, 0x01).fuelUsed()).isZero();
    assertThat(start(100, 0x41, 1, 0x1a).fuelUsed()).isEqualTo(2);
  }

  @Test
  void branches_costWhatIsExecuted() {
    // if (c) { 0 } else { nop; 0; drop } 0; drop
    int[] code = {0x41, 1, 0x04, 0x40, 0x01, 0x05, 0x01, 0x41, 0, 0x1a, 0x0b, 0x41, 0, 0x1a};
    assertThat(start(100, code).fuelUsed()).isEqualTo(4);
    code[1] = 0;
    assertThat(start(100, code).fuelUsed()).isEqualTo(6);
    // Out of two of three blocks by a table, past two instructions.
    int[] table = {
      0x02, 0x40, 0x02, 0x40, 0x02, 0x40, 0x41, 1, 0x0e, 2, 0, 1, 2, 0x0b, 0x41, 0, 0x1a, 0x0b,
      0x41, 0, 0x1a, 0x01, 0x0b
    };
    assertThat(start(100, table).fuelUsed()).isEqualTo(4);
    table[7] = 0;
    assertThat(start(100, table).fuelUsed()).isEqualTo(6);
    table[7] = 9;
    assertThat(start(100, table).fuelUsed()).isEqualTo(2);
  }

  @Test
  void bulk_costsByItsSize() {
    int[] fill = Modules.concat(new int[] {0x41, 0, 0x41, 0, 0x41}, Modules.signed(65_536));
    int[] code = Modules.concat(fill, new int[] {0xfc, 11, 0});
    assertThat(start(10_000, code).fuelUsed()).isEqualTo(4 + 4_096);
    assertThat(start(1_000, code).outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
  }

  @Test
  void trap_isStillATrap_andIsCounted() {
    InvocationResult result = start(100, 0x41, 0, 0x1a, 0x00);
    assertThat(result.outcome().kind()).isEqualTo(Kind.TRAPPED);
    assertThat(result.fuelUsed()).isEqualTo(3);
  }

  @Test
  void nothingRan_usesNothing() {
    assertThat(sandbox.run(new byte[] {1, 2, 3}).fuelUsed()).isZero();
  }

  @Test
  void module_namingWhatIsAdded_isRefused() {
    // The global that will hold the fuel, the function that checks it, the local that counts.
    assertRefused(0x42, 0, 0x24, 0);
    assertRefused(0x42, 0, 0x10, 1, 0x1a);
    assertRefused(0x42, 0, 0x21, 0);
  }

  private void assertRefused(int... code) {
    byte[] module = Modules.start(code);
    assertThat(sandbox.run(module).outcome().kind()).isEqualTo(Kind.UNUSABLE_PROGRAM);
    assertThatThrownBy(() -> MeteredModule.of(module))
        .isInstanceOf(NotAProgramException.class)
        .hasMessageContaining("unknown index");
  }

  @Test
  void module_withUnknownInstructions_isRefused() {
    for (int[] code : new int[][] {{0xff, 0}, {0xfc, 18, 0}, {0xfb, 0, 0}, {0x06, 0x40}}) {
      assertThatThrownBy(() -> MeteredModule.of(Modules.start(code)))
          .isInstanceOf(NotAProgramException.class)
          .hasMessageContaining("unknown instruction");
    }
  }

  @Test
  void module_withLongInstructions_isReadToTheEnd() throws NotAProgramException {
    int[] vector = new int[18];
    vector[0] = 0xfd;
    vector[1] = 12;
    Arrays.fill(vector, 2, 18, 0x0b);
    int[] shuffle = vector.clone();
    shuffle[1] = 13;
    int[] code =
        Modules.concat(
            vector,
            vector,
            shuffle,
            new int[] {0xfd, 21, 3, 0x1a},
            new int[] {0x43, 0x0b, 5, 5, 5});
    assertThat(MeteredModule.of(Modules.start(Modules.concat(code, new int[] {0x1a}))))
        .isNotEmpty();
  }
}
