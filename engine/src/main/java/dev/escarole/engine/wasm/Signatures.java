package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import org.jspecify.annotations.Nullable;

/**
 * Operand and result types of instructions without their own type, as texts such as {@code "ii:i"}:
 * i and l are integers of 32 and 64 bits, f and d floating-point numbers, r is any reference.
 */
final class Signatures {

  private static final @Nullable String[] PLAIN = plain();
  private static final String[] BULK = {
    "f:i", "f:i", "d:i", "d:i", "f:l", "f:l", "d:l", "d:l", "iii:", ":", "iii:", "iii:", "iii:",
    ":", "iii:", "ri:i", ":i", "iri:"
  };

  /** The widths of an atomic operation: full and narrow. */
  private static final String ATOMIC_TYPES = "iliilll";

  private Signatures() {}

  /** The signature of an instruction; null if there is none or it has its own type. */
  static @Nullable String of(int opcode) {
    int number = opcode & 0xff;
    return switch (opcode >> 8) {
      case 0 -> PLAIN[number];
      case 0xfc -> number < BULK.length ? BULK[number] : null;
      case 0xfe -> atomic(number);
      default -> null;
    };
  }

  private static @Nullable String atomic(int number) {
    if (number <= 3) {
      return new String[] {"ii:i", "iil:i", "ill:i", ":"}[number];
    } else if (number < 0x10 || number > 0x4e) {
      return null;
    }
    char type = ATOMIC_TYPES.charAt((number - 0x10) % ATOMIC_TYPES.length());
    return switch ((number - 0x10) / ATOMIC_TYPES.length()) {
      case 0 -> "i:" + type;
      case 1 -> "i" + type + ":";
      case 8 -> "i" + type + type + ":" + type;
      default -> "i" + type + ":" + type;
    };
  }

  private static @Nullable String[] plain() {
    String[] all = new String[256];
    all[0x01] = ":";
    set(all, 0x25, "i:r", "ir:");
    set(all, 0x28, "i:i", "i:l", "i:f", "i:d", "i:i", "i:i", "i:i", "i:i");
    fill(all, 0x30, 0x35, "i:l");
    set(all, 0x36, "ii:", "il:", "if:", "id:", "ii:", "ii:", "il:", "il:", "il:", ":i", "i:i");
    set(all, 0x41, ":i", ":l", ":f", ":d", "i:i");
    fill(all, 0x46, 0x4f, "ii:i");
    all[0x50] = "l:i";
    fill(all, 0x51, 0x5a, "ll:i");
    fill(all, 0x5b, 0x60, "ff:i");
    fill(all, 0x61, 0x66, "dd:i");
    fill(all, 0x67, 0x69, "i:i");
    fill(all, 0x6a, 0x78, "ii:i");
    fill(all, 0x79, 0x7b, "l:l");
    fill(all, 0x7c, 0x8a, "ll:l");
    fill(all, 0x8b, 0x91, "f:f");
    fill(all, 0x92, 0x98, "ff:f");
    fill(all, 0x99, 0x9f, "d:d");
    fill(all, 0xa0, 0xa6, "dd:d");
    set(all, 0xa7, "l:i", "f:i", "f:i", "d:i", "d:i", "i:l", "i:l", "f:l", "f:l", "d:l", "d:l");
    set(all, 0xb2, "i:f", "i:f", "l:f", "l:f", "d:f", "i:d", "i:d", "l:d", "l:d", "f:d");
    set(all, 0xbc, "f:i", "d:l", "i:f", "l:d", "i:i", "i:i", "l:l", "l:l", "l:l");
    set(all, 0xd0, ":r", "r:i", ":r");
    all[0xd4] = "r:r";
    return all;
  }

  private static void set(String[] all, int from, String... signatures) {
    System.arraycopy(signatures, 0, all, from, signatures.length);
  }

  private static void fill(String[] all, int from, int to, String signature) {
    for (int i = from; i <= to; i++) {
      all[i] = signature;
    }
  }

  /**
   * The kinds of values, each a letter as in {@link Signatures}. All references are one kind here;
   * Chicory's validator distinguishes them.
   */
  static final class ValueKind {

    static final char I32 = 'i';
    static final char REFERENCE = 'r';

    /** Any type: the stack of unreachable code. */
    static final char ANY = '?';

    private ValueKind() {}

    static char read(BinaryReader in) throws NotAProgramException {
      return of(in.octet(), in);
    }

    /** Reads the rest of a value type that starts with this byte. */
    static char of(int first, BinaryReader in) throws NotAProgramException {
      return switch (first) {
        case 0x7f -> I32;
        case 0x7e -> 'l';
        case 0x7d -> 'f';
        case 0x7c -> 'd';
        case 0x7b -> throw vectors();
        case 0x70, 0x6f, 0x69 -> REFERENCE;
        case 0x63, 0x64 -> {
          in.skipNumber();
          yield REFERENCE;
        }
        default -> throw unknown(first);
      };
    }

    private static NotAProgramException unknown(int first) {
      return first >= 0x65 && first <= 0x74
          ? new NotAProgramException("it uses garbage-collected types")
          : NotAProgramException.invalid(String.format("unknown type 0x%02x", first));
    }

    static NotAProgramException vectors() {
      return new NotAProgramException("it uses vector instructions (SIMD), which are not offered");
    }
  }
}
