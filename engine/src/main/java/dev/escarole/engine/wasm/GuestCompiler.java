package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.ByteClassCollector;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.WasmModule;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compiles a {@link MeteredModule} to class files, with Chicory's compiler and then {@link
 * MeteredClass}.
 */
final class GuestCompiler {

  private GuestCompiler() {}

  /**
   * Compiles.
   *
   * @param className the name of the class that executes the module's functions; those of the
   *     others begin with it
   * @param fallback what becomes of functions that are too large for a method
   */
  static CompiledCode compile(WasmModule module, String className, InterpreterFallback fallback) {
    CompilerResult result =
        Compiler.builder(module)
            .withClassName(className)
            .withInterpreterFallback(fallback)
            .withClassCollectorFactory(() -> new Classes(MeteredModule.gauge(module)))
            .build()
            .compile();
    Map<String, byte[]> classes = new TreeMap<>();
    result.classBytes().forEach((name, bytes) -> classes.put(name.replace('/', '.'), bytes));
    return new CompiledCode(className, !result.interpretedFunctions().isEmpty(), classes);
  }

  /** Improves each class when it is finished, so that no module is in memory twice. */
  private static final class Classes extends ByteClassCollector {

    private final int gauge;

    Classes(int gauge) {
      this.gauge = gauge;
    }

    @Override
    public void putMainClass(String name, byte[] bytes) {
      super.putMainClass(name, MeteredClass.of(bytes, gauge));
    }

    @Override
    public void put(String name, byte[] bytes) {
      super.put(name, MeteredClass.of(bytes, gauge));
    }
  }
}
