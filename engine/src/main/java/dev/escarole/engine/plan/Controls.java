package dev.escarole.engine.plan;

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
 * The settings that steer one step, those of {@link Setting#OF_STEPS}; they belong to that step
 * alone (standard, "Shape"). Only what differs from what holds anyway is kept. Immutable.
 */
public final class Controls {

  /** The value of {@link #minSuccessful} when the author asked for no quorum. */
  public static final int NO_QUORUM = -1;

  /** The controls of a node that sets none. */
  public static final Controls NONE = new Controls(new Object[Setting.OF_STEPS.size()]);

  private static final @Nullable Object[] UNSET =
      Setting.OF_STEPS.stream().map(Controls::plainUnset).toArray();

  /** Places in {@link Setting#OF_STEPS} by the number of the setting; -1 for the others. */
  private static final int[] PLACES =
      Arrays.stream(Setting.values()).mapToInt(Setting.OF_STEPS::indexOf).toArray();

  /** By place in {@link Setting#OF_STEPS}; null where nothing else is said. Plans hold many. */
  private final @Nullable Object[] values;

  private Controls(@Nullable Object[] values) {
    this.values = values;
  }

  /** These values, each of the type that the form of its setting has. */
  public static Controls of(Map<Setting, Object> values) {
    Builder builder = new Builder();
    values.forEach(builder::set);
    return builder.build();
  }

  /** Collects values; confined to one thread. */
  static final class Builder {
    private @Nullable Object @Nullable [] values;

    /** Sets one; what holds anyway is not kept. */
    void set(Setting setting, Object value) {
      Object kept = value.equals(setting.valueForm().unset()) ? null : value;
      if (values == null && kept != null) {
        values = new Object[Setting.OF_STEPS.size()];
      }
      if (values != null) {
        values[place(setting)] = kept;
      }
    }

    /** What was set so far; nothing more can be. */
    Controls build() {
      return values == null ? NONE : new Controls(values);
    }
  }

  /**
   * The controls of which {@link #plain} gave this.
   *
   * @throws IllegalArgumentException if it gives no such thing
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

  /** What was set, by key and as JSON has it. */
  public Map<String, Object> plain() {
    Map<String, Object> plain = new LinkedHashMap<>();
    forEach((setting, value) -> plain.put(setting.key(), setting.valueForm().plain(value)));
    return plain;
  }

  /** Tells of each setting that was set, in the order of the table. */
  public void forEach(BiConsumer<Setting, Object> each) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        each.accept(Setting.OF_STEPS.get(i), value);
      }
    }
  }

  /** The value that holds, as JSON has it; null if that is none. */
  @Nullable Object plain(Setting setting) {
    Object value = get(setting);
    return value == null ? UNSET[place(setting)] : setting.valueForm().plain(value);
  }

  private static @Nullable Object plainUnset(Setting setting) {
    Object unset = setting.valueForm().unset();
    return unset == null ? null : setting.valueForm().plain(unset);
  }

  @SuppressWarnings("EnumOrdinal") // A map of enums would do the same, and plans ask very often.
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

  /**
   * Budget in milliseconds: of each attempt for a leaf, of the whole node for a group; 0 for none.
   */
  public long timeoutMillis() {
    return number(Setting.TIMEOUT, 0);
  }

  /** Attempts including the first, at least 1. */
  public int retry() {
    return (int) number(Setting.RETRY, 1);
  }

  /** How often the step is tried, and the waits in between. */
  public Retry retries() {
    return new Retry(
        retry(),
        number(Setting.RETRY_DELAY, 0),
        (int) number(Setting.RETRY_BACKOFF, 1),
        number(Setting.RETRY_MAX_DELAY, Retry.UNBOUNDED));
  }

  /** How far a failure reaches, or null when the author did not say. */
  public @Nullable FailureScope failure() {
    return (FailureScope) get(Setting.FAILURE);
  }

  /** Which exit codes of a leaf's command mean success. */
  public SuccessCodes successCodes() {
    return Objects.requireNonNullElse((SuccessCodes) get(Setting.SUCCESS_CODES), SuccessCodes.ZERO);
  }

  /** How many branches may run at once; 0 for no cap. */
  public int concurrency() {
    return (int) number(Setting.CONCURRENCY, 0);
  }

  /** Usable branches that the join needs; {@link #NO_QUORUM} for none wanted. */
  public int minSuccessful() {
    return (int) number(Setting.MIN_SUCCESSFUL, NO_QUORUM);
  }

  /** Whether the author asked for a number of usable branches. */
  public boolean hasQuorum() {
    return minSuccessful() != NO_QUORUM;
  }

  /** Whether the author lets the results of a leaf be kept and used again. */
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
