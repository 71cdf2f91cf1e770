package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The basic blocks of a function and their costs. A block ends where the code branches or branches
 * meet; a call does not end it, so the code after a call is paid before it. In a large function a
 * conditional branch does not end it either, and what follows is paid also if it branches. Each
 * instruction costs 1, structural ones and those without effect 0.
 */
final class BasicBlocks {

  private final List<Instruction> code;
  private final boolean large;

  /** The instructions after which a block starts. */
  final BitSet begins = new BitSet();

  /** The {@code end}s that are branch targets. */
  private final BitSet joined = new BitSet();

  /** Cost of the block that starts after each instruction; the function's first block is last. */
  final long[] costs;

  /** The instructions after which a block starts that checks the fuel. */
  final BitSet checks;

  /** Whether the end of the function is a branch target. */
  boolean exitJoined;

  BasicBlocks(List<Instruction> code, boolean large) throws NotAProgramException {
    this.code = code;
    this.large = large;
    this.costs = new long[code.size() + 1];
    findJoins();
    addCosts();
    this.checks = Payments.of(code, this, large);
  }

  /** Whether the function is long enough to check the fuel when it is called. */
  boolean isLong() {
    return LongStream.of(costs).sum() > Payments.MOST;
  }

  private void findJoins() throws NotAProgramException {
    List<Open> open = new ArrayList<>();
    Open function = new Open(Op.BLOCK);
    open.add(function);
    for (int i = 0; i < code.size(); i++) {
      Instruction instruction = code.get(i);
      for (int label : instruction.labels()) {
        target(open, label).joined = true;
      }
      if (Op.opens(instruction.opcode())) {
        open.add(new Open(instruction.opcode()));
      } else if (instruction.opcode() == Op.END) {
        joined.set(i, open.remove(open.size() - 1).meetsAtEnd());
      }
    }
    exitJoined = function.joined;
  }

  private static Open target(List<Open> open, int label) throws NotAProgramException {
    if (label >= open.size()) {
      throw NotAProgramException.invalid("unknown label " + label);
    }
    return open.get(open.size() - 1 - label);
  }

  private void addCosts() {
    int block = code.size();
    boolean reached = true;
    for (int i = 0; i < code.size(); i++) {
      int opcode = code.get(i).opcode();
      if (reached && !Op.isMarker(opcode)) {
        costs[block]++;
      }
      if (Op.isLast(opcode)) {
        reached = false;
      } else if (opensBlock(i, opcode, reached)) {
        begins.set(i);
        block = i;
        reached = true;
      }
    }
  }

  private boolean opensBlock(int position, int opcode, boolean reached) {
    return switch (opcode) {
      case Op.LOOP, Op.IF, Op.ELSE -> true;
      case Op.END -> !reached || joined.get(position);
      default -> !large && Op.isConditionalBranch(opcode);
    };
  }

  private static final class Open {
    private final int opcode;
    private boolean joined;

    Open(int opcode) {
      this.opcode = opcode;
    }

    /** Branches to a loop continue at its start; both arms of an if meet at its end. */
    boolean meetsAtEnd() {
      return opcode == Op.IF || (joined && opcode != Op.LOOP);
    }
  }
}
