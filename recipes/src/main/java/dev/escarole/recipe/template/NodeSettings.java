package dev.escarole.recipe.template;

import dev.escarole.recipe.template.SettingForm.ValueForm;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of one node; those that are not set are null, false or empty. Immutable. */
public final class NodeSettings {

  /** A node without settings. */
  public static final NodeSettings NONE = builder().build();

  private final Map<Setting, Object> values;
  private final List<SettingValue> written;
  private final @Nullable Text label;
  private final @Nullable Condition when;
  private final @Nullable Template recover;
  private final @Nullable String output;
  private final @Nullable Arguments args;
  private final Map<String, Object> ownDefaults;
  private final Map<String, DefaultValue> parsedDefaults;
  private final Map<String, DefaultValue> argumentDefaults;

  private NodeSettings(Builder fields) {
    this.values = fields.written.isEmpty() ? Map.of() : fields.written.clone();
    this.written =
        values.entrySet().stream()
            .map(each -> new SettingValue(each.getKey(), each.getValue()))
            .toList();
    this.label = fields.label == null ? null : Text.parse(fields.label);
    this.when = fields.when;
    this.recover = fields.recover;
    this.output = fields.output;
    this.args = fields.args;
    this.ownDefaults = fields.ownDefaults;
    this.parsedDefaults = DefaultValue.parseAll(ownDefaults);
    this.argumentDefaults = args == null ? Map.of() : DefaultValue.parseAll(args.defaults());
  }

  /**
   * The value of one setting.
   *
   * @param read the result of {@link ValueForm#read}
   */
  public record SettingValue(Setting setting, Object read) {

    /** The value in a scope, as {@link ValueForm#inScope} returns it. */
    public Object inScope(Scope scope) {
      return setting.valueForm().inScope(setting.key(), read, scope);
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The values of {@link Setting#VALUES} that are set, in order. */
  public List<SettingValue> written() {
    return written;
  }

  /** The value of a numeric setting; null if it is not set. */
  public @Nullable ControlValue number(Setting setting) {
    return (ControlValue) values.get(setting);
  }

  /** The label as written; also the name of the branch. */
  public @Nullable String label() {
    return label == null ? null : label.source();
  }

  /** The parsed label; null if there is none. */
  public @Nullable Text labelText() {
    return label;
  }

  /** Whether the children run in parallel. */
  public boolean parallel() {
    return Boolean.TRUE.equals(values.get(Setting.PARALLEL));
  }

  /** Condition for running the node; null means always. */
  public @Nullable Condition when() {
    return when;
  }

  /** Number of copies of the node; null means one copy without repeat placeholders. */
  public @Nullable ControlValue repeat() {
    return number(Setting.REPEAT);
  }

  /** How far a failure reaches; null if not set. */
  public @Nullable FailureScope failure() {
    return (FailureScope) values.get(Setting.FAILURE);
  }

  /** Exit codes that mean success; null means inherited. */
  public @Nullable SuccessCodes successCodes() {
    return (SuccessCodes) values.get(Setting.SUCCESS_CODES);
  }

  /** Clean-up between attempts. */
  public @Nullable Template recover() {
    return recover;
  }

  /** Result selector; null means standard output. */
  public @Nullable String output() {
    return output;
  }

  /** Declared arguments, which replace the inherited ones; null means inherited. */
  public @Nullable Arguments args() {
    return args;
  }

  /**
   * Defaults by name, including those of {@link #args()}. A value is a String, Boolean, Long,
   * BigDecimal, List or Map.
   */
  public Map<String, Object> defaults() {
    if (args == null || args.defaults().isEmpty()) {
      return ownDefaults;
    }
    Map<String, Object> all = new LinkedHashMap<>(args.defaults());
    all.putAll(ownDefaults);
    return Collections.unmodifiableMap(all);
  }

  /** Only the inherited settings: args and defaults. */
  public NodeSettings inheritable() {
    return builder().args(args).defaults(ownDefaults).build();
  }

  /** The defaults in {@link #args()}; not valid inside nodes with other {@code args}. */
  Map<String, DefaultValue> argumentDefaults() {
    return argumentDefaults;
  }

  Map<String, DefaultValue> parsedDefaults() {
    return parsedDefaults;
  }

  /** Collects the settings of a node. */
  public static final class Builder {
    private final EnumMap<Setting, Object> written = new EnumMap<>(Setting.class);
    private @Nullable String label;
    private @Nullable Condition when;
    private @Nullable Template recover;
    private @Nullable String output;
    private @Nullable Arguments args;
    private Map<String, Object> ownDefaults = Map.of();

    private Builder() {}

    /**
     * Sets one of {@link Setting#VALUES}.
     *
     * @param read the result of {@link ValueForm#read}; null leaves the setting unset
     */
    public Builder set(Setting setting, @Nullable Object read) {
      if (read != null) {
        written.put(setting, read);
      }
      return this;
    }

    public Builder label(@Nullable String value) {
      label = value;
      return this;
    }

    public Builder when(@Nullable Condition value) {
      when = value;
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

    /** Sets the defaults; null values are ignored. */
    public Builder defaults(Map<String, ? extends @Nullable Object> value) {
      ownDefaults = PlainValue.named(value);
      return this;
    }

    /**
     * Throws {@link TemplateException} if a default or the label contains a malformed placeholder.
     */
    public NodeSettings build() {
      return new NodeSettings(this);
    }
  }
}
