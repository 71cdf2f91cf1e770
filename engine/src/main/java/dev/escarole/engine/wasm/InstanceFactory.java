package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import java.util.function.Function;

/**
 * Creates the instances of one program, each with its own memory, initialized but not started.
 * Thread-safe.
 */
interface InstanceFactory {

  /** Creates an instance; this may already run guest code. */
  Instance create(FlatMemory memory, FuelTank fuel);

  /** Links a program once to check it, and returns the fastest available factory. */
  static InstanceFactory of(
      WasmModule module, ImportValues imports, Function<Instance, Machine> machines) {
    Instance linked =
        builder(module, imports, machines, new FlatMemory(0, 0), new FuelTank(0, 0))
            .withInitialize(false)
            .build();
    return DirectInstanceFactory.isAvailable()
        ? new DirectInstanceFactory(linked, machines)
        : (memory, fuel) -> builder(module, imports, machines, memory, fuel).build();
  }

  private static Instance.Builder builder(
      WasmModule module,
      ImportValues imports,
      Function<Instance, Machine> machines,
      FlatMemory memory,
      FuelTank fuel) {
    return Instance.builder(module)
        .withImportValues(imports)
        .withMachineFactory(machines)
        .withMemoryFactory(limits -> memory)
        .withTableFactory(new GuestTables()::create)
        .withGlobalFactory(fuel)
        .withStart(false);
  }
}
