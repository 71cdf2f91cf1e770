package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The operator's {@link CompileLimit}s. Immutable. */
public final class CompileLimits {

  private static final CompileLimits STANDARD = new CompileLimits(Map.of());

  private final Map<CompileLimit, Long> changed;

  private CompileLimits(Map<CompileLimit, Long> changed) {
    this.changed = Map.copyOf(changed);
  }

  /** The default limits. */
  public static CompileLimits standard() {
    return STANDARD;
  }

  /**
   * Returns the limits with one changed.
   *
   * @param most at least 1
   */
  public CompileLimits with(CompileLimit limit, long most) {
    if (most < 1) {
      throw new IllegalArgumentException(limit.setting() + " must be at least 1, was " + most);
    }
    Map<CompileLimit, Long> all = new EnumMap<>(CompileLimit.class);
    all.putAll(changed);
    all.put(limit, most);
    return new CompileLimits(all);
  }

  /** Returns the value of a limit. */
  public long most(CompileLimit limit) {
    Long set = changed.get(limit);
    return set == null ? limit.standard() : set;
  }

  void check(CompileLimit limit, long count) throws NotAProgramException {
    long most = most(limit);
    if (count > most) {
      throw new NotAProgramException(
          String.format(
              "it is too large: it has %s %s, at most %s are allowed (%s)",
              count, limit.what, most, limit.setting()));
    }
  }

  /**
   * Limits on programs to compile. They are checked in one pass over the binary before anything is
   * built from it, so that larger programs are refused within milliseconds. Every refusal names the
   * setting of the limit.
   */
  public enum CompileLimit {
    /** Bytes of the whole module. */
    SIZE(128L << 20, "bytes"),
    /** Functions, including imported ones. */
    FUNCTIONS(200_000, "functions"),
    /** Entries of each section except functions, including constants and table items. */
    ENTRIES(200_000, "entries of one kind"),
    /** Bytes of one function's body. */
    FUNCTION_SIZE(4L << 20, "bytes in one function"),
    /** Parameters and locals of one function; also the results of a type. */
    LOCALS(16_384, "locals in one function"),
    /** Nested blocks. */
    NESTING(10_000, "nested blocks"),
    /** Values on the operand stack of one function. */
    OPERANDS(8_192, "operands on the stack of one function"),
    /** Targets of one {@code br_table}. */
    TARGETS(65_536, "targets of one br_table"),
    /**
     * Estimated units of work per byte of the module, beyond a fixed allowance: keeps the compile
     * time linear in the size of the module.
     */
    WORK(16, "units of work for each byte");

    private final long most;
    private final String what;

    CompileLimit(long most, String what) {
      this.most = most;
      this.what = what;
    }

    /** The default limit. */
    public long standard() {
      return most;
    }

    /** The setting, such as {@code compile-function-size}. */
    public String setting() {
      return "compile-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
