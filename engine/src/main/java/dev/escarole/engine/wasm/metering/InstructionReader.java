package dev.escarole.engine.wasm.metering;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a function's code into instructions. Unknown instructions are refused because their length
 * is unknown. Confined to one thread.
 */
final class InstructionReader {

  private final BinaryReader in;

  InstructionReader(BinaryReader in) {
    this.in = in;
  }

  Instruction next() throws NotAProgramException {
    int start = in.position();
    int opcode = in.octet();
    if (opcode >= 0xfc) {
      int number = in.u32();
      if (opcode == 0xff || number > 0xfff) {
        throw unknown(opcode);
      }
      int both = (opcode == 0xfd ? 0xfd000 : opcode << 8) | number;
      skipPrefixed(opcode, number);
      return new Instruction(both, start, in.position(), 0, List.of());
    }
    return plain(opcode, start);
  }

  private Instruction plain(int opcode, int start) throws NotAProgramException {
    int index = 0;
    List<Integer> labels = List.of();
    switch (opcode) {
      case Op.BLOCK, Op.LOOP, Op.IF -> in.skipBlockType();
      case Op.TRY_TABLE -> labels = catches();
      case Op.BR, Op.BR_IF, Op.BR_ON_NULL, Op.BR_ON_NON_NULL -> labels = List.of(in.u32());
      case Op.BR_TABLE -> labels = table();
      case Op.SELECT_TYPED -> skipTypes();
      case Op.CALL_INDIRECT, Op.RETURN_CALL_INDIRECT -> {
        index = in.u32();
        in.skipNumber();
      }
      // Their only operand is an index: of a tag, function, type, local, global, table or memory.
      case Op.THROW, Op.CALL, Op.RETURN_CALL, Op.CALL_REF, Op.RETURN_CALL_REF, Op.REF_FUNC ->
          index = in.u32();
      case 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40 -> index = in.u32();
      case 0x41, Op.I64_CONST, 0xd0 -> in.skipNumber();
      case 0x43 -> in.skip(4);
      case 0x44 -> in.skip(8);
      default -> skipOther(opcode);
    }
    return new Instruction(opcode, start, in.position(), index, labels);
  }

  private void skipOther(int opcode) throws NotAProgramException {
    if (opcode >= 0x28 && opcode <= 0x3e) {
      skipAddress();
    } else if (!isBare(opcode)) {
      throw unknown(opcode);
    }
  }

  /** Has no immediate operands. */
  private static boolean isBare(int opcode) {
    return switch (opcode) {
      case Op.UNREACHABLE, 0x01, Op.ELSE, Op.THROW_REF, Op.END, Op.RETURN, Op.DROP, Op.SELECT ->
          true;
      case 0xd1, 0xd3, 0xd4 -> true;
      default -> opcode >= 0x45 && opcode <= 0xc4;
    };
  }

  private void skipPrefixed(int prefix, int number) throws NotAProgramException {
    switch (prefix) {
      case 0xfc -> skipBulk(number);
      case 0xfd -> skipVector(number);
      default -> skipAtomic(number);
    }
  }

  /** Saturating conversions and bulk instructions. */
  private void skipBulk(int number) throws NotAProgramException {
    switch (number) {
      case 0, 1, 2, 3, 4, 5, 6, 7 -> {}
      case 9, 11, 13, 15, 16, 17 -> in.skipNumber();
      case 8, 10, 12, 14 -> {
        in.skipNumber();
        in.skipNumber();
      }
      default -> throw unknown(0xfc);
    }
  }

  private void skipVector(int number) throws NotAProgramException {
    if (number <= 11 || number == 92 || number == 93) {
      skipAddress();
    } else if (number == 12 || number == 13) {
      in.skip(16);
    } else if (number >= 21 && number <= 34) {
      in.skip(1);
    } else if (number >= 84 && number <= 91) {
      skipAddress();
      in.skip(1);
    } else if (number > 0x113) {
      throw unknown(0xfd);
    }
  }

  private void skipAtomic(int number) throws NotAProgramException {
    if (number == 3) {
      in.skip(1);
    } else if (number <= 2 || (number >= 0x10 && number <= 0x4e)) {
      skipAddress();
    } else {
      throw unknown(0xfe);
    }
  }

  /** An alignment, which may announce a memory index, and an offset. */
  private void skipAddress() throws NotAProgramException {
    if (in.u32() >= 0x40) {
      in.skipNumber();
    }
    in.skipNumber();
  }

  private void skipTypes() throws NotAProgramException {
    int count = in.u32();
    for (int i = 0; i < count; i++) {
      in.skipValueType();
    }
  }

  private List<Integer> table() throws NotAProgramException {
    int count = in.u32();
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i <= count; i++) {
      labels.add(in.u32());
    }
    return labels;
  }

  private List<Integer> catches() throws NotAProgramException {
    in.skipBlockType();
    int count = in.u32();
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kind = in.octet();
      if (kind <= 1) {
        in.skipNumber();
      }
      labels.add(in.u32());
    }
    return labels;
  }

  private static NotAProgramException unknown(int opcode) {
    return new NotAProgramException(
        String.format("it is not a WebAssembly program: unknown instruction 0x%02x", opcode));
  }

  /**
   * An instruction in a function's code.
   *
   * @param opcode one byte, or prefix and number
   * @param start its start
   * @param end the start of the next one
   * @param index the index in its first operand, else 0
   * @param labels its branch targets, counted from the innermost block
   */
  record Instruction(int opcode, int start, int end, int index, List<Integer> labels) {}
}
