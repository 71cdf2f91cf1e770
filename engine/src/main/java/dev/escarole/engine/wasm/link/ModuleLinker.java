package dev.escarole.engine.wasm.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.wasm.WasmWriter;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.link.ModuleParts.ImportedFunction;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Links a module with a harness. Imports of one from {@code env} that the other exports become
 * plain calls; others stay imports. The result exports the memory and what the harness exports
 * beyond that, has no custom sections, and is the same for the same two modules.
 *
 * <p>The module keeps its memory, and the harness's data comes behind it: the memory's size at the
 * start must not be known to the module as the end of its heap in any other way than by {@code
 * memory.size}. The harness keeps a table and a stack of its own.
 */
public final class ModuleLinker {

  private static final String BETWEEN = "env";
  private static final int PAGE = 1 << 16;
  private static final int FUNCTION = 0;
  private static final int MEMORY = 2;

  private final ModuleParts module;
  private final ModuleParts harness;
  private final List<ImportedFunction> imports = new ArrayList<>();
  private final int[] ofModule;
  private final int[] ofHarness;
  private final Map<Integer, byte[]> sections =
      new TreeMap<>((a, b) -> Integer.compare(MeteredModule.place(a), MeteredModule.place(b)));

  private ModuleLinker(ModuleParts module, ModuleParts harness) {
    this.module = module;
    this.harness = harness;
    this.ofModule = new int[module.imports.size() + module.functions.size()];
    this.ofHarness = new int[harness.imports.size() + harness.functions.size()];
  }

  /**
   * Links two modules.
   *
   * @throws NotAProgramException if they do not fit together, or are not valid; the message
   *     completes "the module cannot be linked: "
   */
  public static byte[] link(byte[] module, byte[] harness) throws NotAProgramException {
    return new ModuleLinker(new ModuleParts(module), new ModuleParts(harness)).link();
  }

  private byte[] link() throws NotAProgramException {
    mustFit();
    place();
    CodeShift first = new CodeShift(ofModule, 0, 0, 0);
    CodeShift second =
        new CodeShift(
            ofHarness,
            module.types.size(),
            module.count(SectionId.GLOBAL),
            module.count(SectionId.TABLE));
    sections.put(SectionId.TYPE, both(SectionId.TYPE));
    sections.put(SectionId.IMPORT, imports());
    sections.put(SectionId.FUNCTION, functions());
    sections.put(SectionId.TABLE, both(SectionId.TABLE));
    sections.put(SectionId.MEMORY, memory());
    sections.put(SectionId.GLOBAL, both(SectionId.GLOBAL));
    sections.put(SectionId.EXPORT, exports(second));
    putStart(second);
    sections.put(SectionId.ELEMENT, elements(first, second));
    if (module.has(SectionId.DATA_COUNT) || harness.has(SectionId.DATA_COUNT)) {
      int count = module.count(SectionId.DATA) + harness.count(SectionId.DATA);
      sections.put(SectionId.DATA_COUNT, new BinaryWriter().u32(count).toBytes());
    }
    sections.put(SectionId.CODE, code(first, second));
    sections.put(SectionId.DATA, both(SectionId.DATA));
    WasmWriter out = new WasmWriter();
    sections.forEach(out::writeSection);
    return out.bytes();
  }

  private void mustFit() throws NotAProgramException {
    if (module.importsMemory || !harness.importsMemory) {
      throw new NotAProgramException("the module must have a memory, and its harness import it");
    }
    BinaryReader in = harness.section(SectionId.DATA);
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      if (in.u32() != 0 || in.octet() != Op.I32_CONST) {
        throw NotAProgramException.invalid("a harness whose data is not placed");
      }
      int at = signed(in);
      in.skip(1);
      byte[] unused = in.sized();
      if (Integer.toUnsignedLong(at) < (long) module.pages * PAGE) {
        throw new NotAProgramException(
            "its memory begins with %d pages, of which its harness needs the end: another version?"
                .formatted(module.pages));
      }
    }
  }

  private static int signed(BinaryReader in) throws NotAProgramException {
    int from = in.position();
    in.skipNumber();
    byte[] number = in.slice(from, in.position());
    long value = 0;
    for (int i = 0; i < number.length; i++) {
      value |= (long) (number[i] & 0x7f) << (7 * i);
    }
    return (int) value;
  }

  /** Decides the new index of every function. */
  private void place() throws NotAProgramException {
    List<Integer> linkedOfModule = keptImports(module, harness, ofModule, 0);
    List<Integer> linkedOfHarness = keptImports(harness, module, ofHarness, module.types.size());
    int next = imports.size();
    for (int i = module.imports.size(); i < ofModule.length; i++) {
      ofModule[i] = next++;
    }
    for (int i = harness.imports.size(); i < ofHarness.length; i++) {
      ofHarness[i] = next++;
    }
    for (int each : linkedOfModule) {
      ofModule[each] = target(module.imports.get(each), harness, ofHarness);
    }
    for (int each : linkedOfHarness) {
      ofHarness[each] = target(harness.imports.get(each), module, ofModule);
    }
  }

  /** Returns the imports that the other module exports; the others stay imports. */
  private List<Integer> keptImports(
      ModuleParts own, ModuleParts other, int[] indexes, int firstType)
      throws NotAProgramException {
    List<Integer> linked = new ArrayList<>();
    for (int i = 0; i < own.imports.size(); i++) {
      ImportedFunction each = own.imports.get(i);
      byte[] type = own.typeOf(i);
      Integer exported = each.module().equals(BETWEEN) ? other.exports.get(each.name()) : null;
      if (exported == null) {
        indexes[i] = kept(each, type, firstType);
      } else if (exported < other.imports.size()) {
        throw NotAProgramException.invalid(each.name() + " is exported and imported");
      } else if (!Arrays.equals(type, other.typeOf(exported))) {
        throw new NotAProgramException(
            NotAProgramException.shown(each.name()) + " has another type in its harness");
      } else {
        linked.add(i);
      }
    }
    return linked;
  }

  private int kept(ImportedFunction each, byte[] type, int firstType) {
    for (int i = 0; i < imports.size(); i++) {
      ImportedFunction other = imports.get(i);
      if (other.module().equals(each.module())
          && other.name().equals(each.name())
          && Arrays.equals(type(other.type()), type)) {
        return i;
      }
    }
    imports.add(new ImportedFunction(each.module(), each.name(), each.type() + firstType));
    return imports.size() - 1;
  }

  private byte[] type(int index) {
    int own = index - module.types.size();
    return own < 0 ? module.types.get(index) : harness.types.get(own);
  }

  private static int target(ImportedFunction wanted, ModuleParts from, int[] indexes) {
    // Found before, and its type as well.
    return indexes[Objects.requireNonNull(from.exports.get(wanted.name()))];
  }

  /** The entries of both, one after the other. */
  private byte[] both(int id) throws NotAProgramException {
    BinaryReader first = module.section(id);
    BinaryReader second = harness.section(id);
    return new BinaryWriter()
        .u32(first.u32() + second.u32())
        .bytes(first.rest())
        .bytes(second.rest())
        .toBytes();
  }

  private byte[] imports() {
    BinaryWriter out = new BinaryWriter().u32(imports.size());
    for (ImportedFunction each : imports) {
      out.sized(each.module().getBytes(UTF_8)).sized(each.name().getBytes(UTF_8));
      out.octets(FUNCTION).u32(each.type());
    }
    return out.toBytes();
  }

  private byte[] functions() {
    BinaryWriter out = new BinaryWriter();
    out.u32(module.functions.size() + harness.functions.size());
    module.functions.forEach(out::u32);
    harness.functions.forEach(type -> out.u32(type + module.types.size()));
    return out.toBytes();
  }

  private byte[] memory() throws NotAProgramException {
    BinaryReader in = module.section(SectionId.MEMORY);
    BinaryWriter out = new BinaryWriter().u32(in.u32()).octets(in.octet());
    in.skipNumber();
    return out.u32(Math.max(module.pages, harness.pages)).bytes(in.rest()).toBytes();
  }

  private byte[] exports(CodeShift second) throws NotAProgramException {
    List<String> names =
        harness.exports.keySet().stream()
            .filter(
                name ->
                    module.imports.stream()
                        .noneMatch(
                            each -> each.module().equals(BETWEEN) && each.name().equals(name)))
            .sorted()
            .toList();
    BinaryWriter out = new BinaryWriter().u32(names.size() + 1);
    out.sized("memory".getBytes(UTF_8)).octets(MEMORY, 0);
    for (String name : names) {
      int index = second.function(Objects.requireNonNull(harness.exports.get(name)));
      out.sized(name.getBytes(UTF_8)).octets(FUNCTION).u32(index);
    }
    return out.toBytes();
  }

  private void putStart(CodeShift second) throws NotAProgramException {
    if (module.has(SectionId.START)) {
      throw new NotAProgramException("it starts by itself");
    }
    if (harness.has(SectionId.START)) {
      int start = second.function(harness.section(SectionId.START).u32());
      sections.put(SectionId.START, new BinaryWriter().u32(start).toBytes());
    }
  }

  private byte[] elements(CodeShift first, CodeShift second) throws NotAProgramException {
    int tables = module.count(SectionId.TABLE);
    BinaryWriter out = new BinaryWriter();
    out.u32(module.count(SectionId.ELEMENT) + harness.count(SectionId.ELEMENT));
    segments(module, first, 0, out);
    segments(harness, second, tables, out);
    return out.toBytes();
  }

  private static void segments(ModuleParts from, CodeShift shift, int table, BinaryWriter out)
      throws NotAProgramException {
    BinaryReader in = from.section(SectionId.ELEMENT);
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      if (in.u32() != 0 || in.octet() != Op.I32_CONST) {
        throw new NotAProgramException("it fills a table in a way that cannot be linked");
      }
      int place = signed(in);
      in.skip(1);
      // Active, with the index of a table; then the kind: functions.
      out.u32(2).u32(table).octets(Op.I32_CONST).s64(place).octets(Op.END, FUNCTION);
      int functions = in.count();
      out.u32(functions);
      for (int each = 0; each < functions; each++) {
        out.u32(shift.function(in.u32()));
      }
    }
  }

  private byte[] code(CodeShift first, CodeShift second) throws NotAProgramException {
    BinaryWriter out = new BinaryWriter();
    out.u32(module.count(SectionId.CODE) + harness.count(SectionId.CODE));
    bodies(module, first, out);
    bodies(harness, second, out);
    return out.toBytes();
  }

  private static void bodies(ModuleParts from, CodeShift shift, BinaryWriter out)
      throws NotAProgramException {
    BinaryReader in = from.section(SectionId.CODE);
    int count = in.count();
    for (int i = 0; i < count; i++) {
      out.sized(shift.body(in.sized()));
    }
  }
}
