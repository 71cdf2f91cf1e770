package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TableFactory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Global;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TagSection;
import com.dylibso.chicory.wasm.types.TagType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates the instances of one program, each with its own memory, initialized but not started.
 * Chicory's builder compares every import with every other by name on each build, which for a
 * program with thirty imports is most of the cost of a short call. So it links one instance, which
 * is never initialized, and checks the program; the others reuse its imports through the only
 * constructor of the pinned version, which is not public. Thread-safe.
 */
final class InstanceFactory {

  /** Of the constructor of the pinned version. */
  private static final int PARAMETERS = 18;

  private static final MethodHandle CONSTRUCTOR = constructor();

  private final WasmModule module;
  private final Function<Instance, Machine> machines;
  private final ImportValues imports;
  private final Global[] globals;
  private final FunctionBody[] bodies;
  private final FunctionType[] types;
  private final int[] functionTypes;
  private final Table[] tables;
  private final TableImage tableImage;
  private final TagType @Nullable [] tags;
  private final Map<String, Export> exports = new HashMap<>();

  InstanceFactory(WasmModule module, ImportValues imports, Function<Instance, Machine> machines) {
    Instance linked =
        Instance.builder(module)
            .withImportValues(imports)
            .withMachineFactory(machines)
            .withMemoryFactory(limits -> new FlatMemory(null, 0, 0))
            .withTableFactory(new GuestTables()::create)
            .withInitialize(false)
            .withStart(false)
            .build();
    this.module = module;
    this.machines = machines;
    this.imports = linked.imports();
    this.globals = module.globalSection().globals();
    this.bodies = module.codeSection().functionBodies();
    this.types = module.typeSection().types();
    this.functionTypes =
        new int[module.functionSection().functionCount() + this.imports.functionCount()];
    for (int i = 0; i < functionTypes.length; i++) {
      functionTypes[i] = linked.functionType(i);
    }
    this.tables = new Table[module.tableSection().tableCount()];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = module.tableSection().getTable(i);
    }
    this.tableImage = new TableImage(module, linked);
    this.tags = module.tagSection().map(TagSection::types).orElse(null);
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      Export export = module.exportSection().getExport(i);
      exports.put(export.name(), export);
    }
  }

  /** Creates an instance; this may already run guest code. */
  Instance create(FlatMemory memory, FuelTank fuel) {
    TableFactory tableFactory = new GuestTables()::create;
    @Nullable Element[] segments = tableImage.rest();
    try {
      Instance instance =
          (Instance)
              CONSTRUCTOR.invokeExact(
                  module,
                  globals,
                  new Memory[] {memory},
                  module.dataSection().dataSegments(),
                  bodies,
                  types,
                  functionTypes,
                  imports,
                  tables,
                  segments,
                  tags,
                  exports,
                  machines,
                  tableFactory,
                  (GlobalFactory) fuel,
                  true,
                  false,
                  (ExecutionListener) null);
      tableImage.complete(instance);
      return instance;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("BUG: the constructor declares no checked exception", e);
    }
  }

  private static MethodHandle constructor() {
    try {
      Constructor<?> only = Instance.class.getDeclaredConstructors()[0];
      if (only.getParameterCount() != PARAMETERS) {
        throw new NoSuchMethodException(only.toString());
      }
      only.setAccessible(true);
      return MethodHandles.lookup().unreflectConstructor(only);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("BUG: this is not the pinned version of the runtime", e);
    }
  }
}
