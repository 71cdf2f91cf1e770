package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.RecipeImport.Binding;
import dev.escarole.recipe.SourceValue.SourceArray;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceObject.Member;
import dev.escarole.recipe.SourceValue.SourceScalar;
import dev.escarole.recipe.http.HttpRule;
import dev.escarole.recipe.notify.NotifyRule;
import dev.escarole.recipe.schedule.LaunchRule;
import dev.escarole.recipe.template.ArgumentDeclaration;
import dev.escarole.recipe.template.Arguments;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Condition;
import dev.escarole.recipe.template.Mention;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.SettingForm.ValueForm;
import dev.escarole.recipe.template.SuccessCodes;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parses the fields of one node, except its template. */
final class SettingsParser {
  private final Problems problems;
  private final Inputs inputs;
  private final NodeParser nodes;
  private final SourceObject object;
  private final String pointer;
  private Surroundings inside = Surroundings.NONE;

  SettingsParser(
      Problems problems, Inputs inputs, NodeParser nodes, SourceObject object, String pointer) {
    this.problems = problems;
    this.inputs = inputs;
    this.nodes = nodes;
    this.object = object;
    this.pointer = pointer;
  }

  /** The surroundings of the node's template; set by {@link #parse}. */
  Surroundings inside() {
    return inside;
  }

  NodeSettings parse(Surroundings around) {
    Arguments args = field(Setting.ARGS, this::arguments);
    DefaultsParser defaults = new DefaultsParser(problems, inputs);
    Map<String, Object> values =
        defaults.values(member(Setting.DEFAULTS), args, place(Setting.DEFAULTS));
    if (pointer.isEmpty()) {
      values.putAll(
          defaults.values(member(Setting.IMPORT_VALUES), null, place(Setting.IMPORT_VALUES)));
    }
    Condition when = field(Setting.WHEN, this::condition);
    inside = around.inside(values.keySet(), filledBy(args), when != null);
    defaults.mention(values, place(Setting.DEFAULTS), inside, member(Setting.DEFAULTS));
    mentionDefaultsOf(args);
    NodeSettings settings = build(args, values, when);
    NodeAdvice.warn(settings, object, pointer, problems);
    return settings;
  }

  /** The rule about the runs of a recipe at once; null if it has none, or is a handle. */
  static @Nullable LaunchRule launch(SourceValue document, Problems problems) {
    if (HandleNodes.isHandle(document)
        || !(document.child(Setting.LAUNCH.key()) instanceof SourceObject rule)) {
      return null;
    }
    String pointer = Pointers.child("", Setting.LAUNCH.key());
    return LaunchRule.read(
        rule.plain(),
        (field, e) -> {
          Member member = rule.members().get(field);
          Place place =
              member == null
                  ? Place.of(pointer, rule)
                  : new Place(Pointers.child(pointer, field), member.keyMark());
          problems.error(e.code(), e.message(), e.hint(), place);
        });
  }

  /** Who is told about the runs of a recipe without mistakes; empty for a handle. */
  static List<NotifyRule> notifications(SourceValue document) {
    SourceValue value = notify(document);
    return value == null
        ? List.of()
        : NotifyRule.read(value.plain(), (code, message, hint, at) -> {});
  }

  /** Reports the mistakes in what a recipe says about who is told. */
  static void checkNotifications(Document source, Problems problems) {
    SourceValue value = notify(source.value());
    if (value == null) {
      return;
    }
    List<Problem> found = new ArrayList<>();
    String above = Pointers.child("", Setting.NOTIFY.key());
    List<NotifyRule> unused =
        NotifyRule.read(
            value.plain(),
            (code, message, hint, at) -> found.add(source.error(code, message, hint, above + at)));
    problems.addAll(found);
  }

  /** The HTTP requests that a recipe without mistakes asks for; none for a handle. */
  static List<HttpRule> http(SourceValue document) {
    SourceValue value = requests(document);
    return value == null
        ? List.of()
        : HttpRule.read(value.plain(), (code, message, hint, at) -> {});
  }

  /** Reports the mistakes in the HTTP requests that a recipe asks for. */
  static void checkHttp(Document source, Problems problems) {
    SourceValue value = requests(source.value());
    if (value == null) {
      return;
    }
    List<Problem> found = new ArrayList<>();
    String above = Pointers.child("", Setting.HTTP.key());
    List<HttpRule> unused =
        HttpRule.read(
            value.plain(),
            (code, message, hint, at) -> found.add(source.error(code, message, hint, above + at)));
    problems.addAll(found);
  }

  /** Warns of HTTP requests that an import asks for and the recipe does not list. */
  static void warnOfUnlisted(Document source, Collection<Binding> imports, Problems problems) {
    List<HttpRule> listed = http(source.value());
    for (Binding each : imports) {
      RecipeImport target = each.target();
      if (target == null) {
        continue;
      }
      for (HttpRule wanted : target.recipe().http()) {
        if (!wanted.isCoveredBy(listed)) {
          problems.warning(
              Codes.UNLISTED_REQUEST,
              "the import '%s' asks for %s, which this recipe does not list"
                  .formatted(target.alias(), wanted.text()),
              "Such requests are denied. Add them to 'http' of this recipe.",
              new Place(each.pointer(), Mark.START));
        }
      }
    }
  }

  private static @Nullable SourceValue requests(SourceValue document) {
    SourceValue value = document.child(Setting.HTTP.key());
    boolean array = value != null && value.plain() instanceof List<?>;
    return array && !HandleNodes.isHandle(document) ? value : null;
  }

  private static @Nullable SourceValue notify(SourceValue document) {
    return HandleNodes.isHandle(document) ? null : document.child(Setting.NOTIFY.key());
  }

  private NodeSettings build(
      @Nullable Arguments args, Map<String, Object> defaults, @Nullable Condition when) {
    mention(Setting.WHEN, when == null ? List.of() : when.mentions());
    String label = field(Setting.LABEL, this::label);
    Map<Setting, Object> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.VALUES) {
      Object value = field(setting, written -> value(setting, written));
      if (value != null) {
        values.put(setting, value);
      }
    }
    String output = field(Setting.OUTPUT, this::output);
    return new NodeSettings(values, label, when, recover(), output, args, defaults);
  }

  private void mentionDefaultsOf(@Nullable Arguments args) {
    if (args != null) {
      for (ArgumentDeclaration each : args.declarations()) {
        String text = each.defaultText() == null ? "" : each.defaultText();
        inputs.mentionInDefault(
            Text.parse(text).mentions(), each.name(), place(Setting.ARGS), inside);
      }
    }
  }

  /** The surroundings of the recipe's own fields: its args and defaults apply to them too. */
  static Surroundings inside(NodeSettings recipe) {
    return Surroundings.NONE.inside(recipe.defaults().keySet(), filledBy(recipe.args()), false);
  }

  static @Nullable Set<String> filledBy(@Nullable Arguments args) {
    if (args == null) {
      return null;
    }
    Set<String> names = new HashSet<>();
    args.declarations().stream()
        .filter(each -> each.defaultText() != null)
        .forEach(each -> names.add(each.name()));
    return names;
  }

  /** Reads a field with {@code read}; null if it is absent or invalid. */
  private <T> @Nullable T field(Setting setting, Function<SourceValue, T> read) {
    SourceValue value = member(setting);
    if (value == null) {
      return null;
    }
    try {
      return read.apply(value);
    } catch (TemplateException wrong) {
      problems.errors(wrong, place(setting));
      return null;
    }
  }

  private @Nullable SourceValue member(Setting setting) {
    SourceValue value = object.get(setting.key());
    return value == null || !setting.form().accepts(value.type()) ? null : value;
  }

  private Place place(Setting setting) {
    Member member = object.members().get(setting.key());
    Mark mark = member == null ? object.mark() : member.value().mark();
    return new Place(Pointers.child(pointer, setting.key()), mark);
  }

  private void mention(Setting setting, List<Mention> mentions) {
    inputs.mention(mentions, place(setting), inside);
  }

  private Condition condition(SourceValue value) {
    return value.plain() instanceof Boolean constant
        ? Condition.of(constant)
        : Condition.parse(String.valueOf(value.plain()));
  }

  private Object value(Setting setting, SourceValue written) {
    ValueForm form = setting.valueForm();
    Object read = form.read(setting.key(), Objects.requireNonNull(written.plain()));
    List<Mention> mentions = form.mentions(read);
    if (!mentions.isEmpty()) {
      mention(setting, mentions);
    }
    return read;
  }

  private String label(SourceValue value) {
    String written = String.valueOf(value.plain());
    Text label = Text.parse(written);
    mention(Setting.LABEL, label.mentions());
    problems.warnings(label, place(Setting.LABEL));
    return written;
  }

  private String output(SourceValue value) {
    String selector = String.valueOf(value.plain());
    if (!selector.equals("stdout")) {
      mention(Setting.OUTPUT, Text.ofSelector(selector).mentions());
    }
    return selector;
  }

  private Arguments arguments(SourceValue value) {
    List<ArgumentDeclaration> declarations = new ArrayList<>();
    String base = Pointers.child(pointer, Setting.ARGS.key());
    List<SourceValue> items = ((SourceArray) value).items();
    for (int i = 0; i < items.size(); i++) {
      declaration(items.get(i), Place.of(Pointers.child(base, i), items.get(i)), declarations);
    }
    Arguments arguments = Arguments.of(declarations);
    inputs.declare(arguments, pointer.isEmpty(), place(Setting.ARGS));
    return arguments;
  }

  private void declaration(SourceValue item, Place place, List<ArgumentDeclaration> into) {
    if (!(item.plain() instanceof String text)) {
      problems.error(
          Codes.WRONG_TYPE,
          "an argument declaration must be a string, not " + item.typeName(),
          null,
          place);
      return;
    }
    try {
      into.add(ArgumentDeclaration.parse(text));
    } catch (TemplateException wrong) {
      problems.errors(wrong, place);
    }
  }

  private @Nullable Template recover() {
    SourceValue value = member(Setting.RECOVER);
    return value == null
        ? null
        : nodes.node(value, Pointers.child(pointer, Setting.RECOVER.key()), inside);
  }

  /** Warns about fields that have no effect, or more effect than they seem to. */
  private static final class NodeAdvice {
    private final SourceObject node;
    private final String pointer;
    private final Problems problems;

    private NodeAdvice(SourceObject node, String pointer, Problems problems) {
      this.node = node;
      this.pointer = pointer;
      this.problems = problems;
    }

    static void warn(NodeSettings settings, SourceObject node, String pointer, Problems problems) {
      NodeAdvice advice = new NodeAdvice(node, pointer, problems);
      SourceValue template = node.get(Setting.TEMPLATE.key());
      boolean single =
          template == null
              || template instanceof SourceScalar
              || HandleNodes.isHandle(template)
              || isImport(template, pointer);
      if (settings.parallel() && single && settings.repeat() == null) {
        advice.idle(
            Setting.PARALLEL,
            "on a single command",
            "Add \"repeat\", or make the template an array.");
      }
      Text retry = settings.number(Setting.RETRY);
      boolean once = retry == null || retry.source().equals("1");
      if (settings.recover() != null && once) {
        advice.idle(Setting.RECOVER, "without a second attempt", "Add \"retry\".");
      }
      advice.aboutWaits(settings, once);
      advice.aboutSuccess(settings.successCodes());
      advice.aboutAwait(settings);
      if (settings.output() != null && !settings.output().equals("stdout") && !pointer.isEmpty()) {
        advice.idle(
            Setting.OUTPUT,
            "inside the recipe, because standard output always flows between steps",
            null);
      }
    }

    private static boolean isImport(SourceValue template, String pointer) {
      return template instanceof SourceObject object
          && ImportNodes.isImport(object, pointer + "/template");
    }

    private void aboutWaits(NodeSettings settings, boolean once) {
      boolean waits = settings.number(Setting.RETRY_DELAY) != null;
      if (waits && once) {
        idle(Setting.RETRY_DELAY, "without a second attempt", "Add \"retry\".");
      }
      if (!waits) {
        String hint = "Add \"retry_delay\".";
        if (settings.number(Setting.RETRY_BACKOFF) != null) {
          idle(Setting.RETRY_BACKOFF, "without a wait", hint);
        }
        if (settings.number(Setting.RETRY_MAX_DELAY) != null) {
          idle(Setting.RETRY_MAX_DELAY, "without a wait", hint);
        }
      }
    }

    private void aboutSuccess(@Nullable SuccessCodes codes) {
      SourceValue written = node.get(Setting.SUCCESS_CODES.key());
      if (codes != null && written != null && !codes.contains(0)) {
        problems.warning(
            Codes.ZERO_FAILS,
            "'success_codes' does not include 0, so exit code 0 is a failure",
            "Add 0, unless this is intended.",
            Place.of(Pointers.child(pointer, Setting.SUCCESS_CODES.key()), written));
      }
    }

    private void aboutAwait(NodeSettings settings) {
      if (settings.await() != null) {
        for (Setting ofCommands : List.of(Setting.SUCCESS_CODES, Setting.CACHE)) {
          if (node.get(ofCommands.key()) != null) {
            idle(ofCommands, "on a node that waits", null);
          }
        }
      }
    }

    private void idle(Setting setting, String where, @Nullable String hint) {
      SourceObject.Member member = node.members().get(setting.key());
      Mark mark = member == null ? node.mark() : member.keyMark();
      problems.warning(
          Codes.NO_EFFECT,
          "'" + setting.key() + "' has no effect " + where,
          hint,
          new Place(Pointers.child(pointer, setting.key()), mark));
    }
  }
}
