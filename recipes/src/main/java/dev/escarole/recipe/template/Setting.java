package dev.escarole.recipe.template;

import dev.escarole.recipe.template.SettingForm.Structure;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What recipes and their nodes can say: the one table that the parser, the JSON Schema, the plan,
 * its stored form, all that prints it and the page of the language follow. The order of its rows is
 * the order in which they read, resolve and print settings.
 */
@SuppressWarnings("ImmutableEnumChecker") // What it holds is never changed.
public enum Setting {
  SCHEMA("$schema", Home.RECIPE, Structure.TEXT, "For editors; no meaning for the recipe."),
  NAME("name", Home.RECIPE, Structure.TEXT, "The name of the recipe."),
  DESCRIPTION(
      "description",
      Home.RECIPE,
      Structure.TEXT,
      "What the recipe is for, in a sentence for people and agents."),
  COMPUTE(
      "compute",
      Home.RECIPE,
      Structure.TEMPLATES,
      "[Inputs that commands compute](#computed-inputs) when the run is launched, in this order,"
          + " unless the launch gives a value."),
  LABEL(
      "label",
      Home.NODE,
      Structure.TEXT,
      "[Name of the node](#labels) in joins, reports and on the command line."),
  WHEN(
      "when",
      Home.NODE,
      Structure.CONDITION,
      "Runs the node only if [this is true](#when): a boolean, a name, `!name`, or one placeholder"
          + " such as `{flag?yes:}`. A name without a value is false."),
  PARALLEL(
      "parallel",
      Home.NODE,
      Literal.FLAG,
      "true runs the children, or the copies of a repeated node, side by side. Default: one after"
          + " the other."),
  REPEAT(
      "repeat",
      Home.NODE,
      WholeNumber.from(0, null),
      "How many [copies of the node](#repeat) to make, such as 8, `{n}` or `{items.length}`. Inside,"
          + " `{index}`, `{prev}`, `{next}` and `{repeat}` have values."),
  ARGS(
      "args",
      Home.NODE,
      Structure.DECLARATIONS,
      Reach.BELOW,
      "[Declared arguments](#arguments): `name`, `name:type`, `name=default` or"
          + " `name:type=default`, with a type of path, int, number, bool, string, array or"
          + " enum(a,b). They replace those declared around the node."),
  DEFAULTS(
      "defaults",
      Home.NODE,
      Structure.DEFAULTS,
      Reach.BELOW,
      "[Values for placeholders](#defaults) that are given none; they may hold placeholders, and"
          + " add to those around the node."),
  DELAY(
      "delay",
      Home.NODE,
      WholeNumber.milliseconds(0L),
      Reach.STEP,
      "Milliseconds to wait before the node starts. Default: none."),
  TIMEOUT(
      "timeout",
      Home.NODE,
      WholeNumber.milliseconds(0L),
      Reach.STEP,
      "Milliseconds that [the node may take](#time). Default, and 0: no limit."),
  RETRY(
      "retry",
      Home.NODE,
      WholeNumber.from(1, 1L),
      Reach.STEP,
      "Most [attempts](#attempts-and-recovery), the first one included. Default: 1."),
  RETRY_DELAY(
      "retry_delay",
      Home.NODE,
      WholeNumber.milliseconds(0L),
      Reach.STEP,
      "Milliseconds that the [wait before the second attempt](#waits-between-attempts) can take;"
          + " each wait is a random part of that. Default: no wait."),
  RETRY_BACKOFF(
      "retry_backoff",
      Home.NODE,
      // What grows faster is at its greatest at once.
      new WholeNumber(1, 1000, 1L, ""),
      Reach.STEP,
      "Factor by which `retry_delay` grows with each further attempt. Default: 1."),
  RETRY_MAX_DELAY(
      "retry_max_delay",
      Home.NODE,
      WholeNumber.milliseconds(null),
      Reach.STEP,
      "Milliseconds beyond which `retry_delay` does not grow. Default: ten years."),
  FAILURE(
      "failure",
      Home.NODE,
      Literal.FAILURE,
      Reach.NODE,
      "[How far a failure of the node reaches](#how-far-a-failure-reaches): on with the sequence, up"
          + " to the nearest parallel node, or to the root. Default: continue."),
  SUCCESS_CODES(
      "success_codes",
      Home.NODE,
      Literal.CODES,
      Reach.LEAVES_BELOW,
      "[Exit codes that mean success](#exit-codes-that-mean-success) in the node and all below it,"
          + " such as [0, 1]; 0 must be named. Default: 0."),
  CONCURRENCY(
      "concurrency",
      Home.PARALLEL_NODE,
      WholeNumber.from(1, null),
      Reach.FAN_OUT,
      "How many children of the node, or copies, may run at once. Default: all."),
  MIN_SUCCESSFUL(
      "min_successful",
      Home.PARALLEL_NODE,
      WholeNumber.from(0, null),
      Reach.FAN_OUT,
      "[How many usable branches](#quorum) the node needs: branches that ended with exit code 0 and"
          + " printed something."),
  CACHE(
      "cache",
      Home.NODE,
      Literal.FLAG,
      Reach.LEAVES_BELOW,
      "true lets [results be used again](#result-cache) in the node and all below it,"
          + " false forbids it. Default: what whoever launches the run says."),
  RECOVER(
      "recover",
      Home.NODE,
      Structure.TEMPLATE,
      "[Clean-up between attempts](#attempts-and-recovery): a template of its own. If it fails, there"
          + " is no further attempt."),
  OUTPUT(
      "output",
      Home.NODE,
      Structure.SELECTOR,
      "[What the result of the recipe is](#output): stdout (the default), the name of a value, or"
          + " text with a placeholder such as `{dir}/out.ogg`. No effect below the top."),
  WITH(
      "with",
      Home.HANDLE_NODE,
      Structure.ARGUMENTS,
      "[What the handle is called with](#handles): its arguments by name, which may hold"
          + " placeholders. Default: the values of the same names."),
  TEMPLATE(
      "template",
      Home.NODE,
      Structure.TEMPLATE,
      "[What the node runs](#templates): a command, an array of steps, a Command Handle, or another"
          + " object. By convention the last field.");

  /** On which objects a setting may stand. */
  public enum Home {
    RECIPE("recipe", "Move it to the top of the file."),
    NODE("node", null),
    PARALLEL_NODE(
        "parallel node", "Write \"parallel\": true on this node, or leave the field out."),
    HANDLE_NODE(
        "node whose template is a handle", "Write \"defaults\" to give values to a template.");

    private final String words;
    private final @Nullable String hint;

    Home(String words, @Nullable String hint) {
      this.words = words;
      this.hint = hint;
    }

    /** Such an object, as people call it. */
    public String words() {
      return words;
    }

    /** What to do about a setting that should stand on such an object and does not. */
    public @Nullable String hint() {
      return hint;
    }
  }

  /** Where in a plan a setting goes. */
  public enum Reach {
    /** Nowhere: it decides what the plan consists of, or says something about the recipe. */
    NOWHERE,
    /** Likewise, and it holds for all nodes below as well. */
    BELOW,
    /** To the step of the node; of a repeated node, to each copy and not to the group of them. */
    STEP,
    /** To the node as a whole: to the group around copies that are branches, and not to these. */
    NODE,
    /** To the group whose children run side by side. */
    FAN_OUT,
    /** To every leaf of the node and below it, until a node further down says otherwise. */
    LEAVES_BELOW
  }

  /** The settings that are one value, in order. */
  public static final List<Setting> VALUES =
      Arrays.stream(values()).filter(each -> each.form instanceof ValueForm).toList();

  /** The settings that steps of a plan have, in order; each of them is one value. */
  public static final List<Setting> OF_STEPS =
      Arrays.stream(values()).filter(Setting::isOfSteps).toList();

  private static final Map<String, Setting> BY_KEY =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(Setting::key, Function.identity()));

  private final String key;
  private final String camelKey;
  private final Home home;
  private final SettingForm form;
  private final Reach reach;
  private final String meaning;

  Setting(String key, Home home, SettingForm form, String meaning) {
    this(key, home, form, Reach.NOWHERE, meaning);
  }

  Setting(String key, Home home, SettingForm form, Reach reach, String meaning) {
    this.key = key;
    this.camelKey = camel(key);
    this.home = home;
    this.form = form;
    this.reach = reach;
    this.meaning = meaning;
  }

  /** The key as recipes write it. */
  public String key() {
    return key;
  }

  /** The key as JSON about plans has it, such as {@code minSuccessful}. */
  public String camelKey() {
    return camelKey;
  }

  /** Where it may stand. */
  public Home home() {
    return home;
  }

  /** What it takes. */
  public SettingForm form() {
    return form;
  }

  /**
   * What it takes, if it is one value.
   *
   * @throws ClassCastException if it is none of {@link #VALUES}
   */
  public ValueForm valueForm() {
    return (ValueForm) form;
  }

  /** Where in a plan it goes. */
  public Reach reach() {
    return reach;
  }

  /** Whether it holds for the nodes below as well. */
  public boolean isInherited() {
    return reach == Reach.BELOW || reach == Reach.LEAVES_BELOW;
  }

  /** What it means, as Markdown for the page of the language; sentences. */
  public String meaning() {
    return meaning;
  }

  /** The setting of this key; null if there is none. */
  public static @Nullable Setting ofKey(String key) {
    return BY_KEY.get(key);
  }

  private boolean isOfSteps() {
    return reach != Reach.NOWHERE && reach != Reach.BELOW;
  }

  private static String camel(String key) {
    StringBuilder camel = new StringBuilder();
    for (String part : key.split("_", -1)) {
      camel.append(
          camel.isEmpty()
              ? part
              : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
    }
    return camel.toString();
  }
}
