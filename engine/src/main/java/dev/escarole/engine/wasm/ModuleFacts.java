package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.List;

/**
 * What {@link ModuleScan} found out about a module. Immutable.
 *
 * @param memoryBytes how much of the host's memory compiling it may take, by estimate
 * @param importedFunctions how many functions come before its own
 * @param codeBytes how much code it has
 * @param functions its own functions, in order
 */
record ModuleFacts(
    long memoryBytes, int importedFunctions, int codeBytes, List<FunctionFacts> functions) {

  ModuleFacts {
    functions = List.copyOf(functions);
  }

  /**
   * Returns if there can be enough memory to compile it.
   *
   * @throws NotAProgramException if there never can
   */
  void mustFit(MemoryBudget budget) throws NotAProgramException {
    if (memoryBytes > budget.bytes()) {
      throw new NotAProgramException(
          "it is too large: compiling it takes about "
              + memoryBytes
              + " bytes of memory, guests may have "
              + budget.bytes()
              + " all together (guest-memory)");
    }
  }

  /**
   * What was found out about one function.
   *
   * @param leastBytes how many bytes of Java's instructions it becomes at least
   * @param frameCells how many entries the frames of its branch targets have, all together, which
   *     is what the compiler needs memory for
   */
  record FunctionFacts(int leastBytes, long frameCells) {

    private static final int LARGEST_METHOD = 65_535;
    private static final long MOST_CELLS = 1 << 24;

    /** Whether it surely is too large for a method, so that to try would be a waste. */
    boolean surelyTooLarge() {
      return leastBytes > LARGEST_METHOD || frameCells > MOST_CELLS;
    }
  }
}
