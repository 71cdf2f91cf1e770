package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.Account.Mode;
import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import dev.escarole.engine.wasm.metering.MeteredModule.FunctionShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Rewrites one function so that it meters its execution. The remaining slice of fuel is kept in a
 * local, from which each basic block subtracts its cost when it starts; it is in the global while
 * another function runs, and at the end. A loop checks it on each iteration, and a function that is
 * long or has calls checks it on entry, so that neither loops nor calls continue without fuel.
 */
final class MeteredFunction {

  /** Instructions from which a function may be too large for a method when it is metered. */
  private static final int LARGE = 10_000;

  private final byte[] body;
  private final FunctionShape shape;
  private final Meter meter;
  private final List<Instruction> code = new ArrayList<>();
  private final BinaryWriter out = new BinaryWriter();
  private int declaredLocals;

  /**
   * Indexes of the metering in the module.
   *
   * @param global the rest of the slice
   * @param check the function that takes another slice, or traps
   * @param imports the number of imported functions
   * @param throwsExceptions whether the module has exceptions
   */
  record Meter(int global, int check, int imports, boolean throwsExceptions) {

    /** Whether an instruction calls functions of the program, not only of the host. */
    boolean callsProgram(Instruction instruction) {
      boolean toHost = instruction.opcode() == Op.CALL && instruction.index() < imports;
      return Op.isCall(instruction.opcode()) && !toHost;
    }
  }

  private MeteredFunction(byte[] body, FunctionShape shape, Meter meter) {
    this.body = body;
    this.shape = shape;
    this.meter = meter;
  }

  static byte[] rewrite(byte[] body, FunctionShape shape, Meter meter) throws NotAProgramException {
    return new MeteredFunction(body, shape, meter).rewritten();
  }

  private byte[] rewritten() throws NotAProgramException {
    BinaryReader in = new BinaryReader(body);
    int groups = in.u32();
    int from = in.position();
    for (int i = 0; i < groups; i++) {
      declaredLocals = Math.addExact(declaredLocals, in.u32());
      in.skipValueType();
    }
    int to = in.position();
    readCode(in);
    BasicBlocks blocks = new BasicBlocks(code, isLarge());
    // After an exception no local is reliable, and several results would need a block type that the
    // module may not have.
    boolean direct =
        has(instruction -> instruction.opcode() == Op.TRY_TABLE)
            || (blocks.exitJoined && shape.results() > 1);
    Mode mode = direct ? Mode.DIRECT : isLarge() ? Mode.DEFERRED : Mode.LOCAL;
    out.u32(groups + 2).bytes(body, from, to);
    out.u32(1).octets(Op.I64).u32(mode == Mode.DEFERRED ? 2 : 1).octets(Op.I32);
    int firstLocal = shape.parameters() + declaredLocals;
    write(blocks, new Account(out, meter, mode, firstLocal), blocks.exitJoined && !direct);
    return out.toBytes();
  }

  /** An exception that passes a function which owes fuel would leave it unpaid. */
  private boolean isLarge() {
    return code.size() >= LARGE && !meter.throwsExceptions();
  }

  private void readCode(BinaryReader in) throws NotAProgramException {
    InstructionReader instructions = new InstructionReader(in);
    int depth = 1;
    while (depth > 0) {
      Instruction next = instructions.next();
      mustBeTheProgramsOwn(next);
      code.add(next);
      if (Op.opens(next.opcode())) {
        depth++;
      } else if (next.opcode() == Op.END) {
        depth--;
      }
    }
    if (in.hasMore()) {
      throw NotAProgramException.invalid("code after a function's end");
    }
  }

  /** A program that could reference the added items could give itself fuel. */
  private void mustBeTheProgramsOwn(Instruction instruction) throws NotAProgramException {
    int bound =
        switch (instruction.opcode()) {
          case Op.LOCAL_GET, Op.LOCAL_SET, Op.LOCAL_TEE -> shape.parameters() + declaredLocals;
          case Op.GLOBAL_GET, Op.GLOBAL_SET -> meter.global();
          case Op.CALL, Op.RETURN_CALL, Op.REF_FUNC -> meter.check();
          default -> Integer.MAX_VALUE;
        };
    if (instruction.index() >= bound) {
      throw NotAProgramException.invalid("unknown index " + instruction.index());
    }
  }

  private boolean has(Predicate<Instruction> wanted) {
    return code.stream().anyMatch(wanted);
  }

  /**
   * @param wrapped whether the code gets a block of its own, so that branches to the function's end
   *     pass the epilogue
   */
  private void write(BasicBlocks blocks, Account account, boolean wrapped) {
    // Callers do not check between calls of a short function that calls nothing.
    boolean checks = blocks.isLong() || has(this::checksAtStart);
    account.enter(blocks.costs[code.size()], checks);
    if (wrapped) {
      out.octets(Op.BLOCK).bytes(shape.blockType());
    }
    int last = code.size() - 1;
    for (int i = 0; i < last; i++) {
      write(code.get(i), account);
      if (blocks.begins.get(i)) {
        account.begin(blocks.costs[i], blocks.checks.get(i));
      }
    }
    if (wrapped) {
      write(code.get(last), account);
      account.begin(0, false);
    }
    account.leave();
    if (!wrapped && last > 0 && code.get(last - 1).opcode() == Op.END) {
      // Chicory confuses the end of a function with a directly preceding end, and then cannot
      // compile a branch to it.
      out.octets(Op.NOP);
    }
    out.octets(Op.END);
  }

  /** Whether a function with this instruction may take long though it is short. */
  private boolean checksAtStart(Instruction instruction) {
    return meter.callsProgram(instruction) || Op.isBulk(instruction.opcode());
  }

  private void write(Instruction instruction, Account account) {
    account.before(instruction);
    out.bytes(body, instruction.start(), instruction.end());
    account.after(instruction);
  }
}
