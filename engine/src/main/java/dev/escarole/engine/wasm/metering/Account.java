package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.MeteredFunction.Meter;

/**
 * Writes the instructions that account for fuel into one function. They leave the stack as they
 * find it. Confined to one thread.
 */
abstract class Account {

  /** What one unit pays for when many bytes or entries are moved: 16 of them. */
  private static final int BULK_SHIFT = 4;

  final BinaryWriter out;
  final Meter meter;

  /** The first of two locals that are added: one of 64 bits and one of 32. */
  final int firstLocal;

  Account(BinaryWriter out, Meter meter, int firstLocal) {
    this.out = out;
    this.meter = meter;
    this.firstLocal = firstLocal;
  }

  /** At the function's beginning. */
  abstract void enter(long cost, boolean calls);

  abstract void before(Instruction instruction);

  abstract void after(Instruction instruction);

  /** At the beginning of a basic block; some of them look whether any fuel is left. */
  abstract void begin(long cost, boolean checks);

  /** At the function's end. */
  abstract void leave();

  /** Whether {@link #leave} must not be passed by. */
  abstract boolean closesAtEnd();

  /** Takes a constant from what is on the stack. */
  final void subtract(long cost) {
    out.octets(Op.I64_CONST).s64(cost).octets(Op.I64_SUB);
  }

  /** Notes the number on the stack, which says how much is moved. */
  final void noteAmount() {
    out.indexed(Op.LOCAL_TEE, firstLocal + 1);
  }

  /** Takes the price of the noted amount from what is on the stack. */
  final void subtractAmount() {
    out.indexed(Op.LOCAL_GET, firstLocal + 1).octets(Op.I64_EXTEND_I32_U);
    out.octets(Op.I64_CONST, BULK_SHIFT, Op.I64_SHR_U, Op.I64_SUB);
  }

  /** Asks whether what is on the stack is negative, and opens a block for the case that it is. */
  final void ifNegative() {
    out.octets(Op.I64_CONST, 0, Op.I64_LT_S, Op.IF, Op.NO_VALUE);
  }
}
