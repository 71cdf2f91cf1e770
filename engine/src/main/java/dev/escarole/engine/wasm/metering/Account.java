package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;

/**
 * Writes the metering instructions of one function. They leave the stack unchanged. Confined to one
 * thread.
 */
abstract class Account {

  /** Bytes or entries per unit of a bulk instruction. */
  private static final int BULK_SHIFT = 4;

  final BinaryWriter out;
  final Meter meter;

  /** The first of two added locals: one of 64 bits and one of 32. */
  final int firstLocal;

  Account(BinaryWriter out, Meter meter, int firstLocal) {
    this.out = out;
    this.meter = meter;
    this.firstLocal = firstLocal;
  }

  /** Writes the function's prologue. */
  abstract void enter(long cost, boolean calls);

  abstract void before(Instruction instruction);

  abstract void after(Instruction instruction);

  /** Writes the start of a basic block; some of them check the fuel. */
  abstract void begin(long cost, boolean checks);

  /** Writes the function's epilogue. */
  abstract void leave();

  /** Whether every exit must pass {@link #leave}. */
  abstract boolean closesAtEnd();

  /** Subtracts a constant from the top of the stack. */
  final void subtract(long cost) {
    out.octets(Op.I64_CONST).s64(cost).octets(Op.I64_SUB);
  }

  /** Stores the number on the stack, which is the moved amount. */
  final void noteAmount() {
    out.indexed(Op.LOCAL_TEE, firstLocal + 1);
  }

  /** Subtracts the cost of the stored amount from the top of the stack. */
  final void subtractAmount() {
    out.indexed(Op.LOCAL_GET, firstLocal + 1).octets(Op.I64_EXTEND_I32_U);
    out.octets(Op.I64_CONST, BULK_SHIFT, Op.I64_SHR_U, Op.I64_SUB);
  }

  /** Tests whether the top of the stack is negative, and opens a block for that case. */
  final void ifNegative() {
    out.octets(Op.I64_CONST, 0, Op.I64_LT_S, Op.IF, Op.NO_VALUE);
  }

  /** Meters in the global only: slower, but correct wherever the function continues. */
  static final class DirectAccount extends Account {

    DirectAccount(BinaryWriter out, Meter meter, int firstLocal) {
      super(out, meter, firstLocal);
    }

    @Override
    void enter(long cost, boolean calls) {
      begin(cost, calls);
    }

    @Override
    void before(Instruction instruction) {
      if (Op.isBulk(instruction.opcode())) {
        noteAmount();
        out.indexed(Op.GLOBAL_GET, meter.global());
        subtractAmount();
        out.indexed(Op.GLOBAL_SET, meter.global());
      }
    }

    @Override
    void after(Instruction instruction) {}

    @Override
    void begin(long cost, boolean checks) {
      if (cost > 0) {
        out.indexed(Op.GLOBAL_GET, meter.global());
        subtract(cost);
        out.indexed(Op.GLOBAL_SET, meter.global());
      }
      if (checks) {
        out.indexed(Op.GLOBAL_GET, meter.global());
        ifNegative();
        out.indexed(Op.GLOBAL_GET, meter.global()).indexed(Op.CALL, meter.check());
        out.octets(Op.DROP, Op.END);
      }
    }

    @Override
    void leave() {}

    @Override
    boolean closesAtEnd() {
      return false;
    }
  }

  /**
   * Meters in a local and syncs with the global around calls: the local is written back only if
   * changed, and reloaded only when needed again.
   */
  static final class LocalAccount extends Account {

    private enum Newer {
      NEITHER,
      LOCAL,
      GLOBAL
    }

    private final int fuel;

    private Newer newer = Newer.GLOBAL;

    LocalAccount(BinaryWriter out, Meter meter, int firstLocal) {
      super(out, meter, firstLocal);
      this.fuel = firstLocal;
    }

    @Override
    void enter(long cost, boolean calls) {
      fetch();
      begin(cost, calls);
    }

    @Override
    void before(Instruction instruction) {
      int opcode = instruction.opcode();
      if (Op.isCall(opcode) || Op.leaves(opcode)) {
        writeBack();
      } else if (Op.isBulk(opcode)) {
        fetch();
        noteAmount();
        out.indexed(Op.LOCAL_GET, fuel);
        subtractAmount();
        out.indexed(Op.LOCAL_SET, fuel);
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
    void after(Instruction instruction) {
      if (Op.isLast(instruction.opcode())) {
        newer = Newer.LOCAL;
      } else if (meter.callsProgram(instruction)) {
        newer = Newer.GLOBAL;
      }
    }

    @Override
    void begin(long cost, boolean checks) {
      newer = Newer.LOCAL;
      if (cost > 0) {
        out.indexed(Op.LOCAL_GET, fuel);
        subtract(cost);
        out.indexed(Op.LOCAL_SET, fuel);
      }
      if (checks) {
        out.indexed(Op.LOCAL_GET, fuel);
        ifNegative();
        out.indexed(Op.LOCAL_GET, fuel).indexed(Op.CALL, meter.check());
        out.indexed(Op.LOCAL_SET, fuel).octets(Op.END);
      }
    }

    @Override
    void leave() {
      writeBack();
    }

    @Override
    boolean closesAtEnd() {
      return true;
    }

    private void writeBack() {
      if (newer == Newer.LOCAL) {
        out.indexed(Op.LOCAL_GET, fuel).indexed(Op.GLOBAL_SET, meter.global());
        newer = Newer.NEITHER;
      }
    }

    private void fetch() {
      if (newer == Newer.GLOBAL) {
        out.indexed(Op.GLOBAL_GET, meter.global()).indexed(Op.LOCAL_SET, fuel);
        newer = Newer.NEITHER;
      }
    }
  }
}
