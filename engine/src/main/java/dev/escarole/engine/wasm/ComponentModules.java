package dev.escarole.engine.wasm;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.types.ExportSection;
import com.dylibso.chicory.wasm.types.ImportSection;
import com.dylibso.chicory.wasm.types.SectionId;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The core modules in a WebAssembly component. A component that was made of a program for WASI
 * preview 1 holds that program unchanged; it runs here without what the component adds.
 */
public final class ComponentModules {

  private static final byte[] MAGIC = {0, 'a', 's', 'm'};
  private static final int HEADER = 8;
  private static final int LAYER_AT = 6;
  private static final int CORE_MODULE = 1;
  private static final int MOST_MODULES = 1_000;
  private static final String START = "_start";

  private ComponentModules() {}

  /** Returns whether the bytes begin like a component. */
  public static boolean isComponent(byte[] bytes) {
    return bytes.length >= HEADER
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        && bytes[LAYER_AT] == 1
        && bytes[LAYER_AT + 1] == 0;
  }

  /** A program found in a component, or why there is none. */
  public record Unwrapped(Optional<byte[]> program, String problem) {}

  /**
   * Finds the core module that is a program and imports nothing but WASI preview 1.
   *
   * @param component bytes for which {@link #isComponent} holds
   * @return the module, or the reason why there is none, to complete "the program"
   */
  public static Unwrapped unwrap(byte[] component) {
    List<byte[]> modules = modules(component);
    String problem = "is a component without a core module that exports _start";
    for (byte[] module : modules) {
      try {
        if (isCommand(module)) {
          Optional<String> foreign = foreign(module);
          if (foreign.isEmpty()) {
            return new Unwrapped(Optional.of(module), "");
          }
          problem =
              "is a component whose core module imports "
                  + foreign.get()
                  + ", not only WASI preview 1";
        }
      } catch (RuntimeException e) {
        // Any exception of the parser is caused by the module.
        problem = "is a component with a damaged core module";
      }
    }
    return new Unwrapped(Optional.empty(), problem);
  }

  private static boolean isCommand(byte[] module) {
    ExportSection exports =
        Parser.builder()
            .includeSectionId(SectionId.EXPORT)
            .withValidation(false)
            .build()
            .parse(() -> new ByteArrayInputStream(module))
            .exportSection();
    for (int i = 0; i < exports.exportCount(); i++) {
      if (exports.getExport(i).name().equals(START)) {
        return true;
      }
    }
    return false;
  }

  private static Optional<String> foreign(byte[] module) {
    ImportSection imports =
        Parser.builder()
            .includeSectionId(SectionId.IMPORT)
            .withValidation(false)
            .build()
            .parse(() -> new ByteArrayInputStream(module))
            .importSection();
    return imports.stream()
        .filter(each -> !each.module().equals("wasi_snapshot_preview1"))
        .map(each -> each.module() + "." + each.name())
        .findFirst();
  }

  /** The core modules of the outermost component, in order; those before the first damage. */
  private static List<byte[]> modules(byte[] component) {
    List<byte[]> modules = new ArrayList<>();
    int at = HEADER;
    while (at < component.length && modules.size() < MOST_MODULES) {
      int id = component[at++];
      long size = 0;
      int shift = 0;
      boolean more = true;
      while (more && at < component.length && shift < Integer.SIZE) {
        int next = component[at++];
        size |= (next & 0x7fL) << shift;
        shift += 7;
        more = next < 0;
      }
      if (more || size > component.length - at) {
        return modules;
      }
      if (id == CORE_MODULE) {
        modules.add(Arrays.copyOfRange(component, at, at + (int) size));
      }
      at += (int) size;
    }
    return modules;
  }
}
