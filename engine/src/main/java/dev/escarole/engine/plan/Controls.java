package dev.escarole.engine.plan;

import dev.escarole.recipe.template.AwaitKind;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.SuccessCodes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one step, those of {@link Setting#OF_STEPS}; they apply to that step alone
 * (standard, "Shape"). Only values that differ from the defaults are kept. Immutable.
 */
public final class Controls {

  /** The value of {@link #minSuccessful} without a quorum. */
  public static final int NO_QUORUM = -1;

  /** Only defaults. */
  public static final Controls NONE = new Controls(new Object[Setting.OF_STEPS.size()]);

  private static final @Nullable Object[] UNSET =
      Setting.OF_STEPS.stream().map(Controls::plainUnset).toArray();

  /** Positions in {@link Setting#OF_STEPS} by ordinal; -1 for other settings. */
  private static final int[] PLACES =
      Arrays.stream(Setting.values()).mapToInt(Setting.OF_STEPS::indexOf).toArray();

  /**
   * By position in {@link Setting#OF_STEPS}; null for defaults. An array, because plans have many.
   */
  private final @Nullable Object[] values;

  private Controls(@Nullable Object[] values) {
    this.values = values;
  }

  /** Creates controls from values of the types of their settings. */
  public static Controls of(Map<Setting, Object> values) {
    Builder builder = new Builder();
    values.forEach(builder::set);
    return builder.build();
  }

  static final class Builder {
    private @Nullable Object @Nullable [] values;

    /** Sets a value; defaults are not kept. */
    void set(Setting setting, Object value) {
      Object kept = value.equals(setting.valueForm().unset()) ? null : value;
      if (values == null && kept != null) {
        values = new Object[Setting.OF_STEPS.size()];
      }
      if (values != null) {
        values[place(setting)] = kept;
      }
    }

    /** Builds the controls; the builder must not be used afterwards. */
    Controls build() {
      return values == null ? NONE : new Controls(values);
    }
  }

  /**
   * The inverse of {@link #plain()}.
   *
   * @throws IllegalArgumentException if {@code plain} is invalid
   */
  public static Controls ofPlain(Map<String, Object> plain) {
    Builder builder = new Builder();
    plain.forEach(
        (key, value) -> {
          Setting setting = Setting.ofKey(key);
          if (setting == null || !Setting.OF_STEPS.contains(setting)) {
            throw new IllegalArgumentException("no setting of a step: " + key);
          }
          builder.set(setting, setting.valueForm().ofPlain(value));
        });
    return builder.build();
  }

  /** The values that were set, by key, as JSON values. */
  public Map<String, Object> plain() {
    Map<String, Object> plain = new LinkedHashMap<>();
    forEach((setting, value) -> plain.put(setting.key(), setting.valueForm().plain(value)));
    return plain;
  }

  /** Visits each setting that was set, in the order of {@link Setting}. */
  public void forEach(BiConsumer<Setting, Object> each) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        each.accept(Setting.OF_STEPS.get(i), value);
      }
    }
  }

  /** The value or default, as a JSON value; null if there is none. */
  @Nullable Object plain(Setting setting) {
    Object value = get(setting);
    return value == null ? UNSET[place(setting)] : setting.valueForm().plain(value);
  }

  private static @Nullable Object plainUnset(Setting setting) {
    Object unset = setting.valueForm().unset();
    return unset == null ? null : setting.valueForm().plain(unset);
  }

  @SuppressWarnings("EnumOrdinal") // Hot path: faster than an EnumMap.
  private static int place(Setting setting) {
    return PLACES[setting.ordinal()];
  }

  private @Nullable Object get(Setting setting) {
    return values[place(setting)];
  }

  private long number(Setting setting, long otherwise) {
    Object value = get(setting);
    return value == null ? otherwise : (Long) value;
  }

  /** Wait before the step starts, in milliseconds; 0 for none. */
  public long delayMillis() {
    return number(Setting.DELAY, 0);
  }

  /** Time limit in milliseconds, for each attempt of a leaf or for a whole group; 0 for none. */
  public long timeoutMillis() {
    return number(Setting.TIMEOUT, 0);
  }

  /** Attempts including the first, at least 1. */
  public int retry() {
    return (int) number(Setting.RETRY, 1);
  }

  /** The attempts and the waits between them. */
  public Retry retries() {
    return new Retry(
        retry(),
        number(Setting.RETRY_DELAY, 0),
        (int) number(Setting.RETRY_BACKOFF, 1),
        number(Setting.RETRY_MAX_DELAY, Retry.UNBOUNDED));
  }

  /** How far a failure reaches; null if not set. */
  public @Nullable FailureScope failure() {
    return (FailureScope) get(Setting.FAILURE);
  }

  /** The exit codes of a leaf that mean success. */
  public SuccessCodes successCodes() {
    return Objects.requireNonNullElse((SuccessCodes) get(Setting.SUCCESS_CODES), SuccessCodes.ZERO);
  }

  /** Maximum number of branches that run at once; 0 for no limit. */
  public int concurrency() {
    return (int) number(Setting.CONCURRENCY, 0);
  }

  /** Usable branches that the join needs, or {@link #NO_QUORUM}. */
  public int minSuccessful() {
    return (int) number(Setting.MIN_SUCCESSFUL, NO_QUORUM);
  }

  /** Whether a quorum is set. */
  public boolean hasQuorum() {
    return minSuccessful() != NO_QUORUM;
  }

  /** What a leaf waits for instead of running a command; null if it does not wait. */
  public @Nullable AwaitKind awaits() {
    return (AwaitKind) get(Setting.AWAIT);
  }

  /** How many people have to approve, at least 1. */
  public int approvals() {
    return (int) number(Setting.APPROVALS, 1);
  }

  /**
   * Whether the commands of a leaf get nothing but arguments and input, so that it may be moved.
   */
  public boolean isSpread() {
    return Boolean.TRUE.equals(get(Setting.SPREAD));
  }

  public Caching caching() {
    return Caching.of((Boolean) get(Setting.CACHE));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Controls controls && Arrays.equals(values, controls.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return plain().toString();
  }
}
