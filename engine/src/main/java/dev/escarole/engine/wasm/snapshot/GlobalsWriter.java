package dev.escarole.engine.wasm.snapshot;

import com.dylibso.chicory.wasm.types.SectionId;
import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.Arrays;

/**
 * Writes globals with their values as constants. Those that never change keep their expressions,
 * which may be longer.
 */
final class GlobalsWriter {

  private static final int F32 = 0x7d;
  private static final int F64 = 0x7c;
  private static final int FUNCREF = 0x70;
  private static final int FUNC_HEAP = 0x70;
  private static final int NULLABLE = 0x63;
  private static final int NOT_NULL = 0x64;

  private final ModuleSections module;
  private final InstanceState state;

  GlobalsWriter(ModuleSections module, InstanceState state) {
    this.module = module;
    this.state = state;
  }

  byte[] globals() throws NotAProgramException {
    BinaryReader in = module.section(SectionId.GLOBAL);
    int count = in.u32();
    BinaryWriter out = new BinaryWriter().u32(count);
    for (int i = 0; i < count; i++) {
      int from = in.position();
      int type = in.octet();
      if (type == NULLABLE || type == NOT_NULL) {
        in.skipNumber();
      }
      byte[] bytes = in.slice(from, in.position());
      boolean mutable = in.octet() == 1;
      int expression = in.position();
      SnapshotWriter.skipExpression(in);
      out.bytes(bytes).octets(mutable ? 1 : 0);
      if (mutable) {
        value(out, bytes, state.globals()[i], i);
      } else {
        out.bytes(in.slice(expression, in.position()));
      }
    }
    return out.toBytes();
  }

  private static void value(BinaryWriter out, byte[] type, long value, int index)
      throws NotAProgramException {
    switch (type[0] & 0xff) {
      case Op.I32 -> {
        int low = (int) value;
        out.octets(Op.I32_CONST).s64(low);
      }
      case Op.I64 -> out.octets(Op.I64_CONST).s64(value);
      case F32 -> out.octets(Op.F32_CONST).bits(value, Float.BYTES);
      case F64 -> out.octets(Op.F64_CONST).bits(value, Double.BYTES);
      default -> reference(out, type, value, "global " + index);
    }
    out.octets(Op.END);
  }

  /**
   * Writes an instruction for a reference.
   *
   * @param type the type of references
   * @param where names its place in a refusal
   */
  static void reference(BinaryWriter out, byte[] type, long value, String where)
      throws NotAProgramException {
    boolean typed = (type[0] & 0xff) == NULLABLE || (type[0] & 0xff) == NOT_NULL;
    if ((int) value == InstanceState.NULL) {
      out.octets(Op.REF_NULL);
      out.bytes(typed ? Arrays.copyOfRange(type, 1, type.length) : type);
    } else if ((type[0] & 0xff) == FUNCREF || (typed && isOfFunctions(type))) {
      out.indexed(Op.REF_FUNC, (int) value);
    } else {
      throw new NotAProgramException(
          "holds a reference to something outside its memory in " + where);
    }
  }

  /** Types by index are functions: no module with other types is accepted. */
  private static boolean isOfFunctions(byte[] type) {
    int heap = type[1] & 0xff;
    return heap == FUNC_HEAP || heap < 0x40 || heap >= 0x80;
  }
}
