package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.BinaryWriter;
import dev.escarole.engine.wasm.metering.Op;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Modules that are small and valid, or nearly so, but a great deal of work to compile. */
final class Heavy {

  /** From this number of instructions, a function defers what it pays. */
  static final int LARGE = 10_000;

  private static final int[] EMPTY_TYPE = {0x60, 0, 0};

  private Heavy() {}

  /** A program of functions without parameters; the first is where it starts. */
  static byte[] functions(byte[]... bodies) {
    return functions(bodies.length, bodies);
  }

  /** The same with a last body that is there as often as need be. */
  static byte[] functions(int count, byte[]... bodies) {
    return typed(new BinaryWriter().octets(1).octets(EMPTY_TYPE).toBytes(), count, bodies);
  }

  /** A program of one function, with this section of tables. */
  static byte[] withTable(BinaryWriter tables, byte[] body) {
    byte[] types = new BinaryWriter().octets(1).octets(EMPTY_TYPE).toBytes();
    return program(types, new BinaryWriter().octets(4).sized(tables.toBytes()), 1, body);
  }

  /** A program with types of its own, of which the first is the one of all functions. */
  static byte[] typed(byte[] types, int count, byte[]... bodies) {
    return program(types, new BinaryWriter(), count, bodies);
  }

  private static byte[] program(byte[] types, BinaryWriter tables, int count, byte[]... bodies) {
    BinaryWriter declared = new BinaryWriter().u32(count);
    BinaryWriter code = new BinaryWriter().u32(count);
    for (int i = 0; i < count; i++) {
      declared.u32(0);
      code.sized(bodies[Math.min(i, bodies.length - 1)]);
    }
    BinaryWriter out = new BinaryWriter().octets(0, 'a', 's', 'm', 1, 0, 0, 0);
    out.octets(1).sized(types).octets(3).sized(declared.toBytes());
    out.bytes(tables.toBytes()).octets(5, 3, 1, 0, 1);
    out.octets(7).sized(bytes(1, 6, '_', 's', 't', 'a', 'r', 't', 0, 0));
    return out.octets(10).sized(code.toBytes()).toBytes();
  }

  /** So many equal types of functions without parameters. */
  static byte[] types(int count) {
    BinaryWriter types = new BinaryWriter().u32(count);
    repeat(count, i -> types.octets(EMPTY_TYPE));
    return types.toBytes();
  }

  /** A function that ends at once and has this behind its end's beginning: code never reached. */
  static byte[] unreached(BinaryWriter code) {
    return new BinaryWriter().octets(0, Op.RETURN).bytes(code.toBytes()).octets(Op.END).toBytes();
  }

  static byte[] body(BinaryWriter code) {
    return new BinaryWriter().octets(0).bytes(code.toBytes()).octets(Op.END).toBytes();
  }

  /** A function with so many locals that does nothing. */
  static byte[] locals(int count) {
    return new BinaryWriter().u32(1).u32(count).octets(Op.I32, Op.END).toBytes();
  }

  static BinaryWriter table(int targets) {
    BinaryWriter code = new BinaryWriter().octets(0x41, 0, Op.BR_TABLE).u32(targets);
    repeat(targets + 1, i -> code.octets(0));
    return code;
  }

  /** Blocks within one another, with this in the innermost. */
  static BinaryWriter nest(int depth, int opcode, BinaryWriter inside) {
    BinaryWriter code = new BinaryWriter();
    repeat(depth, i -> code.octets(opcode, Op.NO_VALUE));
    code.bytes(inside.toBytes());
    repeat(depth, i -> code.octets(Op.END));
    return code;
  }

  /** Loops beside one another. */
  static BinaryWriter loops(int count) {
    BinaryWriter code = new BinaryWriter();
    repeat(count, i -> code.octets(Op.LOOP, Op.NO_VALUE, Op.END));
    return code;
  }

  /** Conditional branches that leave so many blocks. */
  static BinaryWriter branches(int count, int depth) {
    BinaryWriter code = new BinaryWriter();
    repeat(count, i -> code.octets(0x41, 0).indexed(Op.BR_IF, depth));
    return code;
  }

  /** Puts so many numbers on the stack, does this, and takes them away. */
  static BinaryWriter operands(int count, BinaryWriter inside) {
    BinaryWriter code = new BinaryWriter();
    repeat(count, i -> code.octets(0x41, 0));
    code.bytes(inside.toBytes());
    repeat(count, i -> code.octets(Op.DROP));
    return code;
  }

  /** Blocks beside one another, each with a branch to its end. */
  static BinaryWriter joins(int count) {
    BinaryWriter code = new BinaryWriter();
    repeat(count, i -> code.octets(Op.BLOCK, Op.NO_VALUE, 0x41, 0, Op.BR_IF, 0, Op.END));
    return code;
  }

  /** Instructions that need an operand where there is none of their type. */
  static BinaryWriter mistakes(int count) {
    BinaryWriter code = new BinaryWriter();
    repeat(count, i -> code.octets(0x41, 0, 0x8c, Op.DROP));
    return code;
  }

  /** Instructions without effect, which cost nothing. */
  static byte[] nops(int count) {
    byte[] code = new byte[count];
    Arrays.fill(code, (byte) Op.NOP);
    return code;
  }

  static byte[] bytes(int... octets) {
    return new BinaryWriter().octets(octets).toBytes();
  }

  private static void repeat(int count, IntConsumer action) {
    IntStream.range(0, count).forEach(action);
  }
}
