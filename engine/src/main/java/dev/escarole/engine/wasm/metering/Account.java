package dev.escarole.engine.wasm.metering;

import dev.escarole.engine.wasm.metering.InstructionReader.Instruction;

/** Writes the metering instructions of one function. They leave the stack unchanged. */
interface Account {

  /** Writes the function's prologue. */
  void enter(long cost, boolean calls);

  void before(Instruction instruction);

  void after(Instruction instruction);

  /** Writes the start of a basic block; some of them check the fuel. */
  void begin(long cost, boolean checks);

  /** Writes the function's epilogue, or what precedes a call. */
  void leave();
}
