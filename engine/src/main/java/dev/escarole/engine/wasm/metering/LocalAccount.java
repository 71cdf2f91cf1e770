package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;

/**
 * Accounts in a local and hands the figure over to the global around calls: it is written back only
 * if the local has changed, and fetched only when the local is needed again.
 */
final class LocalAccount extends Account {

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

  /** Another block begins here, or elsewhere, and will pay from the local. */
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
