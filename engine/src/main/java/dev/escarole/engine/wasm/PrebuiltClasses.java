package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Encoding;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.WasmWriter;
import com.dylibso.chicory.wasm.types.RawSection;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.command.ArtifactId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * The classes that {@link CompileBuiltIns} made of built-in artifacts when Escarole was built.
 * Their names hold the artifact's hash, so they can never be used for other bytes.
 */
final class PrebuiltClasses {

  private static final String PREFIX = PrebuiltClasses.class.getPackageName() + ".prebuilt.Wasm";

  /** Two bytes follow: no locals, end. */
  private static final byte[] EMPTY_BODY = {2, 0, 0x0b};

  private PrebuiltClasses() {}

  /** Returns the name of the class that executes an artifact's functions. */
  static String className(ArtifactId id) {
    return PREFIX + id.sha256();
  }

  /** Returns what executes an artifact's functions, if it was compiled beforehand. */
  static Optional<Function<Instance, Machine>> find(ArtifactId id) {
    try {
      var constructor =
          Class.forName(className(id)).asSubclass(Machine.class).getConstructor(Instance.class);
      MethodHandle create = MethodHandles.publicLookup().unreflectConstructor(constructor);
      @SuppressWarnings("unchecked")
      Function<Instance, Machine> factory =
          MethodHandleProxies.asInterfaceInstance(Function.class, create);
      return Optional.of(factory);
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("BUG: the class compiled of " + id + " does not fit", e);
    }
  }

  /**
   * Reads a module without its code, which the classes hold, and without checking it again: it was
   * checked when it was compiled, and the hash says that it is the same.
   */
  static WasmModule parse(byte[] bytes) {
    byte[] hollow = withoutCode(bytes);
    Parser parser = Parser.builder().withValidation(false).build();
    return parser.parse(() -> new ByteArrayInputStream(hollow));
  }

  /** Leaves every function of a module empty, and drops its names and notes. */
  private static byte[] withoutCode(byte[] bytes) {
    WasmWriter out = new WasmWriter();
    Parser.parseWithoutDecoding(
        bytes,
        section -> {
          RawSection raw = (RawSection) section;
          if (raw.sectionId() == SectionId.CODE) {
            out.writeSection(SectionId.CODE, emptyBodies(raw.contents()));
          } else if (raw.sectionId() != SectionId.CUSTOM) {
            out.writeSection(raw);
          }
        });
    return out.bytes();
  }

  private static byte[] emptyBodies(byte[] code) {
    int count = (int) Encoding.readVarUInt32(ByteBuffer.wrap(code));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WasmWriter.writeVarUInt32(out, count);
    for (int i = 0; i < count; i++) {
      out.writeBytes(EMPTY_BODY);
    }
    return out.toByteArray();
  }
}
