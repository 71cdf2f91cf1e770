package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.MemorySection;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An artifact ready to run: parsed, checked, compiled and with its imports. Immutable and shared by
 * all its instances.
 */
final class Program {

  private static final String START = "_start";

  private final InstanceFactory instances;
  private final MemoryLimits memory;
  private final int globals;

  /** Whether a start section runs code before the program does: then the memory is not fresh. */
  private final boolean startsByItself;

  private final boolean callsCommands;

  /** What the data segments make of the memory's first bytes; null until the first run. */
  private volatile byte @Nullable [] image;

  /**
   * Checks a {@link MeteredModule} and links it.
   *
   * @param machines executes the module's functions
   * @throws NotAProgramException if the module cannot run as a command
   */
  Program(WasmModule module, Function<Instance, Machine> machines) throws NotAProgramException {
    check(module);
    this.memory = onlyMemory(module);
    this.globals = module.globalSection().globalCount();
    this.startsByItself = module.startSection().isPresent();
    this.callsCommands = ExecImport.isWantedBy(module);
    this.instances = InstanceFactory.of(module, WasiImports.of(module), machines);
  }

  /**
   * Makes sure that a module can run as a command, before it is compiled.
   *
   * @throws NotAProgramException if it cannot
   */
  static void check(WasmModule module) throws NotAProgramException {
    var unused = onlyMemory(module);
    mustStart(module);
    var unusedImports = WasiImports.of(module);
  }

  /** Whether it imports {@link ExecImport}, so that it cannot run without. */
  boolean callsCommands() {
    return callsCommands;
  }

  /** How many pages of memory an instance has at first. */
  int initialPages() {
    return memory.initialPages();
  }

  /** How many pages an instance may have if so many pages are allowed. */
  int maximumPages(int allowedPages) {
    int declared = Math.min(memory.maximumPages(), Memory.RUNTIME_MAX_PAGES);
    return Math.min(declared, allowedPages);
  }

  /** A new instance's memory, as it is before its first instruction. */
  FlatMemory newMemory(int maximumPages) {
    byte[] known = image;
    return known == null
        ? new FlatMemory(initialPages(), maximumPages)
        : new FlatMemory(known, initialPages(), maximumPages);
  }

  /** A new instance's fuel. */
  FuelTank newTank(long fuel) {
    return new FuelTank(fuel, globals);
  }

  /** Runs a new instance in this memory, from start to end, on the calling thread. */
  void run(FlatMemory instanceMemory, FuelTank fuel) {
    instanceMemory.attach(fuel);
    Instance instance = instances.create(instanceMemory, fuel);
    if (image == null && !startsByItself) {
      // Offsets of segments are constants: only functions can be imported.
      image = instanceMemory.beginning();
    }
    instance.export(START).apply();
  }

  private static MemoryLimits onlyMemory(WasmModule module) throws NotAProgramException {
    int count = module.memorySection().map(MemorySection::memoryCount).orElse(0);
    if (count != 1) {
      throw new NotAProgramException("it has " + count + " memories of its own instead of one");
    }
    MemoryLimits limits = module.memorySection().orElseThrow().getMemory(0).limits();
    if (limits.shared()) {
      throw new NotAProgramException("its memory is shared between threads");
    }
    return limits;
  }

  private static void mustStart(WasmModule module) throws NotAProgramException {
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      Export export = module.exportSection().getExport(i);
      if (export.name().equals(START) && export.exportType() == ExternalType.FUNCTION) {
        return;
      }
    }
    throw new NotAProgramException("it exports no function _start");
  }
}
