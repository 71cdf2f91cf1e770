package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;

/**
 * Writes the metering instructions of one function. They leave the stack unchanged.
 *
 * <p>It meters in a local and syncs with the global around calls: the local is written back only if
 * changed, and reloaded only when needed again. A direct account meters in the global only: slower,
 * but correct wherever the function continues. A deferred one adds up in the local what the
 * function owes, and pays when it checks and when it ends, so that its calls need no code: for
 * functions that would otherwise be too large for a method of the JVM. Callees pay for themselves
 * meanwhile, and {@link Payments} bounds what is owed between two checks.
 */
final class Account {

  /** Bytes or entries per unit of a bulk instruction. */
  private static final int BULK_SHIFT = 4;

  /** Where the cost of a block is taken from. */
  enum Mode {
    LOCAL,
    DIRECT,
    DEFERRED
  }

  private enum Newer {
    NEITHER,
    LOCAL,
    GLOBAL
  }

  private final BinaryWriter out;
  private final Meter meter;
  private final Mode mode;

  /**
   * The first of the added locals: the fuel, an amount of 32 bits, and the negative of what is
   * owed.
   */
  private final int fuel;

  private Newer newer = Newer.GLOBAL;

  Account(BinaryWriter out, Meter meter, Mode mode, int firstLocal) {
    this.out = out;
    this.meter = meter;
    this.mode = mode;
    this.fuel = firstLocal;
  }

  void enter(long cost, boolean calls) {
    fetch();
    begin(cost, calls);
  }

  void before(Instruction instruction) {
    int opcode = instruction.opcode();
    if (Op.leaves(opcode) || (Op.isCall(opcode) && mode != Mode.DEFERRED)) {
      leave();
    } else if (Op.isBulk(opcode)) {
      fetch();
      out.indexed(Op.LOCAL_TEE, fuel + 1);
      // What is owed is a small number of 32 bits; this one may be large, and is paid at once.
      boolean fromLocal = mode == Mode.LOCAL;
      (fromLocal ? out.indexed(Op.LOCAL_GET, fuel) : global()).indexed(Op.LOCAL_GET, fuel + 1);
      out.octets(Op.I64_EXTEND_I32_U, Op.I64_CONST, BULK_SHIFT, Op.I64_SHR_U, Op.I64_SUB);
      out.indexed(fromLocal ? Op.LOCAL_SET : Op.GLOBAL_SET, fromLocal ? fuel : meter.global());
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

  void after(Instruction instruction) {
    if (Op.isLast(instruction.opcode())) {
      newer = Newer.LOCAL;
    } else if (meter.callsProgram(instruction)) {
      newer = Newer.GLOBAL;
    }
  }

  /** Writes the start of a basic block; some of them check the fuel. */
  void begin(long cost, boolean checks) {
    newer = Newer.LOCAL;
    if (cost > 0 && mode == Mode.DEFERRED) {
      out.indexed(Op.LOCAL_GET, fuel + 2).octets(Op.I32_CONST).s64(cost).octets(Op.I32_SUB);
      out.indexed(Op.LOCAL_SET, fuel + 2);
    } else if (cost > 0) {
      get().octets(Op.I64_CONST).s64(cost).octets(Op.I64_SUB);
      set();
    }
    if (checks && mode == Mode.LOCAL) {
      get().octets(Op.I64_CONST, 0, Op.I64_LT_S, Op.IF, Op.NO_VALUE);
      get().indexed(Op.CALL, meter.check());
      set().octets(Op.END);
    } else if (checks) {
      if (mode == Mode.DEFERRED) {
        pay();
        out.octets(Op.I32_CONST, 0).indexed(Op.LOCAL_SET, fuel + 2);
      }
      global().octets(Op.I64_CONST, 0, Op.I64_LT_S, Op.IF, Op.NO_VALUE);
      // The check itself sets the global.
      global().indexed(Op.CALL, meter.check()).octets(Op.DROP, Op.END);
    }
  }

  /** Writes the function's epilogue, or what precedes a call: the global gets the fuel. */
  void leave() {
    if (mode == Mode.DEFERRED) {
      pay();
    } else if (mode == Mode.LOCAL && newer == Newer.LOCAL) {
      out.indexed(Op.LOCAL_GET, fuel).indexed(Op.GLOBAL_SET, meter.global());
      newer = Newer.NEITHER;
    }
  }

  private void pay() {
    global().indexed(Op.LOCAL_GET, fuel + 2).octets(Op.I64_EXTEND_I32_S, Op.I64_ADD);
    out.indexed(Op.GLOBAL_SET, meter.global());
  }

  private void fetch() {
    if (mode == Mode.LOCAL && newer == Newer.GLOBAL) {
      out.indexed(Op.GLOBAL_GET, meter.global()).indexed(Op.LOCAL_SET, fuel);
      newer = Newer.NEITHER;
    }
  }

  private BinaryWriter global() {
    return out.indexed(Op.GLOBAL_GET, meter.global());
  }

  private BinaryWriter get() {
    return mode == Mode.DIRECT ? global() : out.indexed(Op.LOCAL_GET, fuel);
  }

  private BinaryWriter set() {
    return mode == Mode.DIRECT
        ? out.indexed(Op.GLOBAL_SET, meter.global())
        : out.indexed(Op.LOCAL_SET, fuel);
  }
}
