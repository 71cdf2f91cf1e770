package dev.escarole.recipe.template;

import dev.escarole.recipe.template.SettingForm.Structure;
import dev.escarole.recipe.template.SettingForm.ValueForm;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of recipes and nodes: the single table behind the parser, the JSON Schema, the plan,
 * its stored form, its printers and the language reference. Settings are read, resolved and printed
 * in this order.
 */
@SuppressWarnings("ImmutableEnumChecker") // What it holds is never changed.
public enum Setting {
  SCHEMA("$schema", Home.RECIPE, Structure.TEXT, "For editors; otherwise ignored."),
  NAME("name", Home.RECIPE, Structure.TEXT, "The name of the recipe."),
  DESCRIPTION(
      "description", Home.RECIPE, Structure.TEXT, "The purpose of the recipe, in one sentence."),
  DISABLED(
      "disabled",
      Home.RECIPE,
      Literal.FLAG,
      "true keeps the recipe from being launched or imported. Default: false."),
  IMPORTS(
      "imports",
      Home.RECIPE,
      Structure.IMPORTS,
      "[Recipes that this one uses](#imports), by alias: a path or name, or an object with `from`,"
          + " `defaults` and `values`."),
  SCHEDULE(
      "schedule",
      Home.RECIPE,
      Structure.SCHEDULES,
      "[When the recipe runs by itself](#schedules): an object with `cron` or `every`, or an array"
          + " of them."),
  LAUNCH(
      "launch",
      Home.RECIPE,
      Structure.LAUNCH,
      "[How many runs there are at once, and where](#runs-at-once): `at_once`, `node` (the label of"
          + " the nodes that may run it) or both; for those that wait `queue`, `priority` and"
          + " `deadline`."),
  COMPUTE(
      "compute",
      Home.RECIPE,
      Structure.TEMPLATES,
      "[Inputs that commands compute](#computed-inputs) when the run is launched, in this order,"
          + " unless the launch gives a value."),
  INBOX(
      "inbox",
      Home.RECIPE,
      Structure.INBOX,
      "[Files that start a run](#files-that-start-runs) when they are dropped into an inbox: `match`,"
          + " a pattern for their names, and `as`, the input that receives the file."),
  ARTIFACTS(
      "artifacts",
      Home.RECIPE,
      Structure.PATTERNS,
      "[Files of the workspace to keep](#artifacts) when the run ends, by name: a pattern such as"
          + " `out/*.md`; may contain placeholders."),
  DIRS(
      "dirs",
      Home.RECIPE,
      Structure.DIRECTORIES,
      "[Directories of the machine that commands need](#directories), by their paths for commands: a"
          + " text that says why, or an object with `why` and `mode`, `ro` (the default) or `rw`."),
  HTTP(
      "http",
      Home.RECIPE,
      Structure.REQUESTS,
      "[HTTP requests that commands make](#http-requests): objects with `origin`, `paths` and"
          + " `methods` (default: GET and HEAD). The operator's policy must permit them too."),
  NOTIFY(
      "notify",
      Home.RECIPE,
      Structure.NOTIFY,
      "[Who is told](#notifications) how runs end: an object with `on` and `to`, or an array of"
          + " them. `to` names channels that the operator has set up."),
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
      "true runs the children, or the copies of a repeated node, in parallel. Default:"
          + " sequentially."),
  REPEAT(
      "repeat",
      Home.NODE,
      WholeNumber.from(0, null),
      "How many [copies of the node](#repeat) to make, such as 8, `{n}` or `{items.length}`."
          + " Inside, `{index}`, `{prev}`, `{next}` and `{repeat}` have values."),
  ARGS(
      "args",
      Home.NODE,
      Structure.DECLARATIONS,
      Reach.BELOW,
      "[Declared arguments](#arguments): `name`, `name:type`, `name=default` or"
          + " `name:type=default`, with a type of path, int, number, bool, string, array or"
          + " enum(a,b). They replace the declarations of enclosing nodes."),
  DEFAULTS(
      "defaults",
      Home.NODE,
      Structure.DEFAULTS,
      Reach.BELOW,
      "[Defaults for placeholders](#defaults); may contain placeholders. They add to the defaults"
          + " of enclosing nodes."),
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
      "[Time limit of the node](#time) in milliseconds. Default: 0, no limit."),
  RETRY(
      "retry",
      Home.NODE,
      WholeNumber.from(1, 1L),
      Reach.STEP,
      "Maximum number of [attempts](#attempts-and-recovery), including the first. Default: 1."),
  RETRY_DELAY(
      "retry_delay",
      Home.NODE,
      WholeNumber.milliseconds(0L),
      Reach.STEP,
      "Maximum [wait before the second attempt](#waits-between-attempts), in milliseconds; the"
          + " actual wait is random. Default: no wait."),
  RETRY_BACKOFF(
      "retry_backoff",
      Home.NODE,
      // A larger factor would reach the maximum at once.
      new WholeNumber(1, 1000, 1L, ""),
      Reach.STEP,
      "Factor by which `retry_delay` grows with each further attempt. Default: 1."),
  RETRY_MAX_DELAY(
      "retry_max_delay",
      Home.NODE,
      WholeNumber.milliseconds(null),
      Reach.STEP,
      "Upper limit of the growing `retry_delay`, in milliseconds. Default: ten years."),
  FAILURE(
      "failure",
      Home.NODE,
      Literal.FAILURE,
      Reach.NODE,
      "[How far a failure of the node reaches](#how-far-a-failure-reaches): the sequence continues,"
          + " everything up to the nearest parallel node ends, or the run ends. Default:"
          + " continue."),
  SUCCESS_CODES(
      "success_codes",
      Home.NODE,
      Literal.CODES,
      Reach.LEAVES_BELOW,
      "[Exit codes that mean success](#exit-codes-that-mean-success) in the node and all below it,"
          + " such as [0, 1]; without 0 in the list, 0 is a failure. Default: 0."),
  CONCURRENCY(
      "concurrency",
      Home.PARALLEL_NODE,
      WholeNumber.from(1, null),
      Reach.FAN_OUT,
      "Maximum number of children, or copies, that run at once. Default: all."),
  MIN_SUCCESSFUL(
      "min_successful",
      Home.PARALLEL_NODE,
      WholeNumber.from(0, null),
      Reach.FAN_OUT,
      "[Minimum number of usable branches](#quorum): branches that ended with exit code 0 and"
          + " printed output."),
  SPREAD(
      "spread",
      Home.PARALLEL_NODE,
      Literal.FLAG,
      Reach.LEAVES_BELOW,
      "true declares that [the commands in the branches need nothing but their arguments and"
          + " input](#branches-that-run-elsewhere): they get no files and make no HTTP requests, and may run"
          + " elsewhere. Default: false."),
  CACHE(
      "cache",
      Home.NODE,
      Literal.FLAG,
      Reach.LEAVES_BELOW,
      "true allows [results to be reused](#result-cache) in the node and all below it, false"
          + " forbids it. Default: set at launch."),
  RECOVER(
      "recover",
      Home.NODE,
      Structure.TEMPLATE,
      "[Clean-up between attempts](#attempts-and-recovery): a template of its own. If it fails,"
          + " there is no further attempt."),
  OUTPUT(
      "output",
      Home.NODE,
      Structure.SELECTOR,
      "[The result of the recipe](#output): stdout (the default), the name of a value, or"
          + " text with a placeholder such as `{dir}/out.ogg`. Only effective at the top level."),
  WITH(
      "with",
      Home.HANDLE_NODE,
      Structure.ARGUMENTS,
      "[Arguments of the handle](#handles), by name; may contain placeholders. Default: the values"
          + " of the same names."),
  IMPORT_VALUES(
      "values",
      Home.IMPORT_NODE,
      Structure.ARGUMENTS,
      "[Values for the imported recipe](#imports), by name; may contain placeholders. On the recipe"
          + " itself, values that replace its `defaults`."),
  AWAIT(
      "await",
      Home.NODE,
      Literal.AWAIT,
      Reach.STEP,
      "Instead of `template`: [waits for the world](#waiting-for-people-and-programs): `approval`"
          + " for people who approve or reject, `callback` for a program that calls a one-time"
          + " URL."),
  APPROVALS(
      "approvals",
      Home.APPROVAL_NODE,
      // A quorum of more is a typo.
      new WholeNumber(1, 100, 1L, ""),
      Reach.STEP,
      "How many people have to approve. Default: 1."),
  SHOW(
      "show",
      Home.AWAIT_NODE,
      Structure.TEXT,
      "What those who decide are shown; may contain placeholders."),
  TEMPLATE(
      "template",
      Home.NODE,
      Structure.TEMPLATE,
      "[What the node runs](#templates): a command, an array of steps, a Command Handle, or another"
          + " object. By convention, the last field.");

  /** The objects on which a setting is valid. */
  public enum Home {
    RECIPE("recipe", "Move it to the top of the file."),
    NODE("node", null),
    PARALLEL_NODE("parallel node", "Add \"parallel\": true to this node, or remove the field."),
    HANDLE_NODE(
        "node whose template is a handle", "Use \"defaults\" to give values to a template."),
    IMPORT_NODE("node that runs an import", "Use \"defaults\" to give values to a template."),
    AWAIT_NODE("node with `await`", "Add \"await\", or remove the field."),
    APPROVAL_NODE(
        "node with `\"await\": \"approval\"`", "Add \"await\": \"approval\", or remove the field.");

    private final String words;
    private final @Nullable String hint;

    Home(String words, @Nullable String hint) {
      this.words = words;
      this.hint = hint;
    }

    /** The name of such an object in messages. */
    public String words() {
      return words;
    }

    /** The hint for a setting that is on another object. */
    public @Nullable String hint() {
      return hint;
    }
  }

  /** The steps of a plan to which a setting applies. */
  public enum Reach {
    /** None: it shapes the plan or describes the recipe. */
    NOWHERE,
    /** None, but nodes below inherit it. */
    BELOW,
    /** The step of the node; of a repeated node, each copy but not their group. */
    STEP,
    /** The node as a whole: for copies that are branches, their group but not each copy. */
    NODE,
    /** The group whose children run in parallel. */
    FAN_OUT,
    /** Every leaf of the node and below, unless a node in between overrides it. */
    LEAVES_BELOW
  }

  /** The settings with a single value, in order. */
  public static final List<Setting> VALUES =
      Arrays.stream(values()).filter(each -> each.form instanceof ValueForm).toList();

  /** The settings of plan steps, in order; each has a single value. */
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
    this.camelKey =
        Pattern.compile("_(.)")
            .matcher(key)
            .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    this.home = home;
    this.form = form;
    this.reach = reach;
    this.meaning = meaning;
  }

  /** The key in recipes. */
  public String key() {
    return key;
  }

  /** The key in the JSON of plans, such as {@code minSuccessful}. */
  public String camelKey() {
    return camelKey;
  }

  /** The objects on which it is valid. */
  public Home home() {
    return home;
  }

  /** The form of its value. */
  public SettingForm form() {
    return form;
  }

  /**
   * The form of a single value.
   *
   * @throws ClassCastException if it is not one of {@link #VALUES}
   */
  public ValueForm valueForm() {
    return (ValueForm) form;
  }

  /** The steps to which it applies. */
  public Reach reach() {
    return reach;
  }

  /** Whether nodes below inherit it. */
  public boolean isInherited() {
    return reach == Reach.BELOW || reach == Reach.LEAVES_BELOW;
  }

  /** Its description, in Markdown, for the language reference. */
  public String meaning() {
    return meaning;
  }

  /** The setting with this key, or null. */
  public static @Nullable Setting ofKey(String key) {
    return BY_KEY.get(key);
  }

  private boolean isOfSteps() {
    return reach != Reach.NOWHERE && reach != Reach.BELOW;
  }
}
