package dev.escarole.engine.wasm;

import java.util.Locale;

/**
 * What a program may have at most for it to be compiled. Each is checked by one pass over the
 * binary, before anything is built of it, so that what exceeds it is refused within milliseconds.
 * The name of its setting is in every refusal.
 */
public enum CompileLimit {
  /** Bytes of the whole module. */
  SIZE(128L << 20, "bytes"),
  /** Functions, imported ones included. */
  FUNCTIONS(200_000, "functions"),
  /** Entries of each section but that of the functions, their constants and table items too. */
  ENTRIES(200_000, "entries of one kind"),
  /** Bytes of one function's body. */
  FUNCTION_SIZE(4L << 20, "bytes in one function"),
  /** Parameters and locals of one function; a type's results too. */
  LOCALS(16_384, "locals in one function"),
  /** Blocks within one another. */
  NESTING(10_000, "blocks within one another"),
  /** Values on the operand stack of one function. */
  OPERANDS(8_192, "operands on the stack of one function"),
  /** Targets of one {@code br_table}. */
  TARGETS(65_536, "targets of one br_table"),
  /**
   * Estimated units of work for each byte of the module, beyond a free part: with it, the time that
   * compiling takes is linear in the size of the module.
   */
  WORK(16, "units of work for each byte");

  private final long most;
  private final String what;

  CompileLimit(long most, String what) {
    this.most = most;
    this.what = what;
  }

  /** The limit unless the operator sets another. */
  public long standard() {
    return most;
  }

  /** The setting, such as {@code compile-function-size}. */
  public String setting() {
    return "compile-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is counted, for people. */
  String what() {
    return what;
  }
}
