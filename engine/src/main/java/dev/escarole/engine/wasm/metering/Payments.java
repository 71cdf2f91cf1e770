package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds where a function checks the fuel: at its loops, and if it defers what it pays, wherever it
 * could owe more than {@link #MOST} on any path. Without that, each call of a recursion could owe
 * as much as the function is long.
 */
final class Payments {

  /** What a call may owe, and what a function without calls may cost without a check. */
  static final int MOST = 1_024;

  private final BitSet places = new BitSet();
  private final List<Open> open = new ArrayList<>();

  /** The most that any path to the current instruction owes; 0 where no path leads. */
  private long owed;

  private final boolean defers;

  private Payments(boolean defers) {
    this.defers = defers;
  }

  /** Returns the instructions after which a block starts that checks the fuel. */
  static BitSet of(List<Instruction> code, BasicBlocks blocks, boolean defers) {
    Payments payments = new Payments(defers);
    payments.open.add(new Open(Op.BLOCK, 0));
    for (int i = 0; i < code.size(); i++) {
      payments.pass(code.get(i));
      if (blocks.begins.get(i)) {
        payments.begin(i, blocks.costs[i], code.get(i).opcode() == Op.LOOP);
      }
    }
    return payments.places;
  }

  private void begin(int position, long cost, boolean loop) {
    owed += cost;
    if (loop || (defers && owed > MOST)) {
      places.set(position);
      owed = 0;
    }
  }

  private void pass(Instruction instruction) {
    int opcode = instruction.opcode();
    for (int label : instruction.labels()) {
      open.get(open.size() - 1 - label).meet(owed);
    }
    if (Op.opens(opcode)) {
      open.add(new Open(opcode, owed));
    } else if (opcode == Op.ELSE) {
      owed = open.get(open.size() - 1).turn(owed);
    } else if (opcode == Op.END) {
      owed = open.remove(open.size() - 1).leave(owed);
    } else if (Op.isLast(opcode)) {
      owed = 0;
    }
  }

  private static final class Open {
    private final boolean loop;

    /** What is owed where the condition of an {@code if} without {@code else} is false. */
    private long skipped;

    private long atEnd;

    Open(int opcode, long owed) {
      this.loop = opcode == Op.LOOP;
      this.skipped = opcode == Op.IF ? owed : 0;
    }

    /** A branch to a loop continues at its start, which pays. */
    void meet(long owed) {
      atEnd = loop ? atEnd : Math.max(atEnd, owed);
    }

    long turn(long owed) {
      meet(owed);
      long before = skipped;
      skipped = 0;
      return before;
    }

    long leave(long owed) {
      return Math.max(owed, Math.max(skipped, atEnd));
    }
  }
}
