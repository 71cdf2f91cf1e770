package dev.escarole.engine.wasm.metering;

/** The opcodes that metering reads or writes; two-byte ones include their prefix. */
public final class Op {

  public static final int UNREACHABLE = 0x00;
  public static final int NOP = 0x01;
  public static final int BLOCK = 0x02;
  public static final int LOOP = 0x03;
  public static final int IF = 0x04;
  public static final int ELSE = 0x05;
  public static final int THROW = 0x08;
  public static final int THROW_REF = 0x0a;
  public static final int END = 0x0b;
  public static final int BR = 0x0c;
  public static final int BR_IF = 0x0d;
  public static final int BR_TABLE = 0x0e;
  public static final int RETURN = 0x0f;
  public static final int CALL = 0x10;
  public static final int CALL_INDIRECT = 0x11;
  public static final int RETURN_CALL = 0x12;
  public static final int RETURN_CALL_INDIRECT = 0x13;
  public static final int CALL_REF = 0x14;
  public static final int RETURN_CALL_REF = 0x15;
  public static final int DROP = 0x1a;
  public static final int SELECT = 0x1b;
  public static final int SELECT_TYPED = 0x1c;
  public static final int TRY_TABLE = 0x1f;
  public static final int LOCAL_GET = 0x20;
  public static final int LOCAL_SET = 0x21;
  public static final int LOCAL_TEE = 0x22;
  public static final int GLOBAL_GET = 0x23;
  public static final int GLOBAL_SET = 0x24;
  public static final int I32_CONST = 0x41;
  public static final int I64_CONST = 0x42;
  public static final int F32_CONST = 0x43;
  public static final int F64_CONST = 0x44;
  static final int I64_LT_S = 0x53;
  static final int I64_GT_S = 0x55;
  static final int I32_SUB = 0x6b;
  static final int I64_ADD = 0x7c;
  static final int I64_SUB = 0x7d;
  static final int I64_SHR_U = 0x88;
  static final int I64_EXTEND_I32_S = 0xac;
  static final int I64_EXTEND_I32_U = 0xad;
  public static final int REF_NULL = 0xd0;
  public static final int REF_FUNC = 0xd2;
  public static final int BR_ON_NULL = 0xd5;
  public static final int BR_ON_NON_NULL = 0xd6;
  static final int MEMORY_INIT = 0xfc08;
  public static final int MEMORY_COPY = 0xfc0a;
  public static final int MEMORY_FILL = 0xfc0b;
  static final int TABLE_INIT = 0xfc0c;
  static final int TABLE_COPY = 0xfc0e;
  static final int TABLE_GROW = 0xfc0f;
  static final int TABLE_FILL = 0xfc11;
  static final int ATOMIC_FENCE_PREFIX = 0xfe;
  public static final int ATOMIC_FENCE = 3;

  /** The type of a block without parameters or results. */
  public static final int NO_VALUE = 0x40;

  public static final int I64 = 0x7e;
  public static final int I32 = 0x7f;

  private Op() {}

  static boolean opens(int opcode) {
    return opcode == BLOCK || opcode == LOOP || opcode == IF || opcode == TRY_TABLE;
  }

  /** An instruction without effect, which costs nothing. */
  public static boolean isMarker(int opcode) {
    return opcode == NOP
        || opcode == BLOCK
        || opcode == LOOP
        || opcode == ELSE
        || opcode == END
        || opcode == TRY_TABLE;
  }

  static boolean isTailCall(int opcode) {
    return opcode == RETURN_CALL || opcode == RETURN_CALL_INDIRECT || opcode == RETURN_CALL_REF;
  }

  /** Whether an instruction calls a function. */
  public static boolean isCall(int opcode) {
    return opcode == CALL || opcode == CALL_INDIRECT || opcode == CALL_REF || isTailCall(opcode);
  }

  static boolean isConditionalBranch(int opcode) {
    return opcode == BR_IF || opcode == BR_ON_NULL || opcode == BR_ON_NON_NULL;
  }

  /** The following code is unreachable from here. */
  static boolean isLast(int opcode) {
    return opcode == BR || opcode == BR_TABLE || leaves(opcode);
  }

  static boolean leaves(int opcode) {
    return opcode == RETURN
        || opcode == UNREACHABLE
        || opcode == THROW
        || opcode == THROW_REF
        || isTailCall(opcode);
  }

  /** A bulk instruction whose amount is on top of the stack. */
  static boolean isBulk(int opcode) {
    return switch (opcode) {
      case MEMORY_INIT, MEMORY_COPY, MEMORY_FILL, TABLE_INIT, TABLE_COPY, TABLE_GROW, TABLE_FILL ->
          true;
      default -> false;
    };
  }
}
