package dev.escarole.engine.wasm.metering;

import java.util.ArrayList;
import java.util.List;

/** Splits a function's code into instructions. */
public final class InstructionReader {

  private final BinaryReader in;

  /** Reads from the position of the reader. */
  public InstructionReader(BinaryReader in) {
    this.in = in;
  }

  /** Reads the next instruction. */
  public Instruction next() throws NotAProgramException {
    int start = in.position();
    int opcode = in.opcode();
    int index = 0;
    List<Integer> labels = List.of();
    switch (opcode) {
      case Op.BR, Op.BR_IF, Op.BR_ON_NULL, Op.BR_ON_NON_NULL -> labels = List.of(in.u32());
      case Op.BR_TABLE -> labels = table();
      case Op.TRY_TABLE -> labels = catches();
      default -> index = in.skipOperands(opcode);
    }
    return new Instruction(opcode, start, in.position(), index, labels);
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

  /**
   * One instruction.
   *
   * @param opcode one byte, or prefix and number
   * @param end the start of the next one
   * @param index the last index among its operands, else 0
   * @param labels its branch targets, counted from the innermost block
   */
  public record Instruction(int opcode, int start, int end, int index, List<Integer> labels) {}
}
