package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Map;
import java.util.function.Function;

/**
 * The class files that a {@link GuestCompiler} made of a program.
 *
 * @param mainClass the class that executes the program's functions
 * @param interprets whether a function was too large for a method, so that the classes interpret it
 * @param classes class files by class name
 */
record CompiledCode(String mainClass, boolean interprets, Map<String, byte[]> classes) {

  CompiledCode {
    classes = Map.copyOf(classes);
  }

  /**
   * Makes the program ready, from the bytes that these classes were compiled of.
   *
   * @throws NotAProgramException if it cannot run as a command
   */
  Program program(byte[] bytes) throws NotAProgramException {
    WasmModule module =
        interprets ? Parser.parse(MeteredModule.of(bytes)) : PrebuiltClasses.parse(bytes);
    return new Program(module, machines());
  }

  /** What executes the functions of the program. */
  Function<Instance, Machine> machines() {
    try {
      Class<?> main = new Loader(classes).loadClass(mainClass);
      return PrebuiltClasses.factory(main);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("BUG: the class " + mainClass + " does not fit", e);
    }
  }

  /** Each program has a loader of its own, so that its classes go when it does. */
  private static final class Loader extends ClassLoader {

    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(CompiledCode.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
