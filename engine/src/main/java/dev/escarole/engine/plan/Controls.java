package dev.escarole.engine.plan;

import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.SuccessCodes;
import java.util.EnumMap;
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
  public static final Controls NONE = new Controls(new EnumMap<>(Setting.class));

  private final EnumMap<Setting, Object> values;

  private Controls(EnumMap<Setting, Object> values) {
    this.values = values;
  }

  /** These values, each of the type that the form of its setting has. */
  public static Controls of(Map<Setting, Object> values) {
    EnumMap<Setting, Object> kept = new EnumMap<>(Setting.class);
    values.forEach(
        (setting, value) -> {
          if (!value.equals(setting.valueForm().unset())) {
            kept.put(setting, value);
          }
        });
    return kept.isEmpty() ? NONE : new Controls(kept);
  }

  /**
   * The controls of which {@link #plain} gave this.
   *
   * @throws IllegalArgumentException if it gives no such thing
   */
  public static Controls ofPlain(Map<String, Object> plain) {
    EnumMap<Setting, Object> values = new EnumMap<>(Setting.class);
    plain.forEach(
        (key, value) -> {
          Setting setting = Setting.ofKey(key);
          if (setting == null || !Setting.OF_STEPS.contains(setting)) {
            throw new IllegalArgumentException("no setting of a step: " + key);
          }
          values.put(setting, setting.valueForm().ofPlain(value));
        });
    return of(values);
  }

  /** What was set, by key and as JSON has it. */
  public Map<String, Object> plain() {
    Map<String, Object> plain = new LinkedHashMap<>();
    values.forEach(
        (setting, value) -> plain.put(setting.key(), setting.valueForm().plain(value)));
    return plain;
  }

  /** Tells of each setting that was set, in the order of the table. */
  public void forEach(BiConsumer<Setting, Object> each) {
    values.forEach(each);
  }

  /** The value that holds, as JSON has it; null if that is none. */
  @Nullable Object plain(Setting setting) {
    Object value = values.get(setting);
    Object holds = value == null ? setting.valueForm().unset() : value;
    return holds == null ? null : setting.valueForm().plain(holds);
  }

  private long number(Setting setting, long otherwise) {
    Object value = values.get(setting);
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
    return (FailureScope) values.get(Setting.FAILURE);
  }

  /** Which exit codes of a leaf's command mean success. */
  public SuccessCodes successCodes() {
    return Objects.requireNonNullElse(
        (SuccessCodes) values.get(Setting.SUCCESS_CODES), SuccessCodes.ZERO);
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
    return Caching.of((Boolean) values.get(Setting.CACHE));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Controls controls && values.equals(controls.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
