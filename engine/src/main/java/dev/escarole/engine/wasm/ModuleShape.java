package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.Signatures.ValueKind;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parts of a module that code can reference, for {@link CodeScan}. */
final class ModuleShape {

  /** The type of functions, blocks or tags: one {@link ValueKind} per parameter and result. */
  record Signature(String parameters, String results) {}

  final List<Signature> types = new ArrayList<>();

  /** The type of each function, imported ones first. */
  final List<Signature> functions = new ArrayList<>();

  final List<Signature> tags = new ArrayList<>();

  /** One {@link ValueKind} per global. */
  final StringBuilder globals = new StringBuilder();

  Signature type(int index) throws NotAProgramException {
    return types.get(known(index, types.size(), "type"));
  }

  Signature function(int index) throws NotAProgramException {
    return functions.get(known(index, functions.size(), "function"));
  }

  Signature tag(int index) throws NotAProgramException {
    return tags.get(known(index, tags.size(), "tag"));
  }

  char global(int index) throws NotAProgramException {
    return globals.charAt(known(index, globals.length(), "global"));
  }

  private static int known(int index, int count, String what) throws NotAProgramException {
    if (index >= count) {
      throw NotAProgramException.invalid("unknown " + what + " " + index);
    }
    return index;
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
}
