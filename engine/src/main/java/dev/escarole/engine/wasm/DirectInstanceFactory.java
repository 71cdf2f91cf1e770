package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TableFactory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.DataSegment;
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
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates instances without linking each of them. Chicory's builder compares every import with
 * every other by name on each build, which for a program with thirty imports is most of the cost of
 * a short call. Here the builder links one instance, which is never initialized; the others reuse
 * its imports.
 *
 * <p>This needs a private constructor of Chicory, which is looked up by reflection in the pinned
 * version; if the lookup fails, the builder is used.
 */
final class DirectInstanceFactory implements InstanceFactory {

  private static final @Nullable MethodHandle CONSTRUCTOR = constructor();

  private final WasmModule module;
  private final Function<Instance, Machine> machines;
  private final ImportValues imports;
  private final Global[] globals;
  private final FunctionBody[] bodies;
  private final FunctionType[] types;
  private final int[] functionTypes;
  private final Table[] tables;
  private final Element[] elements;
  private final TagType @Nullable [] tags;
  private final Map<String, Export> exports;

  /**
   * Creates a factory for a program that has been linked.
   *
   * @param linked an uninitialized instance of the module with its imports
   */
  DirectInstanceFactory(Instance linked, Function<Instance, Machine> machines) {
    this.module = linked.module();
    this.machines = machines;
    this.imports = linked.imports();
    this.globals = module.globalSection().globals();
    this.bodies = module.codeSection().functionBodies();
    this.types = module.typeSection().types();
    this.functionTypes = functionTypes(module, linked);
    this.tables = tables(module);
    this.elements = module.elementSection().elements();
    this.tags = module.tagSection().map(TagSection::types).orElse(null);
    this.exports = exports(module);
  }

  static boolean isAvailable() {
    return CONSTRUCTOR != null;
  }

  @Override
  public Instance create(FlatMemory memory, FuelTank fuel) {
    MethodHandle constructor = CONSTRUCTOR;
    if (constructor == null) {
      throw new IllegalStateException("BUG: the constructor is not available");
    }
    TableFactory tableFactory = new GuestTables()::create;
    try {
      return (Instance)
          constructor.invokeExact(
              module,
              globals,
              new Memory[] {memory},
              module.dataSection().dataSegments(),
              bodies,
              types,
              functionTypes,
              imports,
              tables,
              elements,
              tags,
              exports,
              machines,
              tableFactory,
              (GlobalFactory) fuel,
              true,
              false,
              (ExecutionListener) null);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("BUG: the constructor declares no checked exception", e);
    }
  }

  private static @Nullable MethodHandle constructor() {
    MethodType type =
        MethodType.methodType(
            void.class,
            WasmModule.class,
            Global[].class,
            Memory[].class,
            DataSegment[].class,
            FunctionBody[].class,
            FunctionType[].class,
            int[].class,
            ImportValues.class,
            Table[].class,
            Element[].class,
            TagType[].class,
            Map.class,
            Function.class,
            TableFactory.class,
            GlobalFactory.class,
            boolean.class,
            boolean.class,
            ExecutionListener.class);
    try {
      return MethodHandles.privateLookupIn(Instance.class, MethodHandles.lookup())
          .findConstructor(Instance.class, type);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private static int[] functionTypes(WasmModule module, Instance linked) {
    int[] all =
        new int[module.functionSection().functionCount() + linked.imports().functionCount()];
    for (int i = 0; i < all.length; i++) {
      all[i] = linked.functionType(i);
    }
    return all;
  }

  private static Table[] tables(WasmModule module) {
    Table[] all = new Table[module.tableSection().tableCount()];
    for (int i = 0; i < all.length; i++) {
      all[i] = module.tableSection().getTable(i);
    }
    return all;
  }

  private static Map<String, Export> exports(WasmModule module) {
    Map<String, Export> all = new HashMap<>();
    for (int i = 0; i < module.exportSection().exportCount(); i++) {
      Export export = module.exportSection().getExport(i);
      all.put(export.name(), export);
    }
    return all;
  }
}
