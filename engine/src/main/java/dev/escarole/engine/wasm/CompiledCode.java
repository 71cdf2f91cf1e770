package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.snapshot.ModuleSections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The class files of a program, made by a {@link GuestCompiler}.
 *
 * @param mainClass the class that executes the program's functions
 * @param interpreted the functions that are too large for a method and are interpreted
 * @param names of the first of these functions, once somebody looked at the program for them
 * @param classes class files by class name
 */
record CompiledCode(
    String mainClass, Set<Integer> interpreted, List<String> names, Map<String, byte[]> classes) {

  CompiledCode {
    interpreted = Set.copyOf(interpreted);
    names = List.copyOf(names);
    classes = Map.copyOf(classes);
  }

  /** Code whose interpreted functions have no names yet. */
  CompiledCode(String mainClass, Set<Integer> interpreted, Map<String, byte[]> classes) {
    this(mainClass, interpreted, List.of(), classes);
  }

  /** The same with the names that the program gives its interpreted functions. */
  CompiledCode named(byte[] program) {
    return new CompiledCode(mainClass, interpreted, names(program, interpreted), classes);
  }

  /** The interpreted functions. */
  SlowFunctions slow() {
    return new SlowFunctions(interpreted.size(), names, true);
  }

  /** Names the first of some functions of a program. */
  static List<String> names(byte[] program, Set<Integer> functions) {
    if (functions.isEmpty()) {
      return List.of();
    }
    ModuleSections sections = new ModuleSections(program);
    return functions.stream()
        .sorted()
        .limit(SlowFunctions.MOST_NAMES)
        .map(each -> name(each, sections.nameOf(each)))
        .toList();
  }

  private static String name(int function, @Nullable String name) {
    return name == null ? "function " + function : name + " (function " + function + ")";
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
