package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;
import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;

/**
 * Calls a function for each basic block, which meters in the global: a few bytes for each block,
 * and none around calls. Counts and checks exactly as the other account does.
 */
final class CompactAccount implements Account {

  private static final int BULK_SHIFT = 4;

  private final BinaryWriter out;
  private final Meter meter;

  /** The second of two added locals. */
  private final int amount;

  CompactAccount(BinaryWriter out, Meter meter, int firstLocal) {
    this.out = out;
    this.meter = meter;
    this.amount = firstLocal + 1;
  }

  @Override
  public void enter(long cost, boolean calls) {
    begin(cost, calls);
  }

  @Override
  public void before(Instruction instruction) {
    if (Op.isBulk(instruction.opcode())) {
      out.indexed(Op.LOCAL_TEE, amount).indexed(Op.LOCAL_GET, amount);
      out.octets(Op.I32_CONST, BULK_SHIFT, Op.I32_SHR_U).indexed(Op.CALL, meter.charge());
    }
  }

  @Override
  public void after(Instruction instruction) {}

  @Override
  public void begin(long cost, boolean checks) {
    if (checks || cost > 0) {
      out.octets(Op.I32_CONST).s64(Math.toIntExact(cost));
      out.indexed(Op.CALL, checks ? meter.chargeAndCheck() : meter.charge());
    }
  }

  @Override
  public void leave() {}
}
