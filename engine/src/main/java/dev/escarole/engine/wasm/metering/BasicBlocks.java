package dev.escarole.engine.wasm.metering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Where the basic blocks of a function begin and what each of them costs. A block ends where the
 * code branches or where branches meet; a call does not end it, so what follows a call is paid for
 * before it.
 *
 * <p>Each instruction costs 1, what only shapes the code nothing. Confined to one thread.
 */
final class BasicBlocks {

  private final List<Instruction> code;

  /** The instructions after which a block begins. */
  private final BitSet begins = new BitSet();

  /** The {@code end}s that something branches to. */
  private final BitSet joined = new BitSet();

  /** What the block that begins after each instruction costs; the function's first is last. */
  private final long[] costs;

  private boolean exitJoined;

  BasicBlocks(List<Instruction> code) throws NotAProgramException {
    this.code = code;
    this.costs = new long[code.size() + 1];
    findJoins();
    addCosts();
  }

  /** Whether something branches to the end of the function. */
  boolean exitIsJoined() {
    return exitJoined;
  }

  /** What the function's first block costs. */
  long costAtEntry() {
    return costs[code.size()];
  }

  /** Whether a block begins after this instruction. */
  boolean beginsAfter(int position) {
    return begins.get(position);
  }

  /** What the block costs that begins after this instruction. */
  long costAfter(int position) {
    return costs[position];
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
      throw new NotAProgramException("it is no WebAssembly program: unknown label " + label);
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
      default -> Op.isConditionalBranch(opcode);
    };
  }

  /** Something that has been opened and not closed yet. */
  private static final class Open {
    private final int opcode;
    private boolean joined;

    Open(int opcode) {
      this.opcode = opcode;
    }

    /** What branches to a loop goes on at its beginning; both ways of an if meet at its end. */
    boolean meetsAtEnd() {
      return opcode == Op.IF || (joined && opcode != Op.LOOP);
    }
  }
}
