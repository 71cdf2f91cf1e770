package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Import;
import com.dylibso.chicory.wasm.types.ImportSection;
import com.dylibso.chicory.wasm.types.ValType;
import dev.escarole.engine.wasi.WasiFunction;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The imports of a program from WASI and {@link ExecImport}: exactly those that it declares, in
 * order, built once and shared by all its instances.
 */
final class WasiImports {

  private static final Map<String, WasiFunction> FUNCTIONS = byName();

  /** Maximum number of names in a refusal. */
  private static final int MOST_NAMES = 8;

  private WasiImports() {}

  /**
   * Builds the imports of a module.
   *
   * @throws NotAProgramException if it imports something unsupported
   */
  static ImportValues of(WasmModule module) throws NotAProgramException {
    ImportSection imports = module.importSection();
    List<ImportFunction> functions = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < imports.importCount(); i++) {
      Import wanted = imports.getImport(i);
      if (ExecImport.is(wanted)) {
        functions.add(ExecImport.function());
        continue;
      }
      WasiFunction function = FUNCTIONS.get(wanted.name());
      if (function == null || !isFunctionOfWasi(wanted)) {
        String from = NotAProgramException.shown(wanted.module());
        unknown.add(from + "." + NotAProgramException.shown(wanted.name()));
      } else {
        functions.add(function(wanted, function));
      }
    }
    if (!unknown.isEmpty()) {
      throw notOffered(unknown);
    }
    return ImportValues.builder().withFunctions(functions).build();
  }

  private static boolean isFunctionOfWasi(Import wanted) {
    return wanted.importType() == ExternalType.FUNCTION
        && wanted.module().equals(WasiFunction.MODULE);
  }

  private static ImportFunction function(Import wanted, WasiFunction function) {
    return new HostFunction(wanted.module(), wanted.name(), type(function), handle(function));
  }

  private static NotAProgramException notOffered(List<String> names) {
    int shown = Math.min(names.size(), MOST_NAMES);
    String more = names.size() > shown ? " and " + (names.size() - shown) + " more" : "";
    return new NotAProgramException(
        "it imports "
            + String.join(", ", names.subList(0, shown))
            + more
            + (names.size() == 1 ? ", which is not offered" : ", which are not offered"));
  }

  private static WasmFunctionHandle handle(WasiFunction function) {
    return (instance, arguments) -> {
      // A loop of slow calls uses little fuel, so the check for a stop would come too rarely.
      FlatMemory.stopIfInterrupted();
      FlatMemory memory = (FlatMemory) instance.memory();
      return new long[] {function.call(memory.wasi(), arguments)};
    };
  }

  private static FunctionType type(WasiFunction function) {
    List<ValType> parameters = new ArrayList<>();
    for (char letter : function.parameters().toCharArray()) {
      parameters.add(letter == 'I' ? ValType.I64 : ValType.I32);
    }
    return FunctionType.of(parameters, function.answers() ? List.of(ValType.I32) : List.of());
  }

  private static Map<String, WasiFunction> byName() {
    Map<String, WasiFunction> functions = new HashMap<>();
    for (WasiFunction function : WasiFunction.values()) {
      functions.put(function.importName(), function);
    }
    return Map.copyOf(functions);
  }
}
