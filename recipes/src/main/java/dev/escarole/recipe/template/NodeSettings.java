package dev.escarole.recipe.template;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is written on one node; what is not written is null, false or empty. Immutable. */
public final class NodeSettings {

  /** A node on which nothing is written. */
  public static final NodeSettings NONE = builder().build();

  private final Map<Setting, Object> values;
  private final List<Said> said;
  private final @Nullable Text label;
  private final @Nullable Condition when;
  private final @Nullable Template recover;
  private final @Nullable String output;
  private final @Nullable Arguments args;
  private final Map<String, Object> ownDefaults;
  private final Map<String, DefaultValue> parsedDefaults;
  private final Map<String, DefaultValue> argumentDefaults;

  private NodeSettings(Builder fields) {
    this.values = fields.said.isEmpty() ? Map.of() : fields.said.clone();
    this.said =
        values.entrySet().stream().map(each -> new Said(each.getKey(), each.getValue())).toList();
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
   * What a node says of one setting.
   *
   * @param read as {@link ValueForm#read} understood it
   */
  public record Said(Setting setting, Object read) {

    /** The value for a node; as {@link ValueForm#inScope}. */
    public Object inScope(Scope scope) {
      return setting.valueForm().inScope(setting.key(), read, scope);
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Those of {@link Setting#VALUES} that the node says, in order. */
  public List<Said> said() {
    return said;
  }

  /** What is said of a setting that is a number; null if nothing is. */
  public @Nullable ControlValue number(Setting setting) {
    return (ControlValue) values.get(setting);
  }

  /** Name of the node for people as it is written; also the name of its branch. */
  public @Nullable String label() {
    return label == null ? null : label.source();
  }

  /** The label with the placeholders in it; null where there is none. */
  public @Nullable Text labelText() {
    return label;
  }

  /** Whether the children run side by side. */
  public boolean parallel() {
    return Boolean.TRUE.equals(values.get(Setting.PARALLEL));
  }

  /** Whether to run the node at all; null means always. */
  public @Nullable Condition when() {
    return when;
  }

  /** Number of copies of the node; null means one copy without repeat placeholders. */
  public @Nullable ControlValue repeat() {
    return number(Setting.REPEAT);
  }

  /** How far a failure reaches; null means that the recipe does not say. */
  public @Nullable FailureScope failure() {
    return (FailureScope) values.get(Setting.FAILURE);
  }

  /** Exit codes that mean success in the node; null means inherited. */
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
   * Placeholder defaults by name, those of {@link #args()} included. A value is a String, Boolean,
   * Long, BigDecimal, List or Map.
   */
  public Map<String, Object> defaults() {
    if (args == null || args.defaults().isEmpty()) {
      return ownDefaults;
    }
    Map<String, Object> all = new LinkedHashMap<>(args.defaults());
    all.putAll(ownDefaults);
    return Collections.unmodifiableMap(all);
  }

  /** Settings that say no more than these do to the nodes inside: args and defaults. */
  public NodeSettings inheritable() {
    return builder().args(args).defaults(ownDefaults).build();
  }

  /** The defaults that stand in {@link #args()}; they end where other {@code args} begin. */
  Map<String, DefaultValue> argumentDefaults() {
    return argumentDefaults;
  }

  Map<String, DefaultValue> parsedDefaults() {
    return parsedDefaults;
  }

  /** Collects what is written on a node. */
  public static final class Builder {
    private final EnumMap<Setting, Object> said = new EnumMap<>(Setting.class);
    private @Nullable String label;
    private @Nullable Condition when;
    private @Nullable Template recover;
    private @Nullable String output;
    private @Nullable Arguments args;
    private Map<String, Object> ownDefaults = Map.of();

    private Builder() {}

    /**
     * Says one of {@link Setting#VALUES}.
     *
     * @param read as its form understood it; null for nothing
     */
    public Builder say(Setting setting, @Nullable Object read) {
      if (read != null) {
        said.put(setting, read);
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

    /** Sets the defaults; null values are absent and are left out. */
    public Builder defaults(Map<String, ? extends @Nullable Object> value) {
      ownDefaults = PlainValue.named(value);
      return this;
    }

    /**
     * Throws {@link TemplateException} when a default or the label holds a malformed placeholder.
     */
    public NodeSettings build() {
      return new NodeSettings(this);
    }
  }
}
