package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.InterpreterMachine;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random programs: accounting changes no result, and counts what is executed; exactly, unless
 * functions are large.
 */
class MeteredModulePropertyTest {

  private static final long FUEL = 1L << 40;

  @Property(tries = 300)
  void metered_interpreted_hasResultAndCountOfTheModel(@ForAll long seed, @ForAll short argument)
      throws NotAProgramException {
    RandomCode code = new RandomCode(seed);
    WasmModule module = Parser.parse(MeteredModule.of(code.module()));
    for (int value : new int[] {0, 1, argument}) {
      FuelTank fuel = new FuelTank(FUEL, 2);
      Instance instance = Instance.builder(module).withGlobalFactory(fuel).build();
      assertRun(instance, fuel, value, code.run(value));
    }
  }

  @Property(tries = 40)
  void metered_compiled_hasResultAndCountOfTheModel(@ForAll long seed, @ForAll short argument)
      throws NotAProgramException {
    RandomCode code = new RandomCode(seed);
    WasmModule module = Parser.parse(MeteredModule.of(code.module()));
    for (int value : new int[] {0, 1, argument}) {
      FuelTank fuel = new FuelTank(FUEL, 2);
      Instance instance =
          Instance.builder(module)
              .withMachineFactory(MachineFactoryCompiler::compile)
              .withGlobalFactory(fuel)
              .build();
      assertRun(instance, fuel, value, code.run(value));
    }
  }

  @Property(tries = 60)
  void metered_largeFunctions_haveResultAndCountOfTheModel(
      @ForAll long seed, @ForAll short argument) throws NotAProgramException {
    RandomCode code = new RandomCode(seed);
    WasmModule module = Parser.parse(MeteredModule.of(code.moduleOfLargeFunctions()));
    for (int value : new int[] {0, 1, argument}) {
      RandomCode.Expected expected = code.run(value);
      long interpreted = fuelOf(module, InterpreterMachine::new, value, expected.result());
      assertThat(interpreted).isBetween(expected.instructions(), expected.most());
      assertThat(fuelOf(module, MachineFactoryCompiler::compile, value, expected.result()))
          .isEqualTo(interpreted);
    }
  }

  private static long fuelOf(
      WasmModule module, Function<Instance, Machine> machines, int argument, int result) {
    FuelTank fuel = new FuelTank(FUEL, 2);
    Instance instance =
        Instance.builder(module).withMachineFactory(machines).withGlobalFactory(fuel).build();
    assertThat((int) instance.export("f").apply(argument)[0]).isEqualTo(result);
    return fuel.used();
  }

  @Property(tries = 100)
  void unmetered_hasResultOfTheModel(@ForAll long seed, @ForAll short argument) {
    RandomCode code = new RandomCode(seed);
    Instance instance = Instance.builder(Parser.parse(code.module())).build();
    assertThat((int) instance.export("f").apply(argument)[0])
        .isEqualTo(code.run(argument).result());
  }

  private static void assertRun(
      Instance instance, FuelTank fuel, int argument, RandomCode.Expected expected) {
    assertThat((int) instance.export("f").apply(argument)[0]).isEqualTo(expected.result());
    assertThat(fuel.used()).isEqualTo(expected.instructions());
  }
}
