package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random modules get behind the parser: interpreted, compiled, and compiled with fuel they do the
 * same, and nothing but traps comes out of them. A build tries some, with the same seeds each time;
 * with {@code -Descarole.thorough=true} there are up to 10,000, as many as come in ten minutes for
 * each test, from a seed that is printed. {@code -Descarole.seed=N} begins at that one.
 */
class RandomModulesTest {

  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");
  private static final int MODULES = THOROUGH ? 10_000 : 200;
  private static final long FIRST = Long.getLong("escarole.seed", THOROUGH ? System.nanoTime() : 0);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final long FUEL = 1L << 40;

  private final Sandbox sandbox = new Sandbox();

  @BeforeAll
  static void tellTheSeed() {
    System.out.printf(
        "Random modules: %d from seed %d; again with -Descarole.seed=%2$d%n", MODULES, FIRST);
  }

  /** The seeds to try: fewer if they take too long, as a build has to end. */
  private static Iterable<Long> seeds(int most) {
    long begun = System.nanoTime();
    return () ->
        LongStream.range(FIRST, FIRST + most)
            .takeWhile(seed -> !THOROUGH || System.nanoTime() - begun < LONGEST.toNanos())
            .iterator();
  }

  @AfterEach
  void close() {
    sandbox.close();
  }

  /** What a run came to: a result or a trap, and what it left in memory. */
  private record Run(String result, int memory) {

    boolean hasResult() {
      return result.startsWith("[");
    }
  }

  private static Run run(Instance instance, FlatMemory memory) {
    String result;
    try {
      result = Arrays.toString(instance.export("f").apply());
    } catch (ChicoryException | IndexOutOfBoundsException e) {
      result = trap(e);
    }
    return new Run(result, Arrays.hashCode(memory.readBytes(0, memory.pages() * 65_536)));
  }

  private static String trap(RuntimeException e) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (e instanceof IndexOutOfBoundsException || message.contains("out of bounds memory")) {
      return "out of bounds memory access";
    }
    // Chicory's interpreter calls some divisions by zero an overflow.
    return message.equals("integer overflow") ? "integer divide by zero" : message;
  }

  private static Run plain(byte[] module, Function<Instance, Machine> machines) {
    FlatMemory memory = new FlatMemory(null, 1, RandomModule.PAGES);
    Instance instance =
        Instance.builder(Parser.parse(module))
            .withMachineFactory(machines)
            .withMemoryFactory(limits -> memory)
            .withStart(false)
            .build();
    return run(instance, memory);
  }

  /** A module with fuel, and how much of it the last run used. */
  private static final class Metered {
    private final WasmModule rewritten;
    private final Function<Instance, Machine> compiled;
    private long used;

    private Metered(WasmModule rewritten, Function<Instance, Machine> compiled) {
      this.rewritten = rewritten;
      this.compiled = compiled;
    }

    static Metered of(byte[] module) throws NotAProgramException {
      ModuleFacts facts = ModuleScan.of(module, CompileLimits.standard());
      WasmModule rewritten = Parser.parse(MeteredModule.of(module));
      return new Metered(
          rewritten,
          GuestCompiler.compile(rewritten, "dev.escarole.test.Random", facts).machines());
    }

    Run run(Function<Instance, Machine> code, long limit) throws NotAProgramException {
      FuelTank fuel = new FuelTank(limit, rewritten.globalSection().globalCount());
      FlatMemory memory = new FlatMemory(null, 1, RandomModule.PAGES);
      memory.attach(fuel);
      Instance instance =
          new InstanceFactory(rewritten, WasiImports.of(rewritten), code).create(memory, fuel);
      Run run = RandomModulesTest.run(instance, memory);
      used = fuel.used();
      return run;
    }
  }

  @Test
  void a_random_module_does_the_same_interpreted_compiled_and_with_fuel() throws Exception {
    int tried = 0;
    int trapped = 0;
    for (long seed : seeds(MODULES)) {
      tried++;
      byte[] module = new RandomModule(seed).bytes();
      Run interpreted = plain(module, InterpreterMachine::new);
      byte[] compilable = new RandomModule(seed, true).bytes();
      assertThat(plain(compilable, MachineFactoryCompiler::compile))
          .as("compiled, seed %d", seed)
          .isEqualTo(interpreted);
      Metered metered = Metered.of(module);
      assertThat(metered.run(metered.compiled, FUEL))
          .as("with fuel, seed %d", seed)
          .isEqualTo(interpreted);
      long used = metered.used;
      assertThat(metered.run(metered.compiled, FUEL)).isEqualTo(interpreted);
      assertThat(metered.used).as("fuel, seed %d", seed).isEqualTo(used);
      trapped += interpreted.hasResult() ? 0 : 1;
    }
    assertThat(trapped).as("some trap and some do not").isBetween(tried / 20, tried * 9 / 10);
  }

  @Test
  void a_random_module_of_large_functions_does_the_same_and_pays_no_less() throws Exception {
    int more = 0;
    for (long seed : seeds(MODULES / 2)) {
      Metered small = Metered.of(new RandomModule(seed).bytes());
      Metered large = Metered.of(RandomModule.ofLargeFunctions(seed).bytes());
      Run expected = small.run(small.compiled, FUEL);
      assertThat(large.run(large.compiled, FUEL)).as("seed %d", seed).isEqualTo(expected);
      long used = large.used;
      assertThat(large.run(InterpreterMachine::new, FUEL)).isEqualTo(expected);
      assertThat(large.used).as("interpreted, seed %d", seed).isEqualTo(used);
      if (expected.hasResult()) {
        // What a conditional branch leaves out is paid, too.
        assertThat(used).as("fuel, seed %d", seed).isGreaterThanOrEqualTo(small.used);
        more += used > small.used ? 1 : 0;
        assertThat(large.run(large.compiled, used)).as("limit, seed %d", seed).isEqualTo(expected);
        large.run(large.compiled, used - 1);
        assertThat(large.used).as("a unit less, seed %d", seed).isGreaterThan(used - 1);
      }
    }
    assertThat(more).as("some defer").isPositive();
  }

  @Test
  void a_random_module_goes_through_the_whole_runner() {
    for (long seed : seeds(MODULES / 4)) {
      byte[] module = new RandomModule(seed).bytes();
      assertThat(ProgramCheck.problem(module, RunnerOptions.defaults())).as("%d", seed).isEmpty();
      InvocationResult one = sandbox.run(module);
      assertThat(one.outcome().kind()).as("seed %d", seed).isIn(Kind.EXITED, Kind.TRAPPED);
      assertThat(one.outcome().detail()).as("seed %d", seed).doesNotContain("fault");
      assertThat(sandbox.run(module).fuelUsed()).as("seed %d", seed).isEqualTo(one.fuelUsed());
    }
  }

  @Test
  void a_damaged_module_throws_nothing() {
    int ran = 0;
    for (long seed : seeds(MODULES)) {
      byte[] module = damaged(seed);
      boolean usable = ProgramCheck.problem(module, RunnerOptions.defaults()).isEmpty();
      InvocationResult result =
          sandbox.run(
              sandbox.guests().command(module),
              invocation -> invocation.limits(Sandbox.LIMITS.withFuel(1_000_000)));
      Kind kind = result.outcome().kind();
      if (usable) {
        ran++;
        assertThat(kind).as("seed %d", seed).isNotEqualTo(Kind.UNUSABLE_PROGRAM);
      } else {
        assertThat(kind).as("seed %d", seed).isEqualTo(Kind.UNUSABLE_PROGRAM);
      }
      assertThat(result.outcome().detail()).as("seed %d", seed).doesNotContain("fault");
    }
    assertThat(ran).as("some still run").isPositive();
  }

  /** A random module in which a few bytes of its code are others. */
  private static byte[] damaged(long seed) {
    byte[] module = new RandomModule(seed).bytes();
    Random random = new Random(~seed);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = 8 + random.nextInt(module.length - 8);
      module[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : module[at] + 1);
    }
    return module;
  }
}
