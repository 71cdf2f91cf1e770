package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.CommandPack;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.ByteArrayInputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The classes that {@link CompileBuiltIns} compiled from built-in artifacts at build time. Their
 * names contain the artifact's hash and the version of the metering, so they cannot be used for
 * anything else.
 */
final class PrebuiltClasses {

  private static final String FOLDER = ".prebuilt.Metered" + MeteredModule.VERSION + "_";

  private PrebuiltClasses() {}

  static String className(ArtifactId id) {
    return home(id).getPackageName() + FOLDER + id.sha256();
  }

  /** A class beside whose package the classes are, and whose class loader finds them. */
  private static Class<?> home(ArtifactId id) {
    CommandPack pack = BuiltInCommands.load().packOf(id);
    return pack == null ? PrebuiltClasses.class : pack.getClass();
  }

  static boolean isThere(ArtifactId id) {
    return compiled(id) != null;
  }

  private static @Nullable Class<?> compiled(ArtifactId id) {
    try {
      return Class.forName(className(id), true, home(id).getClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** Returns the factory for an artifact's functions; null if not compiled at build time. */
  static @Nullable Function<Instance, Machine> find(ArtifactId id) {
    Class<?> compiled = compiled(id);
    return compiled == null ? null : factory(compiled);
  }

  static Function<Instance, Machine> factory(Class<?> compiled) {
    try {
      var constructor = compiled.asSubclass(Machine.class).getConstructor(Instance.class);
      MethodHandle create =
          MethodHandles.publicLookup()
              .unreflectConstructor(constructor)
              .asType(MethodType.methodType(Machine.class, Instance.class));
      return instance -> make(create, instance);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("BUG: " + compiled + " is no machine", e);
    }
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
