package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.ByteArrayInputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.function.Function;

/**
 * The classes that {@link CompileBuiltIns} compiled from built-in artifacts at build time. Their
 * names contain the artifact's hash and the version of the metering, so they cannot be used for
 * anything else.
 */
final class PrebuiltClasses {

  private static final String PREFIX =
      PrebuiltClasses.class.getPackageName() + ".prebuilt.Metered" + MeteredModule.VERSION + "_";

  private PrebuiltClasses() {}

  /** Returns the name of the class that executes an artifact's functions. */
  static String className(ArtifactId id) {
    return PREFIX + id.sha256();
  }

  /** Whether an artifact was compiled at build time. */
  static boolean isThere(ArtifactId id) {
    try {
      Class<?> unused = Class.forName(className(id));
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns the factory for an artifact's functions, if it was compiled at build time. */
  static Optional<Function<Instance, Machine>> find(ArtifactId id) {
    try {
      return Optional.of(factory(Class.forName(className(id))));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("BUG: the class compiled of " + id + " does not fit", e);
    }
  }

  /** Creates a factory from a compiled class. */
  static Function<Instance, Machine> factory(Class<?> compiled)
      throws ReflectiveOperationException {
    var constructor = compiled.asSubclass(Machine.class).getConstructor(Instance.class);
    MethodHandle create =
        MethodHandles.publicLookup()
            .unreflectConstructor(constructor)
            .asType(MethodType.methodType(Machine.class, Instance.class));
    return instance -> make(create, instance);
  }

  private static Machine make(MethodHandle create, Instance instance) {
    try {
      return (Machine) create.invokeExact(instance);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("BUG: a compiled class cannot be made", e);
    }
  }

  /**
   * Reads a module without its code, which is in the classes, and without validation, which was
   * done when it was compiled; the hash proves that it is the same.
   */
  static WasmModule parse(byte[] bytes) throws NotAProgramException {
    byte[] hollow = MeteredModule.withoutCode(bytes);
    Parser parser = Parser.builder().withValidation(false).build();
    return parser.parse(() -> new ByteArrayInputStream(hollow));
  }
}
