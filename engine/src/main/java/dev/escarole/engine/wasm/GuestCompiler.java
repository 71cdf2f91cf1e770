package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts.FunctionFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
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
 * MeteredClass}. Functions that are too large for a method are interpreted.
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

  private final WasmModule module;
  private final String className;
  private final ModuleFacts facts;
  private final Set<Integer> interpreted = new HashSet<>();
  private final List<Integer> largest;

  private GuestCompiler(WasmModule module, String className, ModuleFacts facts) {
    this.module = module;
    this.className = className;
    this.facts = facts;
    this.largest = new ArrayList<>();
    for (int i = 0; i < facts.functions().size(); i++) {
      if (facts.functions().get(i).surelyTooLarge()) {
        interpreted.add(facts.importedFunctions() + i);
      } else {
        largest.add(i);
      }
    }
    largest.sort(
        Comparator.comparingInt((Integer i) -> facts.functions().get(i).leastBytes()).reversed());
  }

  /**
   * @param className the name of the class that executes the module's functions; the other names
   *     start with it
   * @throws CancellationException if the thread is interrupted
   */
  static CompiledCode compile(WasmModule module, String className, ModuleFacts facts) {
    return new GuestCompiler(module, className, facts).compile();
  }

  private CompiledCode compile() {
    for (int attempt = 0; ; attempt++) {
      try {
        return attempt();
      } catch (ChicoryException e) {
        if (!(e.getCause() instanceof MethodTooLargeException tooLarge)) {
          throw e;
        }
        interpretMore(tooLarge, attempt);
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

  private CompiledCode attempt() {
    CompilerResult result =
        Compiler.builder(module)
            .withClassName(className)
            .withInterpreterFallback(InterpreterFallback.FAIL)
            .withInterpretedFunctions(interpreted)
            .withMaxFunctionsPerClass(perClass())
            .withClassCollectorFactory(() -> new TransformedClasses(MeteredModule.gauge(module)))
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
}
