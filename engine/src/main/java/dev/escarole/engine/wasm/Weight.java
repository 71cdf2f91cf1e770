package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.ModuleFacts.FunctionFacts;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import dev.escarole.engine.wasm.metering.Op;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Adds up what it would cost to compile a module, function after function, in units of work: one is
 * about what one instruction costs. Confined to one thread.
 */
final class Weight {

  /** How many steps of walking or copying take as long as a unit of work. */
  private static final int STEPS = 4;

  /** Besides the locals and operands, a frame has some entries of its own. */
  private static final int FRAME = 8;

  /** What every module may cost, however small. */
  private static final long FREE = 1L << 23;

  /** What it costs to keep a local, in lists that are as long as there are locals. */
  private static final int LOCAL = 16;

  private final CompileLimits limits;
  private final int moduleBytes;
  private final long most;

  long work;
  long leastBytes;
  private long allLocals;

  /** What only the compiler does, but not where the function is interpreted. */
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

  /**
   * Returns if the work is not too much so far.
   *
   * @throws NotAProgramException with the limit's name otherwise
   */
  void check() throws NotAProgramException {
    if (work > most) {
      limits.check(CompileLimit.WORK, (work - FREE + moduleBytes - 1) / moduleBytes);
    }
  }

  /** Counts an instruction. */
  void add(boolean reached, int opcode) {
    work++;
    if (reached && !Op.isMarker(opcode) && opcode != Op.NOP) {
      leastBytes += Op.isCall(opcode) || (opcode >= 0x28 && opcode <= 0x40) ? 5 : 1;
    }
  }

  /** Counts a copy of so many operands, which the compiler keeps while a block is open. */
  void copy(long operands) {
    copies.push(operands);
    copied += operands;
    mostCopied = Math.max(mostCopied, copied);
  }

  /** The innermost block is closed. */
  void uncopy() {
    Long last = copies.poll();
    copied -= last == null ? 0 : last;
  }

  /** Counts a place where branches meet, with so many locals and operands. */
  void join(long entries) {
    cells += entries + FRAME;
    compilerWork += (entries + FRAME) / STEPS;
  }

  /**
   * Counts a branch.
   *
   * @param depth how many blocks it leaves
   * @param entries how many locals and operands there are
   * @param dropped how many operands lie above what its target begins with
   */
  void jump(int depth, long entries, long dropped) {
    work += depth / STEPS + 1;
    cells += dropped;
    compilerWork += (entries + FRAME) / STEPS + dropped;
  }

  /** Counts locals that a function declares. */
  void locals(int count) {
    allLocals += count;
    work += (long) LOCAL * count;
  }

  /** How many locals all functions declare. */
  long locals() {
    return allLocals;
  }

  /** Ends a function, and begins with the next. */
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
