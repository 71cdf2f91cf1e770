package dev.escarole.engine.wasm.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dylibso.chicory.wasm.WasmWriter;
import com.dylibso.chicory.wasm.types.RawSection;
import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a module whose new instances are in the state of an instance. Types, imports, functions
 * and code are the same, and so are indexes of all kinds. It has no start section, and of the
 * custom sections only the names. Equal arguments give equal bytes.
 */
public final class SnapshotWriter {

  private static final int PASSIVE = 1;

  /** A passive segment without bytes, which is what is left of a dropped one. */
  private static final byte[] DROPPED = {PASSIVE, 0};

  private final ModuleSections module;
  private final InstanceState state;
  private final ExportChanges exports;

  private SnapshotWriter(ModuleSections module, InstanceState state, ExportChanges exports) {
    this.module = module;
    this.state = state;
    this.exports = exports;
  }

  /**
   * Writes a snapshot.
   *
   * @param module a valid module with one memory and no imports but functions
   * @throws NotAProgramException if the state cannot be written in a module; the message completes
   *     "the program"
   */
  public static byte[] write(ModuleSections module, InstanceState state, ExportChanges exports)
      throws NotAProgramException {
    return new SnapshotWriter(module, state, exports).write();
  }

  private byte[] write() throws NotAProgramException {
    Map<Integer, byte[]> sections = new TreeMap<>(Comparator.comparingInt(MeteredModule::place));
    for (RawSection section : module.all()) {
      if (section.sectionId() != SectionId.CUSTOM && section.sectionId() != SectionId.START) {
        sections.put(section.sectionId(), section.contents());
      }
    }
    TablesWriter tables = new TablesWriter(module, state);
    if (module.has(SectionId.TABLE)) {
      sections.put(SectionId.TABLE, tables.tables());
    }
    if (tables.hasNewSegments()) {
      sections.put(SectionId.ELEMENT, tables.segments());
    }
    sections.put(SectionId.MEMORY, memory());
    sections.put(SectionId.GLOBAL, new GlobalsWriter(module, state).globals());
    sections.put(SectionId.EXPORT, exports());
    putData(sections);
    WasmWriter out = new WasmWriter();
    sections.forEach(out::writeSection);
    module.all().stream().filter(ModuleSections::isNames).forEach(out::writeSection);
    return out.bytes();
  }

  private byte[] memory() throws NotAProgramException {
    BinaryReader in = module.section(SectionId.MEMORY);
    BinaryWriter out = new BinaryWriter().u32(in.u32()).octets(in.octet());
    in.skipNumber();
    return out.u32(state.pages()).bytes(in.rest()).toBytes();
  }

  private byte[] exports() throws NotAProgramException {
    BinaryReader in = module.section(SectionId.EXPORT);
    int count = in.u32();
    int kept = 0;
    BinaryWriter out = new BinaryWriter();
    for (int i = 0; i < count; i++) {
      String name = new String(in.sized(), UTF_8);
      int kind = in.octet();
      int index = in.u32();
      String shown = exports.renamed().getOrDefault(name, name);
      boolean replaced = shown.equals(name) && exports.renamed().containsValue(name);
      if (!replaced && !exports.removed().contains(name)) {
        out.sized(shown.getBytes(UTF_8)).octets(kind).u32(index);
        kept++;
      }
    }
    return new BinaryWriter().u32(kept).bytes(out.toBytes()).toBytes();
  }

  /**
   * Code can only refer to data segments if the module counts them beforehand. Those that it may
   * refer to keep their indexes.
   */
  private void putData(Map<Integer, byte[]> sections) throws NotAProgramException {
    BinaryWriter out = new BinaryWriter();
    ImageSegments image = ImageSegments.of(state.memory());
    int kept = module.has(SectionId.DATA_COUNT) ? keepSegments(out) : 0;
    int count = kept + image.count();
    out.bytes(image.bytes());
    if (module.has(SectionId.DATA_COUNT)) {
      sections.put(SectionId.DATA_COUNT, new BinaryWriter().u32(count).toBytes());
    }
    sections.put(SectionId.DATA, new BinaryWriter().u32(count).bytes(out.toBytes()).toBytes());
  }

  private int keepSegments(BinaryWriter out) throws NotAProgramException {
    BinaryReader in = module.section(SectionId.DATA);
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      int mode = in.u32();
      if (mode == PASSIVE) {
        byte[] data = in.sized();
        if (state.droppedData().get(i)) {
          out.bytes(DROPPED);
        } else {
          out.u32(PASSIVE).sized(data);
        }
      } else {
        if (mode != 0) {
          in.skipNumber();
        }
        skipExpression(in);
        byte[] unused = in.sized();
        // An active segment is dropped as soon as it is written.
        out.bytes(DROPPED);
      }
    }
    return count;
  }

  static void skipExpression(BinaryReader in) throws NotAProgramException {
    for (int opcode = in.opcode(); opcode != Op.END; opcode = in.opcode()) {
      int unused = in.skipOperands(opcode);
    }
  }
}
