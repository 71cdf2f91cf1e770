package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.ByteClassCollector;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts.FunctionFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Compiles a {@link MeteredModule} to class files, with Chicory's compiler and then {@link
 * MeteredClass}. Functions that would be too large for a method are metered out of line; those that
 * are still too large are interpreted.
 *
 * <p>Chicory finds those by trial and restarts with the whole module for each one. Here, functions
 * that are certainly too large are known beforehand, and each failed attempt excludes twice as many
 * of the largest functions as the one before, so that the number of attempts is small.
 */
final class GuestCompiler {

  private static final int MOST_PER_CLASS = 1024 * 12;
  private static final int LEAST_PER_CLASS = 64;

  /** Bytes of code compiled between two checks for an interrupt. */
  private static final long BYTES_PER_CLASS = 1L << 19;

  /** Metering makes at most this much of a function that misses the limit because of it. */
  private static final int COMPACT_FROM = 40_000;

  private final ModuleSource source;
  private final String className;
  private final ModuleFacts facts;
  private final Set<Integer> interpreted = new HashSet<>();
  private final Set<Integer> compact = new HashSet<>();
  private final List<Integer> largest;

  private GuestCompiler(ModuleSource source, String className, ModuleFacts facts) {
    this.source = source;
    this.className = className;
    this.facts = facts;
    this.largest = new ArrayList<>();
    for (int i = 0; i < facts.functions().size(); i++) {
      if (facts.functions().get(i).surelyTooLarge()) {
        interpreted.add(facts.importedFunctions() + i);
      } else {
        largest.add(i);
        if (facts.functions().get(i).leastBytes() >= COMPACT_FROM) {
          compact.add(facts.importedFunctions() + i);
        }
      }
    }
    largest.sort(
        Comparator.comparingInt((Integer i) -> facts.functions().get(i).leastBytes()).reversed());
  }

  /** Makes the metered module. */
  interface ModuleSource {

    /**
     * @param compact functions in which metering takes as little code as possible
     */
    WasmModule metered(Set<Integer> compact) throws NotAProgramException;
  }

  /**
   * @param className the name of the class that executes the module's functions; the other names
   *     start with it
   * @throws CancellationException if the thread is interrupted
   */
  static CompiledCode compile(ModuleSource source, String className, ModuleFacts facts)
      throws NotAProgramException {
    return new GuestCompiler(source, className, facts).compile();
  }

  private CompiledCode compile() throws NotAProgramException {
    for (int attempt = 0; ; attempt++) {
      try {
        return attempt();
      } catch (ChicoryException e) {
        if (!(e.getCause() instanceof MethodTooLargeException tooLarge)) {
          throw e;
        }
        // Metering that is left out of line may make it small enough.
        if (!compact.add(MeteredClass.function(tooLarge.getMethodName()))) {
          interpretMore(tooLarge, attempt);
        }
      }
    }
  }

  private void interpretMore(MethodTooLargeException tooLarge, int attempt) {
    int function = MeteredClass.function(tooLarge.getMethodName());
    if (!interpreted.add(function)) {
      throw tooLarge;
    }
    largest.remove((Integer) (function - facts.importedFunctions()));
    int more = Math.min((1 << Math.min(attempt, 30)) - 1, largest.size());
    List<Integer> others = largest.subList(0, more);
    others.forEach(other -> interpreted.add(facts.importedFunctions() + other));
    others.clear();
  }

  private int perClass() {
    List<FunctionFacts> functions = facts.functions();
    long wanted = BYTES_PER_CLASS * functions.size() / Math.max(1, facts.codeBytes());
    return (int) Math.max(LEAST_PER_CLASS, Math.min(wanted, MOST_PER_CLASS));
  }

  private CompiledCode attempt() throws NotAProgramException {
    WasmModule module = source.metered(Set.copyOf(compact));
    goOn();
    CompilerResult result =
        Compiler.builder(module)
            .withClassName(className)
            .withInterpreterFallback(InterpreterFallback.FAIL)
            .withInterpretedFunctions(interpreted)
            .withMaxFunctionsPerClass(perClass())
            .withClassCollectorFactory(() -> new Classes(MeteredModule.gauge(module)))
            .build()
            .compile();
    Map<String, byte[]> classes = new TreeMap<>();
    result.classBytes().forEach((name, bytes) -> classes.put(name.replace('/', '.'), bytes));
    return new CompiledCode(className, result.interpretedFunctions(), classes);
  }

  /**
   * @throws CancellationException if the thread was interrupted
   */
  static void goOn() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the program is not needed any more");
    }
  }

  /** Transforms each class when it is finished, so that no module is in memory twice. */
  private static final class Classes extends ByteClassCollector {

    private final int gauge;

    Classes(int gauge) {
      this.gauge = gauge;
    }

    @Override
    public void putMainClass(String name, byte[] bytes) {
      goOn();
      super.putMainClass(name, MeteredClass.of(bytes, gauge));
    }

    @Override
    public void put(String name, byte[] bytes) {
      goOn();
      super.put(name, MeteredClass.of(bytes, gauge));
    }
  }
}
