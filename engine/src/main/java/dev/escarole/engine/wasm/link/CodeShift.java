package dev.escarole.engine.wasm.link;

import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.InstructionReader;
import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;

/**
 * Rewrites function bodies for a module in which functions, types, globals and tables have other
 * indexes. Immutable.
 */
final class CodeShift {

  private static final int FIRST_NUMBERED_PREFIX = 0xfc08;
  private static final int LAST_NUMBERED_PREFIX = 0xfc11;

  private final int[] functions;
  private final int types;
  private final int globals;
  private final int tables;

  /**
   * @param functions the new index of each function
   * @param types what is added to indexes of types; likewise for globals and tables
   */
  CodeShift(int[] functions, int types, int globals, int tables) {
    this.functions = functions.clone();
    this.types = types;
    this.globals = globals;
    this.tables = tables;
  }

  int function(int index) throws NotAProgramException {
    if (index >= functions.length) {
      throw NotAProgramException.invalid("unknown function " + index);
    }
    return functions[index];
  }

  /** Returns a body, without its size. */
  byte[] body(byte[] body) throws NotAProgramException {
    BinaryReader in = new BinaryReader(body);
    int groups = in.count();
    for (int i = 0; i < groups; i++) {
      in.skipNumber();
      in.skipNumber();
    }
    BinaryWriter out = new BinaryWriter().bytes(body, 0, in.position());
    InstructionReader code = new InstructionReader(in);
    // Most instructions stay as they are, and are copied together.
    int copied = in.position();
    while (in.hasMore()) {
      Instruction each = code.next();
      if (isChanged(each, body)) {
        out.bytes(body, copied, each.start());
        write(each, body, out);
        copied = each.end();
      }
    }
    return out.bytes(body, copied, body.length).toBytes();
  }

  private boolean isChanged(Instruction each, byte[] body) throws NotAProgramException {
    return switch (each.opcode()) {
      case Op.CALL, Op.RETURN_CALL, Op.REF_FUNC -> true;
      case Op.GLOBAL_GET, Op.GLOBAL_SET -> globals > 0;
      case Op.CALL_INDIRECT, Op.RETURN_CALL_INDIRECT -> types > 0 || tables > 0;
      default -> {
        mustBeMovable(each, body);
        yield false;
      }
    };
  }

  private void write(Instruction each, byte[] body, BinaryWriter out) throws NotAProgramException {
    switch (each.opcode()) {
      case Op.GLOBAL_GET, Op.GLOBAL_SET -> out.indexed(each.opcode(), each.index() + globals);
      case Op.CALL_INDIRECT, Op.RETURN_CALL_INDIRECT -> {
        BinaryReader operands = new BinaryReader(body);
        operands.skip(each.start() + 1);
        out.indexed(each.opcode(), operands.u32() + types).u32(operands.u32() + tables);
      }
      default -> out.indexed(each.opcode(), function(each.index()));
    }
  }

  /** What a compiler of C does not write is refused where other indexes would be in it. */
  private void mustBeMovable(Instruction each, byte[] body) throws NotAProgramException {
    int opcode = each.opcode();
    boolean opens = opcode == Op.BLOCK || opcode == Op.LOOP || opcode == Op.IF;
    int operand = opens ? body[each.start() + 1] & 0xff : 0;
    boolean hasTypeIndex = opens && (operand < Op.NO_VALUE || operand >= 0x80);
    boolean usesSegmentsOrTables =
        opcode >= FIRST_NUMBERED_PREFIX
            && opcode <= LAST_NUMBERED_PREFIX
            && opcode != Op.MEMORY_COPY
            && opcode != Op.MEMORY_FILL;
    if ((types > 0 && hasTypeIndex) || (tables > 0 && usesSegmentsOrTables)) {
      throw NotAProgramException.invalid(
          String.format("a harness with the instruction 0x%02x", opcode));
    }
  }
}
