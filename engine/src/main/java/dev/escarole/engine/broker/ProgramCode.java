package dev.escarole.engine.broker;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How programs run that are not built in. Outcomes, fuel and limits are the same. A compiler that
 * has a mistake could let a hostile program out of the sandbox as Java code; an interpreter runs no
 * code but its own.
 */
public enum ProgramCode {
  /** Java classes are generated of a program, and kept. */
  COMPILED,
  /** No class is generated; computing takes many times as long. */
  INTERPRETED;

  /** The name in lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the one with this {@link #word()}, if any. */
  public static Optional<ProgramCode> of(String word) {
    return Stream.of(values()).filter(code -> code.word().equals(word)).findFirst();
  }

  /** Returns interpreted if one of the two is. */
  public ProgramCode stricter(ProgramCode other) {
    return this == INTERPRETED ? this : other;
  }
}
