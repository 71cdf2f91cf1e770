package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;

/** Accounts in the global alone: slower, and right wherever the function goes on. */
final class DirectAccount extends Account {

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
