package dev.escarole.engine.wasm.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.types.RawSection;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What linking needs to know of one module. Not thread-safe. */
final class ModuleParts {

  private static final byte[] NOTHING = {0};
  private static final int FUNCTION = 0;
  private static final int MEMORY = 2;

  /** An imported function. */
  record ImportedFunction(String module, String name, int type) {}

  private final Map<Integer, byte[]> sections = new HashMap<>();

  /** Each type as it is encoded. */
  final List<byte[]> types = new ArrayList<>();

  final List<ImportedFunction> imports = new ArrayList<>();

  /** Types of the functions with code, by their indexes in {@link #types}. */
  final List<Integer> functions = new ArrayList<>();

  /** Indexes of the exported functions, those of imports included. */
  final Map<String, Integer> exports = new HashMap<>();

  /** Pages of the memory that the module has or imports at the start; 0 without one. */
  int pages;

  /** Whether the memory is imported. */
  boolean importsMemory;

  ModuleParts(byte[] module) throws NotAProgramException {
    List<RawSection> raw = new ArrayList<>();
    try {
      Parser.parseWithoutDecoding(module, section -> raw.add((RawSection) section));
    } catch (RuntimeException e) {
      throw new NotAProgramException("it is not a WebAssembly module: " + e.getMessage());
    }
    for (RawSection section : raw) {
      if (section.sectionId() != SectionId.CUSTOM
          && sections.put(section.sectionId(), section.contents()) != null) {
        throw NotAProgramException.invalid("a section is there twice");
      }
    }
    readTypes();
    readImports();
    readFunctions();
    readMemory();
    readExports();
  }

  BinaryReader section(int id) {
    return new BinaryReader(sections.getOrDefault(id, NOTHING));
  }

  boolean has(int id) {
    return sections.containsKey(id);
  }

  /** Returns the number of entries of a section. */
  int count(int id) throws NotAProgramException {
    return section(id).u32();
  }

  /** Returns the encoded type of a function, imported or not. */
  byte[] typeOf(int function) throws NotAProgramException {
    int own = function - imports.size();
    if (function < 0 || own >= functions.size()) {
      throw NotAProgramException.invalid("unknown function " + function);
    }
    int type = own < 0 ? imports.get(function).type() : functions.get(own);
    if (type >= types.size()) {
      throw NotAProgramException.invalid("unknown type " + type);
    }
    return types.get(type);
  }

  private void readTypes() throws NotAProgramException {
    BinaryReader in = section(SectionId.TYPE);
    int count = in.count();
    for (int i = 0; i < count; i++) {
      int from = in.position();
      if (in.octet() != 0x60) {
        throw new NotAProgramException("it uses garbage-collected types");
      }
      in.skip(in.u32());
      in.skip(in.u32());
      types.add(in.slice(from, in.position()));
    }
  }

  private void readImports() throws NotAProgramException {
    BinaryReader in = section(SectionId.IMPORT);
    int count = in.count();
    for (int i = 0; i < count; i++) {
      String module = new String(in.sized(), UTF_8);
      String name = new String(in.sized(), UTF_8);
      int kind = in.octet();
      if (kind == FUNCTION) {
        imports.add(new ImportedFunction(module, name, in.u32()));
      } else if (kind == MEMORY && !importsMemory) {
        importsMemory = true;
        readLimits(in);
      } else {
        throw new NotAProgramException("it imports more than functions and one memory");
      }
    }
  }

  private void readFunctions() throws NotAProgramException {
    BinaryReader in = section(SectionId.FUNCTION);
    int count = in.count();
    for (int i = 0; i < count; i++) {
      functions.add(in.u32());
    }
  }

  private void readMemory() throws NotAProgramException {
    BinaryReader in = section(SectionId.MEMORY);
    int count = in.u32();
    if (count + (importsMemory ? 1 : 0) != 1) {
      throw new NotAProgramException("it must have one memory");
    }
    if (count == 1) {
      readLimits(in);
    }
  }

  private void readLimits(BinaryReader in) throws NotAProgramException {
    int flags = in.octet();
    if (flags > 1) {
      throw new NotAProgramException("its memory is shared or has addresses of 64 bits");
    }
    pages = in.u32();
    if (flags == 1) {
      in.skipNumber();
    }
  }

  private void readExports() throws NotAProgramException {
    BinaryReader in = section(SectionId.EXPORT);
    int count = in.count();
    for (int i = 0; i < count; i++) {
      String name = new String(in.sized(), UTF_8);
      int kind = in.octet();
      int index = in.u32();
      if (kind == FUNCTION) {
        exports.put(name, index);
      }
    }
  }
}
