package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.BinaryReader;
import dev.escarole.engine.wasm.metering.NotAProgramException;

/**
 * The kinds of values, each a letter as in {@link Signatures}. All references are one kind here:
 * what tells them apart is left to Chicory's own check.
 */
final class ValueKind {

  static final char I32 = 'i';
  static final char REFERENCE = 'r';

  /** What code that is never reached finds on the stack: anything. */
  static final char ANY = '?';

  private ValueKind() {}

  /** Reads a value type. */
  static char read(BinaryReader in) throws NotAProgramException {
    return of(in.octet(), in);
  }

  /** Reads the rest of a value type that begins with this byte. */
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
        : new NotAProgramException(
            String.format("it is no WebAssembly program: unknown type 0x%02x", first));
  }

  static NotAProgramException vectors() {
    return new NotAProgramException("it uses vector instructions (SIMD), which are not offered");
  }
}
