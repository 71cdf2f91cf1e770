package dev.escarole.recipe.template;

import dev.escarole.recipe.template.SettingForm.ValueForm;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of one node; those that are not set are null, false or empty. Immutable. */
public final class NodeSettings {

  /** A node without settings. */
  public static final NodeSettings NONE =
      new NodeSettings(Map.of(), null, null, null, null, null, Map.of());

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

  /**
   * Creates settings.
   *
   * @param values those of {@link Setting#VALUES} that are set, as {@link ValueForm#read} returns
   *     them, in order
   * @param defaults by name; null values are ignored
   * @throws TemplateException if a default or the label contains a malformed placeholder
   */
  public NodeSettings(
      Map<Setting, Object> values,
      @Nullable String label,
      @Nullable Condition when,
      @Nullable Template recover,
      @Nullable String output,
      @Nullable Arguments args,
      Map<String, ? extends @Nullable Object> defaults) {
    this.values = values;
    this.written =
        values.entrySet().stream()
            .map(each -> new SettingValue(each.getKey(), each.getValue()))
            .toList();
    this.label = label == null ? null : Text.parse(label);
    this.when = when;
    this.recover = recover;
    this.output = output;
    this.args = args;
    this.ownDefaults = PlainValue.named(defaults);
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

    /** Whether it is made of placeholders and empty in a scope, which means that it is not set. */
    public boolean isEmptyIn(Scope scope) {
      return setting.valueForm().isEmptyIn(read, scope);
    }
  }

  /** The values of {@link Setting#VALUES} that are set, in order. */
  public List<SettingValue> written() {
    return written;
  }

  /** The value of a numeric setting; null if it is not set. */
  public @Nullable Text number(Setting setting) {
    return (Text) values.get(setting);
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

  /** Whether the recipe can be neither launched nor imported. */
  public boolean isDisabled() {
    return Boolean.TRUE.equals(values.get(Setting.DISABLED));
  }

  /** Condition for running the node; null means always. */
  public @Nullable Condition when() {
    return when;
  }

  /** Number of copies of the node; null means one copy without repeat placeholders. */
  public @Nullable Text repeat() {
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

  /** What the node waits for instead of running something; null if it does not wait. */
  public @Nullable AwaitKind await() {
    return (AwaitKind) values.get(Setting.AWAIT);
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
    return new NodeSettings(Map.of(), null, null, null, null, args, ownDefaults);
  }

  /** The defaults in {@link #args()}; not valid inside nodes with other {@code args}. */
  Map<String, DefaultValue> argumentDefaults() {
    return argumentDefaults;
  }

  Map<String, DefaultValue> parsedDefaults() {
    return parsedDefaults;
  }
}
