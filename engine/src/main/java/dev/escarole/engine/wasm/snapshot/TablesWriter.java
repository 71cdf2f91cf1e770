package dev.escarole.engine.wasm.snapshot;

import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes tables and element segments. If no table has changed and no segment was dropped, the
 * segments stay as they are. Otherwise segments that are used up become declarations at the same
 * index, which keeps what code may refer to, and each table's entries are a segment behind them.
 */
final class TablesWriter {

  private static final int PASSIVE = 1;
  private static final int HAS_TABLE = 2;
  private static final int EXPRESSIONS = 4;
  private static final int DECLARED = 3;
  private static final int FUNCREF = 0x70;
  private static final int WITH_VALUE = 0x40;

  private final ModuleSections module;
  private final InstanceState state;
  private final List<byte[]> types = new ArrayList<>();
  private final BinaryWriter sized = new BinaryWriter();

  TablesWriter(ModuleSections module, InstanceState state) throws NotAProgramException {
    this.module = module;
    this.state = state;
    readTables();
  }

  private void readTables() throws NotAProgramException {
    BinaryReader in = module.section(SectionId.TABLE);
    int count = in.u32();
    sized.u32(count);
    for (int i = 0; i < count; i++) {
      int from = in.position();
      int first = in.octet();
      boolean hasValue = first == WITH_VALUE;
      if (hasValue) {
        in.skip(1);
        sized.octets(WITH_VALUE, 0);
        from = in.position();
        first = in.octet();
      }
      if (first == 0x63 || first == 0x64) {
        in.skipNumber();
      }
      byte[] type = in.slice(from, in.position());
      types.add(type);
      int flags = in.octet();
      in.skipNumber();
      sized.bytes(type).octets(flags).u32(state.tables().get(i).length);
      from = in.position();
      if ((flags & 1) != 0) {
        in.skipNumber();
      }
      if (hasValue) {
        SnapshotWriter.skipExpression(in);
      }
      sized.bytes(in.slice(from, in.position()));
    }
  }

  byte[] tables() {
    return sized.toBytes();
  }

  boolean hasNewSegments() {
    return state.tablesChanged() || !state.droppedElements().isEmpty();
  }

  byte[] segments() throws NotAProgramException {
    BinaryReader in = module.section(SectionId.ELEMENT);
    int count = in.u32();
    BinaryWriter out = new BinaryWriter().u32(count + types.size());
    for (int i = 0; i < count; i++) {
      segment(in, out, state.droppedElements().get(i));
    }
    for (int i = 0; i < types.size(); i++) {
      entries(out, i);
    }
    return out.toBytes();
  }

  /** Copies a passive segment; any other and a dropped one becomes a declaration. */
  private static void segment(BinaryReader in, BinaryWriter out, boolean dropped)
      throws NotAProgramException {
    int flags = in.u32();
    boolean active = (flags & PASSIVE) == 0;
    boolean expressions = (flags & EXPRESSIONS) != 0;
    if (active && (flags & HAS_TABLE) != 0) {
      in.skipNumber();
    }
    if (active) {
      SnapshotWriter.skipExpression(in);
    }
    byte[] type = {(byte) (expressions ? FUNCREF : 0)};
    if ((flags & DECLARED) != 0) {
      type = typeOf(in);
    }
    int from = in.position();
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      if (expressions) {
        SnapshotWriter.skipExpression(in);
      } else {
        in.skipNumber();
      }
    }
    boolean stays = (flags & DECLARED) == PASSIVE && !dropped;
    out.u32((stays ? PASSIVE : DECLARED) | (flags & EXPRESSIONS));
    out.bytes(type).bytes(in.slice(from, in.position()));
  }

  private static byte[] typeOf(BinaryReader in) throws NotAProgramException {
    int from = in.position();
    int first = in.octet();
    if (first == 0x63 || first == 0x64) {
      in.skipNumber();
    }
    return in.slice(from, in.position());
  }

  private void entries(BinaryWriter out, int table) throws NotAProgramException {
    int[] entries = state.tables().get(table);
    out.u32(HAS_TABLE | EXPRESSIONS).u32(table).octets(Op.I32_CONST, 0, Op.END);
    out.bytes(types.get(table)).u32(entries.length);
    for (int i = 0; i < entries.length; i++) {
      GlobalsWriter.reference(
          out, types.get(table), entries[i], "entry " + i + " of table " + table);
      out.octets(Op.END);
    }
  }
}
