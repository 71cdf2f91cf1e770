package dev.escarole.engine.wasm;

import java.util.Locale;

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
}
