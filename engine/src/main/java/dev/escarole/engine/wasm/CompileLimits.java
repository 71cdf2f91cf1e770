package dev.escarole.engine.wasm;

import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.EnumMap;
import java.util.Map;

/** The operator's {@link CompileLimit}s. Immutable. */
public final class CompileLimits {

  private static final CompileLimits STANDARD = new CompileLimits(Map.of());

  private final Map<CompileLimit, Long> changed;

  private CompileLimits(Map<CompileLimit, Long> changed) {
    this.changed = Map.copyOf(changed);
  }

  /** Each limit as it is unless the operator sets another. */
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

  /** How much the limit allows. */
  public long most(CompileLimit limit) {
    Long set = changed.get(limit);
    return set == null ? limit.standard() : set;
  }

  /**
   * Returns if there is no more than allowed.
   *
   * @throws NotAProgramException with the name of the limit otherwise
   */
  void check(CompileLimit limit, long count) throws NotAProgramException {
    long most = most(limit);
    if (count > most) {
      throw new NotAProgramException(
          "it is too large: it has "
              + count
              + " "
              + limit.what()
              + ", at most "
              + most
              + " are allowed ("
              + limit.setting()
              + ")");
    }
  }
}
