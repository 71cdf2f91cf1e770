package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The class files of a program, made by a {@link GuestCompiler}.
 *
 * @param mainClass the class that executes the program's functions
 * @param interpreted the functions that are too large for a method and are interpreted
 * @param classes class files by class name
 */
record CompiledCode(String mainClass, Set<Integer> interpreted, Map<String, byte[]> classes) {

  CompiledCode {
    interpreted = Set.copyOf(interpreted);
    classes = Map.copyOf(classes);
  }

  /**
   * Parses the bytes that these classes were compiled from. A parsed instruction takes about fifty
   * times its bytes for as long as the program is loaded, so only functions that are interpreted
   * have code.
   */
  WasmModule module(byte[] bytes) throws NotAProgramException {
    return interpreted.isEmpty()
        ? PrebuiltClasses.parse(bytes)
        : ProgramCheck.parse(MeteredModule.withCodeOf(bytes, interpreted));
  }

  Function<Instance, Machine> machines() {
    try {
      return PrebuiltClasses.factory(new Loader(classes).loadClass(mainClass));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("BUG: the class " + mainClass + " is missing", e);
    }
  }

  /**
   * Each program has its own class loader, so that its classes can be unloaded. It keeps the bytes
   * of classes only until they are defined.
   */
  private static final class Loader extends ClassLoader {

    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(CompiledCode.class.getClassLoader());
      this.classes = new ConcurrentHashMap<>(classes);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      // Never asked for a class twice: the class loader's lock is held, and it keeps classes.
      byte[] bytes = classes.remove(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
