package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.MemorySection;
import dev.escarole.engine.wasm.GuestCode.LoadedCode;
import dev.escarole.engine.wasm.MemoryPool.UsedArray;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program ready to run: parsed, validated, compiled and linked. Immutable and shared by all its
 * instances.
 */
final class Program {

  static final String START = "_start";

  private final InstanceFactory instances;
  private final MemoryLimits memory;
  private final int globals;

  /** Whether a start section runs code before the program: then the memory is not fresh. */
  private final boolean startsByItself;

  private final boolean callsCommands;

  /** Whether each instance of this frozen program does something first. */
  private final boolean thaws;

  private final Image image;

  /** What comes before the arguments of a caller. */
  private final List<String> arguments;

  /**
   * The initial memory, which programs share that differ in their arguments only. It is made of the
   * data segments and null until the first run.
   */
  private static final class Image {
    private volatile byte @Nullable [] bytes;
  }

  /** Validates and links a {@link MeteredModule}. */
  Program(WasmModule module, Function<Instance, Machine> machines) throws NotAProgramException {
    check(module);
    this.memory = onlyMemory(module);
    this.globals = module.globalSection().globalCount();
    this.startsByItself = module.startSection().isPresent();
    this.callsCommands = WasiImports.callCommands(module);
    this.thaws = exports(module, Freezer.THAW_EACH);
    this.instances = new InstanceFactory(module, WasiImports.of(module), machines);
    this.image = new Image();
    this.arguments = List.of();
  }

  private Program(Program other, List<String> arguments) {
    this.instances = other.instances;
    this.memory = other.memory;
    this.globals = other.globals;
    this.startsByItself = other.startsByItself;
    this.callsCommands = other.callsCommands;
    this.thaws = other.thaws;
    this.image = other.image;
    this.arguments = List.copyOf(arguments);
  }

  Program(LoadedCode code) throws NotAProgramException {
    this(code.module(), code.machines());
  }

  /** Checks before compiling that a module can run as a command. */
  static void check(WasmModule module) throws NotAProgramException {
    var unused = onlyMemory(module);
    mustStart(module);
    var unusedImports = WasiImports.of(module);
  }

  /** The same program, which always gets these arguments first. */
  Program with(List<String> presetArguments) {
    return new Program(this, presetArguments);
  }

  /** Returns all arguments for a call with these. */
  List<String> argumentsBefore(List<String> given) {
    return Stream.concat(arguments.stream(), given.stream()).toList();
  }

  /** What programs have in common whose instances begin with the same memory. */
  Object beginning() {
    return image;
  }

  boolean callsCommands() {
    return callsCommands;
  }

  int initialPages() {
    return memory.initialPages();
  }

  /**
   * Whether a new instance begins with so much data that it is worth having an array of its own
   * program.
   */
  boolean isLarge() {
    byte[] data = image.bytes;
    return data != null && data.length > MemoryPool.LONGEST;
  }

  /** Creates the initial memory of a new instance of a large program, in a new array. */
  FlatMemory newLargeMemory(int allowedPages) {
    byte[] data = Objects.requireNonNull(image.bytes, "BUG: not a large program");
    // Unlike a new array, a copy is not zeroed first.
    byte[] copy = Arrays.copyOf(data, initialPages() * Memory.PAGE_SIZE);
    return new FlatMemory(initialPages(), mostPages(allowedPages), copy, true);
  }

  /** Creates the initial memory of a new instance of a large program over an earlier one. */
  FlatMemory renewedMemory(UsedArray earlier, int allowedPages) {
    byte[] data = Objects.requireNonNull(image.bytes, "BUG: not a large program");
    byte[] array = earlier.bytes();
    System.arraycopy(data, 0, array, 0, data.length);
    Arrays.fill(array, data.length, Math.max(data.length, earlier.used()), (byte) 0);
    return new FlatMemory(initialPages(), mostPages(allowedPages), array, true);
  }

  /**
   * Creates the initial memory of a new instance.
   *
   * @param zeros the array to use, all zero and at least as long as the initial pages
   * @param allowedPages maximum number of pages that it grows to
   */
  FlatMemory newMemory(byte[] zeros, int allowedPages) {
    return new FlatMemory(zeros, image.bytes, initialPages(), mostPages(allowedPages));
  }

  private int mostPages(int allowedPages) {
    int declared = Math.min(memory.maximumPages(), Memory.RUNTIME_MAX_PAGES);
    return Math.min(declared, allowedPages);
  }

  FuelTank newTank(long fuel) {
    return new FuelTank(fuel, globals);
  }

  /** Runs a new instance in this memory on the calling thread. */
  void run(FlatMemory instanceMemory, FuelTank fuel) {
    instanceMemory.attach(fuel);
    Instance instance = instances.create(instanceMemory, fuel);
    if (image.bytes == null && !startsByItself) {
      // Segment offsets are constants, as only functions can be imported.
      image.bytes = instanceMemory.beginning();
    }
    if (thaws) {
      instance.export(Freezer.THAW_EACH).apply();
    }
    instance.export(START).apply();
  }

  static MemoryLimits onlyMemory(WasmModule module) throws NotAProgramException {
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
    if (!exports(module, START)) {
      throw new NotAProgramException("it exports no function _start");
    }
  }

  private static boolean exports(WasmModule module, String function) {
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      Export export = module.exportSection().getExport(i);
      if (export.name().equals(function) && export.exportType() == ExternalType.FUNCTION) {
        return true;
      }
    }
    return false;
  }
}
