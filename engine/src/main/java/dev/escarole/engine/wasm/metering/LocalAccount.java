package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;

/**
 * Writes the metering instructions of one function. They leave the stack unchanged.
 *
 * <p>It meters in a local and syncs with the global around calls: the local is written back only if
 * changed, and reloaded only when needed again. A direct account meters in the global only: slower,
 * but correct wherever the function continues.
 */
final class LocalAccount implements Account {

  /** Bytes or entries per unit of a bulk instruction. */
  private static final int BULK_SHIFT = 4;

  private enum Newer {
    NEITHER,
    LOCAL,
    GLOBAL
  }

  private final BinaryWriter out;
  private final Meter meter;
  private final boolean direct;

  /** The first of two added locals: the fuel, and an amount of 32 bits. */
  private final int fuel;

  private Newer newer = Newer.GLOBAL;

  LocalAccount(BinaryWriter out, Meter meter, boolean direct, int firstLocal) {
    this.out = out;
    this.meter = meter;
    this.direct = direct;
    this.fuel = firstLocal;
  }

  @Override
  public void enter(long cost, boolean calls) {
    fetch();
    begin(cost, calls);
  }

  @Override
  public void before(Instruction instruction) {
    int opcode = instruction.opcode();
    if (Op.isCall(opcode) || Op.leaves(opcode)) {
      leave();
    } else if (Op.isBulk(opcode)) {
      fetch();
      out.indexed(Op.LOCAL_TEE, fuel + 1);
      get().indexed(Op.LOCAL_GET, fuel + 1).octets(Op.I64_EXTEND_I32_U);
      out.octets(Op.I64_CONST, BULK_SHIFT, Op.I64_SHR_U, Op.I64_SUB);
      set();
      newer = Newer.LOCAL;
    } else if (needsLocal(opcode)) {
      fetch();
    }
  }

  /** Another block starts and will pay from the local. */
  private static boolean needsLocal(int opcode) {
    return switch (opcode) {
      case Op.LOOP, Op.IF, Op.ELSE, Op.END, Op.BR, Op.BR_TABLE -> true;
      default -> Op.isConditionalBranch(opcode);
    };
  }

  @Override
  public void after(Instruction instruction) {
    if (Op.isLast(instruction.opcode())) {
      newer = Newer.LOCAL;
    } else if (meter.callsProgram(instruction)) {
      newer = Newer.GLOBAL;
    }
  }

  /** Writes the start of a basic block; some of them check the fuel. */
  @Override
  public void begin(long cost, boolean checks) {
    newer = Newer.LOCAL;
    if (cost > 0) {
      get().octets(Op.I64_CONST).s64(cost).octets(Op.I64_SUB);
      set();
    }
    if (checks) {
      get().octets(Op.I64_CONST, 0, Op.I64_LT_S, Op.IF, Op.NO_VALUE);
      get().indexed(Op.CALL, meter.check());
      // The check itself sets the global.
      (direct ? out.octets(Op.DROP) : set()).octets(Op.END);
    }
  }

  /** Writes the function's epilogue, or what precedes a call: the global gets the fuel. */
  @Override
  public void leave() {
    if (!direct && newer == Newer.LOCAL) {
      out.indexed(Op.LOCAL_GET, fuel).indexed(Op.GLOBAL_SET, meter.global());
      newer = Newer.NEITHER;
    }
  }

  private void fetch() {
    if (!direct && newer == Newer.GLOBAL) {
      out.indexed(Op.GLOBAL_GET, meter.global()).indexed(Op.LOCAL_SET, fuel);
      newer = Newer.NEITHER;
    }
  }

  private BinaryWriter get() {
    return direct ? out.indexed(Op.GLOBAL_GET, meter.global()) : out.indexed(Op.LOCAL_GET, fuel);
  }

  private BinaryWriter set() {
    return direct ? out.indexed(Op.GLOBAL_SET, meter.global()) : out.indexed(Op.LOCAL_SET, fuel);
  }
}
