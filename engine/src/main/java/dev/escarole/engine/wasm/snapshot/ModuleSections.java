package dev.escarole.engine.wasm.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.types.RawSection;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sections of a module that has been checked, in order. Immutable. */
public final class ModuleSections {

  /** Exports of this kind are functions. */
  static final int FUNCTION = 0;

  private static final byte[] NONE = {0};
  private static final byte[] NAMES = {4, 'n', 'a', 'm', 'e'};

  private final List<RawSection> sections = new ArrayList<>();

  /** Reads the sections without what is in them. */
  public ModuleSections(byte[] module) {
    Parser.parseWithoutDecoding(module, section -> sections.add((RawSection) section));
  }

  List<RawSection> all() {
    return sections;
  }

  /** The section of this number, which is not that of custom sections; empty if there is none. */
  BinaryReader section(int id) {
    for (RawSection section : sections) {
      if (section.sectionId() == id) {
        return new BinaryReader(section.contents());
      }
    }
    return new BinaryReader(NONE);
  }

  boolean has(int id) {
    return sections.stream().anyMatch(section -> section.sectionId() == id);
  }

  static boolean isNames(RawSection section) {
    byte[] contents = section.contents();
    if (section.sectionId() != SectionId.CUSTOM || contents.length < NAMES.length) {
      return false;
    }
    for (int i = 0; i < NAMES.length; i++) {
      if (contents[i] != NAMES[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the exported functions: their indexes by name, in order. */
  public Map<String, Integer> exportedFunctions() throws NotAProgramException {
    Map<String, Integer> functions = new LinkedHashMap<>();
    BinaryReader in = section(SectionId.EXPORT);
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      String name = new String(in.sized(), UTF_8);
      int kind = in.octet();
      int index = in.u32();
      if (kind == FUNCTION) {
        functions.put(name, index);
      }
    }
    return functions;
  }

  /**
   * Returns the name of a function in the module's section of names.
   *
   * @return null if it has none, or if the section is damaged
   */
  public @Nullable String nameOf(int function) {
    try {
      return findName(function);
    } catch (NotAProgramException e) {
      return null;
    }
  }

  private @Nullable String findName(int function) throws NotAProgramException {
    for (RawSection section : sections) {
      if (isNames(section)) {
        BinaryReader in = new BinaryReader(section.contents());
        in.skip(NAMES.length);
        while (in.hasMore()) {
          int kind = in.octet();
          BinaryReader part = in.part();
          if (kind == 1) {
            return findName(part, function);
          }
        }
      }
    }
    return null;
  }

  private static @Nullable String findName(BinaryReader in, int function)
      throws NotAProgramException {
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      int index = in.u32();
      byte[] name = in.sized();
      if (index == function) {
        return NotAProgramException.shown(new String(name, UTF_8));
      }
    }
    return null;
  }
}
