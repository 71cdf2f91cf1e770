package dev.escarole.engine.wasm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random instructions on numbers, and numbers at which they do something special. */
final class RandomNumbers {

  private static final double[] REALS = {
    0,
    -0.0,
    1,
    -1,
    0.5,
    2147483647.0,
    -2147483648.0,
    4294967296.0,
    1e-40,
    1e300,
    -1e300,
    0x1p63,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private RandomNumbers() {}

  /**
   * An instruction.
   *
   * @param operands the kinds of what it takes
   * @param code its bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Operation(String operands, int... code) {}

  /** An instruction that leaves one value of this kind. */
  static Operation operation(char kind, Random random) {
    List<Operation> fitting = new ArrayList<>();
    for (int opcode = 0x45; opcode <= 0xc4; opcode++) {
      addFitting(fitting, Signatures.of(opcode), kind, opcode);
    }
    for (int number = 0; number < 8; number++) {
      addFitting(fitting, Signatures.of(0xfc00 | number), kind, 0xfc, number);
    }
    return fitting.get(random.nextInt(fitting.size()));
  }

  private static void addFitting(
      List<Operation> all, @Nullable String signature, char kind, int... code) {
    int middle = signature == null ? -1 : signature.indexOf(':');
    if (signature != null && middle > 0 && signature.endsWith(":" + kind)) {
      all.add(new Operation(signature.substring(0, middle), code));
    }
  }

  static int integer(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt();
      case 1 -> Integer.MIN_VALUE;
      case 2 -> -1;
      default -> random.nextInt(64);
    };
  }

  static long longer(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextLong();
      case 1 -> Long.MIN_VALUE;
      case 2 -> -1;
      default -> random.nextInt(64);
    };
  }

  static float real(Random random) {
    return random.nextBoolean()
        ? (float) REALS[random.nextInt(REALS.length)]
        : (random.nextFloat() - 0.5f) * 1000;
  }
}
