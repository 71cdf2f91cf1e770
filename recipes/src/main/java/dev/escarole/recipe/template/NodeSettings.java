package dev.escarole.recipe.template;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields written on one node; what is not written is null, false or empty. Immutable. */
public final class NodeSettings {

  /** A node on which nothing is written. */
  public static final NodeSettings NONE = builder().build();

  private final Builder fields;
  private final Map<String, Object> defaults;
  private final @Nullable Text labelText;
  private final Map<String, DefaultValue> parsedDefaults;
  private final Map<String, DefaultValue> argumentDefaults;

  private NodeSettings(Builder fields) {
    this.fields = fields;
    this.defaults = fields.allDefaults();
    this.labelText = fields.label == null ? null : Text.parse(fields.label);
    this.parsedDefaults = DefaultValue.parseAll(fields.ownDefaults);
    this.argumentDefaults =
        fields.args == null ? Map.of() : DefaultValue.parseAll(fields.args.defaults());
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Name of the node for people as it is written; also the name of its branch. */
  public @Nullable String label() {
    return fields.label;
  }

  /** The label with the placeholders in it; null where there is none. */
  public @Nullable Text labelText() {
    return labelText;
  }

  /** Whether the children run side by side. */
  public boolean parallel() {
    return fields.parallel;
  }

  /** Whether to run the node at all; null means always. */
  public @Nullable Condition when() {
    return fields.when;
  }

  /** Number of copies of the node; null means one copy without repeat placeholders. */
  public @Nullable ControlValue repeat() {
    return fields.repeat;
  }

  /** Milliseconds to wait before the start; null means none. */
  public @Nullable ControlValue delay() {
    return fields.delay;
  }

  /** Milliseconds that the node may take; null or 0 means no limit. */
  public @Nullable ControlValue timeout() {
    return fields.timeout;
  }

  /** Attempts, the first included; null means one. */
  public @Nullable ControlValue retry() {
    return fields.retry;
  }

  /** Milliseconds that the wait before a second attempt can take; null means no wait. */
  public @Nullable ControlValue retryDelay() {
    return fields.retryDelay;
  }

  /** Factor by which that grows with each further attempt; null means that it does not. */
  public @Nullable ControlValue retryBackoff() {
    return fields.retryBackoff;
  }

  /** Milliseconds beyond which it does not grow; null means no bound. */
  public @Nullable ControlValue retryMaxDelay() {
    return fields.retryMaxDelay;
  }

  /** Children of a parallel node that may run at once; null means all. */
  public @Nullable ControlValue concurrency() {
    return fields.concurrency;
  }

  /** Usable branches that a parallel node needs; null means that no quorum is asked for. */
  public @Nullable ControlValue minSuccessful() {
    return fields.minSuccessful;
  }

  /** Whether results in the node may be kept and used again; null means inherited. */
  public @Nullable Boolean cache() {
    return fields.cache;
  }

  /** How far a failure reaches; null means that the recipe does not say. */
  public @Nullable FailureScope failure() {
    return fields.failure;
  }

  /** Exit codes that mean success in the node; null means inherited. */
  public @Nullable SuccessCodes successCodes() {
    return fields.successCodes;
  }

  /** Clean-up between attempts. */
  public @Nullable Template recover() {
    return fields.recover;
  }

  /** Result selector; null means standard output. */
  public @Nullable String output() {
    return fields.output;
  }

  /** Declared arguments, which replace the inherited ones; null means inherited. */
  public @Nullable Arguments args() {
    return fields.args;
  }

  /**
   * Placeholder defaults by name, those of {@link #args()} included. A value is a String, Boolean,
   * Long, BigDecimal, List or Map.
   */
  public Map<String, Object> defaults() {
    return defaults;
  }

  /** Settings that say no more than these do to the nodes inside: args and defaults. */
  public NodeSettings inheritable() {
    return builder().args(fields.args).defaults(fields.ownDefaults).build();
  }

  /** The defaults that stand in {@link #args()}; they end where other {@code args} begin. */
  Map<String, DefaultValue> argumentDefaults() {
    return argumentDefaults;
  }

  Map<String, DefaultValue> parsedDefaults() {
    return parsedDefaults;
  }

  /** Collects the fields of a node. */
  public static final class Builder {
    private @Nullable String label;
    private boolean parallel;
    private @Nullable Condition when;
    private @Nullable ControlValue repeat;
    private @Nullable ControlValue delay;
    private @Nullable ControlValue timeout;
    private @Nullable ControlValue retry;
    private @Nullable ControlValue retryDelay;
    private @Nullable ControlValue retryBackoff;
    private @Nullable ControlValue retryMaxDelay;
    private @Nullable ControlValue concurrency;
    private @Nullable ControlValue minSuccessful;
    private @Nullable Boolean cache;
    private @Nullable FailureScope failure;
    private @Nullable SuccessCodes successCodes;
    private @Nullable Template recover;
    private @Nullable String output;
    private @Nullable Arguments args;
    private Map<String, Object> ownDefaults = Map.of();

    private Builder() {}

    public Builder label(@Nullable String value) {
      label = value;
      return this;
    }

    public Builder parallel(boolean value) {
      parallel = value;
      return this;
    }

    public Builder when(@Nullable Condition value) {
      when = value;
      return this;
    }

    public Builder repeat(@Nullable ControlValue value) {
      repeat = value;
      return this;
    }

    public Builder delay(@Nullable ControlValue value) {
      delay = value;
      return this;
    }

    public Builder timeout(@Nullable ControlValue value) {
      timeout = value;
      return this;
    }

    public Builder retry(@Nullable ControlValue value) {
      retry = value;
      return this;
    }

    public Builder retryDelay(@Nullable ControlValue value) {
      retryDelay = value;
      return this;
    }

    public Builder retryBackoff(@Nullable ControlValue value) {
      retryBackoff = value;
      return this;
    }

    public Builder retryMaxDelay(@Nullable ControlValue value) {
      retryMaxDelay = value;
      return this;
    }

    public Builder concurrency(@Nullable ControlValue value) {
      concurrency = value;
      return this;
    }

    public Builder minSuccessful(@Nullable ControlValue value) {
      minSuccessful = value;
      return this;
    }

    public Builder cache(@Nullable Boolean value) {
      cache = value;
      return this;
    }

    public Builder failure(@Nullable FailureScope value) {
      failure = value;
      return this;
    }

    public Builder successCodes(@Nullable SuccessCodes value) {
      successCodes = value;
      return this;
    }

    public Builder recover(@Nullable Template value) {
      recover = value;
      return this;
    }

    public Builder output(@Nullable String value) {
      output = value;
      return this;
    }

    public Builder args(@Nullable Arguments value) {
      args = value;
      return this;
    }

    /** Sets the defaults; null values are absent and are left out. */
    public Builder defaults(Map<String, ? extends @Nullable Object> value) {
      ownDefaults = PlainValue.named(value);
      return this;
    }

    /**
     * Throws {@link TemplateException} when a default or the label holds a malformed placeholder.
     */
    public NodeSettings build() {
      return new NodeSettings(copy());
    }

    private Builder copy() {
      Builder copy = new Builder().label(label).parallel(parallel).when(when).repeat(repeat);
      copy.delay(delay).timeout(timeout).retry(retry).concurrency(concurrency);
      copy.cache(cache).successCodes(successCodes);
      copy.retryDelay(retryDelay).retryBackoff(retryBackoff).retryMaxDelay(retryMaxDelay);
      copy.minSuccessful(minSuccessful).failure(failure).recover(recover).output(output).args(args);
      copy.ownDefaults = ownDefaults;
      return copy;
    }

    private Map<String, Object> allDefaults() {
      if (args == null || args.defaults().isEmpty()) {
        return ownDefaults;
      }
      Map<String, Object> all = new LinkedHashMap<>(args.defaults());
      all.putAll(ownDefaults);
      return Collections.unmodifiableMap(all);
    }
  }
}
