package dev.escarole.recipe;

import dev.escarole.recipe.SourceObject.Member;
import dev.escarole.recipe.template.ArgumentDeclaration;
import dev.escarole.recipe.template.Arguments;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Condition;
import dev.escarole.recipe.template.ControlValue;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.Mention;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.OutputSelector;
import dev.escarole.recipe.template.SuccessCodes;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the fields of one node, all but its template. */
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

  /** What the template of the node finds around it; known once {@link #parse} is through. */
  Surroundings inside() {
    return inside;
  }

  NodeSettings parse(Surroundings around) {
    Arguments args = field(Field.ARGS, this::arguments);
    DefaultsParser defaults = new DefaultsParser(problems, inputs);
    Map<String, Object> values =
        defaults.values(member(Field.DEFAULTS), args, place(Field.DEFAULTS));
    Condition when = field(Field.WHEN, this::condition);
    inside = around.inside(values.keySet(), filledBy(args), when != null);
    defaults.mention(values, place(Field.DEFAULTS), inside, member(Field.DEFAULTS));
    mentionDefaultsOf(args);
    NodeSettings settings = build(args, values, when);
    NodeAdvice.warn(settings, object, pointer, problems);
    return settings;
  }

  private NodeSettings build(
      @Nullable Arguments args, Map<String, Object> defaults, @Nullable Condition when) {
    mention(Field.WHEN, when == null ? List.of() : when.mentions());
    NodeSettings.Builder builder = NodeSettings.builder().args(args).defaults(defaults).when(when);
    builder
        .label(field(Field.LABEL, this::label))
        .parallel(Boolean.TRUE.equals(plain(Field.PARALLEL)));
    builder.repeat(number(Field.REPEAT));
    builder.delay(number(Field.DELAY));
    builder.timeout(number(Field.TIMEOUT));
    builder.retry(number(Field.RETRY));
    builder.retryDelay(number(Field.RETRY_DELAY));
    builder.retryBackoff(number(Field.RETRY_BACKOFF));
    builder.retryMaxDelay(number(Field.RETRY_MAX_DELAY));
    builder.concurrency(number(Field.CONCURRENCY));
    builder.minSuccessful(number(Field.MIN_SUCCESSFUL));
    builder.cache(field(Field.CACHE, value -> (Boolean) value.plain()));
    builder.failure(field(Field.FAILURE, this::failure)).output(field(Field.OUTPUT, this::output));
    builder.successCodes(field(Field.SUCCESS_CODES, this::successCodes));
    return builder.recover(recover()).build();
  }

  private void mentionDefaultsOf(@Nullable Arguments args) {
    if (args != null) {
      for (ArgumentDeclaration each : args.declarations()) {
        String text = each.defaultText() == null ? "" : each.defaultText();
        inputs.mentionInDefault(
            Text.parse(text).mentions(), each.name(), place(Field.ARGS), inside);
      }
    }
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

  /** The value of a field that is there and of an accepted type, as {@code read} understands it. */
  private <T> @Nullable T field(Field field, Function<SourceValue, T> read) {
    SourceValue value = member(field);
    if (value == null) {
      return null;
    }
    try {
      return read.apply(value);
    } catch (TemplateException wrong) {
      problems.errors(wrong, place(field));
      return null;
    }
  }

  private @Nullable SourceValue member(Field field) {
    SourceValue value = object.get(field.key());
    return value == null || !field.shape().accepts(value) ? null : value;
  }

  private Place place(Field field) {
    Member member = object.members().get(field.key());
    Mark mark = member == null ? object.mark() : member.value().mark();
    return new Place(Pointers.child(pointer, field.key()), mark);
  }

  private void mention(Field field, List<Mention> mentions) {
    inputs.mention(mentions, place(field), inside);
  }

  private @Nullable Object plain(Field field) {
    SourceValue value = member(field);
    return value == null ? null : value.plain();
  }

  private Condition condition(SourceValue value) {
    return value.plain() instanceof Boolean constant
        ? Condition.of(constant)
        : Condition.parse(String.valueOf(value.plain()));
  }

  private @Nullable ControlValue number(Field field) {
    ControlValue value = field(field, written -> control(written, field).checked(field.key()));
    mention(field, value == null ? List.of() : value.mentions());
    return value;
  }

  private static ControlValue control(SourceValue value, Field field) {
    if (value.plain() instanceof Long number) {
      return ControlValue.of(number);
    }
    if (value.plain() instanceof BigDecimal number) {
      return ControlValue.of(whole(number, field));
    }
    return ControlValue.parse(String.valueOf(value.plain()));
  }

  private static long whole(BigDecimal number, Field field) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException notWhole) {
      throw new TemplateException(
          Codes.BAD_NUMBER, "'" + field.key() + "' must be a whole number, not " + number, null);
    }
  }

  private FailureScope failure(SourceValue value) {
    String word = String.valueOf(value.plain());
    return FailureScope.ofWord(word).orElseThrow(() -> unknownFailure(word));
  }

  private static TemplateException unknownFailure(String word) {
    String nearest = NearestName.of(word, FailureScope.words());
    return new TemplateException(
        Codes.UNKNOWN_FAILURE,
        "'failure' must be continue, branch or root, not '" + word + "'",
        nearest == null ? null : "Did you mean '" + nearest + "'?");
  }

  private String label(SourceValue value) {
    String written = String.valueOf(value.plain());
    Text label = Text.parse(written);
    mention(Field.LABEL, label.mentions());
    problems.warnings(label, place(Field.LABEL));
    return written;
  }

  private SuccessCodes successCodes(SourceValue value) {
    SuccessCodes codes = SuccessCodes.of(((SourceArray) value).plain());
    if (!codes.contains(0)) {
      problems.warning(
          Codes.ZERO_FAILS,
          "'success_codes' replaces what means success, and 0 is not in it",
          "Add 0, unless it is a failure here.",
          place(Field.SUCCESS_CODES));
    }
    return codes;
  }

  private String output(SourceValue value) {
    String selector = String.valueOf(value.plain());
    if (!selector.equals("stdout")) {
      mention(Field.OUTPUT, OutputSelector.parse(selector).mentions());
    }
    return selector;
  }

  private Arguments arguments(SourceValue value) {
    List<ArgumentDeclaration> declarations = new ArrayList<>();
    String base = Pointers.child(pointer, Field.ARGS.key());
    List<SourceValue> items = ((SourceArray) value).items();
    for (int i = 0; i < items.size(); i++) {
      declaration(items.get(i), Place.of(Pointers.child(base, i), items.get(i)), declarations);
    }
    Arguments arguments = Arguments.of(declarations);
    inputs.declare(arguments, pointer.isEmpty(), place(Field.ARGS));
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
    SourceValue value = member(Field.RECOVER);
    return value == null
        ? null
        : nodes.node(value, Pointers.child(pointer, Field.RECOVER.key()), inside);
  }
}
