package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.Signatures.ValueKind;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parts of a module that code can reference, for {@link CodeScan}. Confined to one thread. */
final class ModuleShape {

  /**
   * The type of functions, blocks or tags.
   *
   * @param parameters one {@link ValueKind} per parameter
   * @param results one {@link ValueKind} per result
   */
  record Signature(String parameters, String results) {}

  private final List<Signature> types = new ArrayList<>();

  /** The type of each function, imported ones first. */
  private final List<Signature> functions = new ArrayList<>();

  private final List<Signature> tags = new ArrayList<>();
  private final StringBuilder globals = new StringBuilder();

  void addType(Signature type) {
    types.add(type);
  }

  Signature type(int index) throws NotAProgramException {
    return get(types, index, "type");
  }

  void addFunction(int type) throws NotAProgramException {
    functions.add(type(type));
  }

  Signature function(int index) throws NotAProgramException {
    return get(functions, index, "function");
  }

  int functions() {
    return functions.size();
  }

  void addTag(int type) throws NotAProgramException {
    tags.add(type(type));
  }

  Signature tag(int index) throws NotAProgramException {
    return get(tags, index, "tag");
  }

  void addGlobal(char kind) {
    globals.append(kind);
  }

  char global(int index) throws NotAProgramException {
    if (index >= globals.length()) {
      throw unknown("global", index);
    }
    return globals.charAt(index);
  }

  /**
   * The cost of function tables: for each type the compiler checks every function and generates a
   * case for every match.
   */
  long dispatchWork() {
    Map<Signature, Long> same = new HashMap<>();
    functions.forEach(type -> same.merge(type, 1L, Long::sum));
    long cases = 0;
    for (Signature type : types) {
      cases += same.getOrDefault(type, 0L);
    }
    return (long) types.size() * functions.size() / 2 + 32 * cases;
  }

  private static <T> T get(List<T> all, int index, String what) throws NotAProgramException {
    if (index >= all.size()) {
      throw unknown(what, index);
    }
    return all.get(index);
  }

  private static NotAProgramException unknown(String what, int index) {
    return new NotAProgramException(
        "it is not a WebAssembly program: unknown " + what + " " + index);
  }
}
