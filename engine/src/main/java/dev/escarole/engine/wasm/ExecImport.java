package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Import;
import com.dylibso.chicory.wasm.types.ValType;
import java.util.List;

/**
 * The function {@code env.host_exec}, with which a program runs other commands: {@code
 * (request_address, request_length, response_address, response_capacity) -> answer}. A program that
 * imports it can only run for principals with the capability.
 */
final class ExecImport {

  static final String MODULE = "env";
  static final String NAME = "host_exec";

  private static final FunctionType TYPE =
      FunctionType.of(
          List.of(ValType.I32, ValType.I32, ValType.I32, ValType.I32), List.of(ValType.I32));

  private ExecImport() {}

  static boolean is(Import wanted) {
    return wanted.importType() == ExternalType.FUNCTION
        && wanted.module().equals(MODULE)
        && wanted.name().equals(NAME);
  }

  static boolean isWantedBy(WasmModule module) {
    for (int i = 0; i < module.importSection().importCount(); i++) {
      if (is(module.importSection().getImport(i))) {
        return true;
      }
    }
    return false;
  }

  static ImportFunction function() {
    return new HostFunction(
        MODULE,
        NAME,
        TYPE,
        (instance, arguments) ->
            new long[] {((FlatMemory) instance.memory()).exec().call(arguments)});
  }
}
