package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts.FunctionFacts;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates the cost of compiling a module, function by function, in units of work of about one
 * instruction.
 */
final class Weight {

  /** Steps of walking or copying per unit of work. */
  private static final int STEPS = 4;

  /** Fixed entries of a frame besides locals and operands. */
  private static final int FRAME = 8;

  /** Allowance of every module, however small. */
  private static final long FREE = 1L << 23;

  /** Cost of a local in lists of all locals. */
  private static final int LOCAL = 16;

  private final CompileLimits limits;
  private final int moduleBytes;
  private final long most;

  long work;
  long leastBytes;
  private long allLocals;

  /** Work of the compiler that is not done for interpreted functions. */
  private long compilerWork;

  private long cells;
  private long copied;
  private long mostCopied;
  private final Deque<Long> copies = new ArrayDeque<>();

  Weight(CompileLimits limits, int moduleBytes) {
    this.limits = limits;
    this.moduleBytes = Math.max(1, moduleBytes);
    long perByte = Math.min(limits.most(CompileLimit.WORK), Integer.MAX_VALUE);
    this.most = FREE + perByte * this.moduleBytes;
  }

  void check() throws NotAProgramException {
    if (work > most) {
      limits.check(CompileLimit.WORK, (work - FREE + moduleBytes - 1) / moduleBytes);
    }
  }

  void add(boolean reached, int opcode) {
    work++;
    if (reached && !Op.isMarker(opcode)) {
      leastBytes += Op.isCall(opcode) || (opcode >= 0x28 && opcode <= 0x40) ? 5 : 1;
    }
  }

  /** Counts a copy of operands, which the compiler keeps while a block is open. */
  void copy(long operands) {
    copies.push(operands);
    copied += operands;
    mostCopied = Math.max(mostCopied, copied);
  }

  void uncopy() {
    Long last = copies.poll();
    copied -= last == null ? 0 : last;
  }

  /** Counts a merge point of branches with this many locals and operands. */
  void join(long entries) {
    cells += entries + FRAME;
    compilerWork += (entries + FRAME) / STEPS;
  }

  /**
   * @param depth the number of blocks that it leaves
   * @param entries the number of locals and operands
   * @param dropped the number of operands above its target's stack height
   */
  void jump(int depth, long entries, long dropped) {
    work += depth / STEPS + 1;
    cells += dropped;
    compilerWork += (entries + FRAME) / STEPS + dropped;
  }

  void locals(int count) {
    allLocals += count;
    work += (long) LOCAL * count;
  }

  long locals() {
    return allLocals;
  }

  /** Ends a function and starts the next. */
  FunctionFacts found() throws NotAProgramException {
    int least = (int) Math.min(leastBytes, Integer.MAX_VALUE);
    FunctionFacts facts = new FunctionFacts(least, cells + mostCopied);
    work += facts.surelyTooLarge() ? 0 : compilerWork;
    leastBytes = 0;
    compilerWork = 0;
    cells = 0;
    copied = 0;
    mostCopied = 0;
    copies.clear();
    check();
    return facts;
  }
}
