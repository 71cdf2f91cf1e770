package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
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
import java.util.function.Consumer;

/**
 * The imports of a program from WASI, {@code env.host_exec} and {@code escarole.http}: exactly
 * those that it declares, in order, built once and shared by all its instances.
 *
 * <p>With {@code host_exec} a program runs other commands: {@code (request_address, request_length,
 * response_address, response_capacity) -> answer}. A program that imports it can only run for
 * principals with the capability. {@code http} has the same form; who imports it and asks for
 * something that is not permitted is stopped.
 */
final class WasiImports {

  static final String EXEC_MODULE = "env";
  static final String EXEC_NAME = "host_exec";
  private static final String HTTP_MODULE = "escarole";
  private static final String HTTP_NAME = "http";

  private static final Map<String, WasiFunction> FUNCTIONS = byName();

  /** Maximum number of names in a refusal. */
  private static final int MOST_NAMES = 8;

  private WasiImports() {}

  static ImportValues of(WasmModule module) throws NotAProgramException {
    ImportSection imports = module.importSection();
    List<ImportFunction> functions = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < imports.importCount(); i++) {
      Import wanted = imports.getImport(i);
      WasiFunction function = FUNCTIONS.get(wanted.name());
      if (isExec(wanted)) {
        functions.add(function(wanted, "iiii", true, WasiImports::exec));
      } else if (isFunction(wanted, HTTP_MODULE) && wanted.name().equals(HTTP_NAME)) {
        functions.add(function(wanted, "iiii", true, WasiImports::http));
      } else if (function != null && isFunction(wanted, WasiFunction.MODULE)) {
        functions.add(
            function(wanted, function.parameters(), function.answers(), handle(function)));
      } else {
        String from = NotAProgramException.shown(wanted.module());
        unknown.add(from + "." + NotAProgramException.shown(wanted.name()));
      }
    }
    if (!unknown.isEmpty()) {
      throw notOffered(unknown);
    }
    return ImportValues.builder().withFunctions(functions).build();
  }

  /**
   * The same imports, but those that are not WASI's go to a listener, which must throw.
   *
   * @param calls receives the function's full name
   */
  static ImportValues onlyWasi(WasmModule module, Consumer<String> calls)
      throws NotAProgramException {
    List<ImportFunction> functions = new ArrayList<>();
    for (ImportFunction each : of(module).functions()) {
      boolean ofWasi = each.module().equals(WasiFunction.MODULE);
      functions.add(ofWasi ? each : announced(each, calls));
    }
    return ImportValues.builder().withFunctions(functions).build();
  }

  private static ImportFunction announced(ImportFunction function, Consumer<String> calls) {
    return new HostFunction(
        function.module(),
        function.name(),
        function.functionType(),
        (instance, arguments) -> {
          calls.accept(function.module() + "." + function.name());
          throw new IllegalStateException("BUG: a call that was refused goes on");
        });
  }

  static boolean callCommands(WasmModule module) {
    for (int i = 0; i < module.importSection().importCount(); i++) {
      if (isExec(module.importSection().getImport(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isExec(Import wanted) {
    return isFunction(wanted, EXEC_MODULE) && wanted.name().equals(EXEC_NAME);
  }

  private static boolean isFunction(Import wanted, String module) {
    return wanted.importType() == ExternalType.FUNCTION && wanted.module().equals(module);
  }

  private static long[] exec(Instance instance, long... arguments) {
    return new long[] {((FlatMemory) instance.memory()).exec().call(arguments)};
  }

  private static long[] http(Instance instance, long... arguments) {
    return new long[] {((FlatMemory) instance.memory()).exec().http(arguments)};
  }

  private static WasmFunctionHandle handle(WasiFunction function) {
    return (instance, arguments) -> {
      // A loop of slow calls uses little fuel, so the check for a stop would come too rarely.
      GuestState.stopIfInterrupted();
      FlatMemory memory = (FlatMemory) instance.memory();
      return new long[] {function.call(memory.wasi(), arguments)};
    };
  }

  private static ImportFunction function(
      Import wanted, String parameters, boolean answers, WasmFunctionHandle handle) {
    List<ValType> types =
        parameters.chars().mapToObj(each -> each == 'I' ? ValType.I64 : ValType.I32).toList();
    return new HostFunction(
        wanted.module(),
        wanted.name(),
        FunctionType.of(types, answers ? List.of(ValType.I32) : List.of()),
        handle);
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

  private static Map<String, WasiFunction> byName() {
    Map<String, WasiFunction> functions = new HashMap<>();
    for (WasiFunction function : WasiFunction.values()) {
      functions.put(function.importName(), function);
    }
    return Map.copyOf(functions);
  }
}
