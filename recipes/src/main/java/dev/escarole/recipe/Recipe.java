package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FactNames;
import dev.escarole.recipe.template.HandleTemplate;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.PlainValue;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.TemplateException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A recipe that was read and found sound. Immutable. */
public final class Recipe {
  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_LISTED = 20;
  private static final int MOST_NAMED = 10;

  private final @Nullable String name;
  private final @Nullable String description;
  private final Template template;
  private final List<Parameter> parameters;
  private final List<ComputedInput> computed;
  private final List<Problem> warnings;
  private final RecipeSource source;
  private final Map<String, Parameter> byName = new LinkedHashMap<>();

  Recipe(Builder parts, Template template, RecipeSource source) {
    this.name = parts.name;
    this.description = parts.description;
    this.parameters = List.copyOf(parts.parameters);
    this.computed = List.copyOf(parts.computed);
    this.warnings = List.copyOf(parts.warnings);
    this.template = template;
    this.source = source;
    this.parameters.forEach(each -> byName.put(each.name(), each));
  }

  /** The recipe's own name, if it gives one. */
  public @Nullable String name() {
    return name;
  }

  /** What the recipe is for, if it says so. */
  public @Nullable String description() {
    return description;
  }

  /** The command tree. */
  public Template template() {
    return template;
  }

  /** The text that was read. */
  public String source() {
    return source.text();
  }

  /** Name of the file that was read. */
  public String fileName() {
    return source.fileName();
  }

  /**
   * The public inputs: those that {@code args} declares, or else those that the template mentions.
   */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * The inputs that are computed when a run is launched, in the order in which that is done. Each
   * is also among the {@link #parameters}; a value that is given for one counts instead.
   */
  public List<ComputedInput> computed() {
    return computed;
  }

  /** The inputs that are computed, unless these launch values hold them. */
  public List<ComputedInput> computed(Map<String, ? extends @Nullable Object> given) {
    return computed.stream().filter(each -> given.get(each.name()) == null).toList();
  }

  /** What is doubtful about the recipe, in the order of the text. */
  public List<Problem> warnings() {
    return warnings;
  }

  /** The fields that are none of this language and change nothing, as JSON pointers. */
  public List<String> ignoredFields() {
    return warnings.stream().filter(Recipe::isIgnoredField).map(Problem::pointer).toList();
  }

  /** Whether a problem is a warning of a field that changes nothing, whoever may read it. */
  public static boolean isIgnoredField(Problem problem) {
    return problem.severity() == Severity.WARNING
        && (problem.code().equals(Codes.UNKNOWN_FIELD)
            || problem.code().equals(Codes.RETIRED_FIELD)
            || problem.code().equals(Codes.MISPLACED_FIELD));
  }

  /**
   * A warning for each sequence whose steps read each other's output and that does not say what a
   * failure means. They are no part of {@link #warnings()}, among which they would drown others.
   */
  public List<Problem> failureAdvice() {
    return UnsaidFailures.in(template).stream()
        .map(
            pointer ->
                warning(
                    Codes.READS_FROM_FAILURE,
                    "where a step of this sequence fails, the next one reads nothing and goes on",
                    "Say \"failure\": \"branch\" to end the sequence there, or \"continue\" if"
                        + " going on is meant.",
                    pointer))
        .toList();
  }

  /** The warnings as a launch shows them: the fields that change nothing in one. */
  public List<Problem> launchWarnings() {
    List<Problem> shown = new ArrayList<>();
    List<Problem> ignored = warnings.stream().filter(Recipe::isIgnoredField).toList();
    if (!ignored.isEmpty()) {
      shown.add(ignoredFields(ignored));
    }
    warnings.stream().filter(warning -> !isIgnoredField(warning)).forEach(shown::add);
    return List.copyOf(shown);
  }

  private static Problem ignoredFields(List<Problem> ignored) {
    List<String> names =
        ignored.stream()
            .map(Problem::pointer)
            .map(pointer -> pointer.substring(pointer.lastIndexOf('/') + 1))
            .distinct()
            .toList();
    String shown = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)));
    return new Problem(
        Severity.WARNING,
        Codes.UNKNOWN_FIELD,
        "fields that are none of this language change nothing: "
            + shown
            + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : ""),
        "'validate' shows where each stands, and 'validate --strict' refuses them.",
        ignored.get(0).location());
  }

  /**
   * The part of the file that stands at this JSON pointer, such as a handle; problems with it have
   * their places in the whole file.
   *
   * @throws IllegalArgumentException if nothing stands there
   */
  public Document part(String pointer) {
    return Document.part(source, pointer);
  }

  /** An error at the place that {@code pointer} names, or at its nearest ancestor in the text. */
  public Problem problem(String code, String message, @Nullable String hint, String pointer) {
    return new Problem(Severity.ERROR, code, message, hint, source.locate(pointer));
  }

  /** A warning, located as by {@link #problem}. */
  public Problem warning(String code, String message, @Nullable String hint, String pointer) {
    return new Problem(Severity.WARNING, code, message, hint, source.locate(pointer));
  }

  /** The errors that {@code found} stands for, located as by {@link #problem}. */
  public List<Problem> problems(TemplateException found, String pointer) {
    return found.problems().stream()
        .map(each -> problem(each.code(), each.message(), each.hint(), pointer))
        .toList();
  }

  /**
   * Checks values for this recipe and puts each into the form that its type asks for. Values are
   * text, or what a JSON document holds; null counts as absent. Whether a value is missing shows
   * only when the template is resolved.
   *
   * @throws RecipeException listing the values that do not fit and the names that the recipe does
   *     not take, at most {@value #MOST_PROBLEMS} of them
   */
  public Map<String, Object> bind(Map<String, ? extends @Nullable Object> rawValues) {
    Map<String, Object> bound = new LinkedHashMap<>();
    List<Problem> problems = new ArrayList<>();
    rawValues.forEach(
        (key, value) -> {
          try {
            Parameter parameter = parameter(key);
            if (value != null) {
              bound.put(key, fitted(parameter, PlainValue.normalised(value)));
            }
          } catch (TemplateException problem) {
            if (problems.size() == MOST_PROBLEMS) {
              return;
            }
            Location nowhere = new Location(fileName(), 0, 0, "");
            problems.add(
                new Problem(
                    Severity.ERROR, problem.code(), problem.message(), problem.hint(), nowhere));
          }
        });
    if (!problems.isEmpty()) {
      throw new RecipeException(problems);
    }
    return Collections.unmodifiableMap(bound);
  }

  private Parameter parameter(String wanted) {
    if (FactNames.isOne(wanted)) {
      throw new TemplateException(
          Codes.RUN_FACT, "'" + wanted + "' is given by each run itself", "Leave it out.");
    }
    Parameter known = byName.get(wanted);
    if (known != null) {
      return known;
    }
    if (takesAnyName()) {
      return new Parameter(wanted, null, false, null);
    }
    List<String> names = parameters.stream().map(Parameter::name).toList();
    String nearest = NearestName.of(wanted, names);
    String others = names.isEmpty() ? "It takes no values." : "It takes " + listed(names) + ".";
    throw new TemplateException(
        Codes.UNKNOWN_INPUT,
        "the " + kind() + " takes no value named '" + wanted + "'",
        nearest == null ? others : "Did you mean '" + nearest + "'?");
  }

  private static String listed(List<String> names) {
    return names.size() <= MOST_LISTED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST_LISTED)) + " and others";
  }

  private String kind() {
    return HandleNodes.isHandle(source.document()) ? "handle" : "recipe";
  }

  /** A handle that does not say what it takes takes whatever it is given. */
  private boolean takesAnyName() {
    return template instanceof HandleTemplate handle && handle.arguments().takesEverything();
  }

  private static Object fitted(Parameter parameter, Object value) {
    return parameter.type() == null ? value : parameter.type().normalise(parameter.name(), value);
  }

  /** The parts of a recipe that reading finds one by one. */
  static final class Builder {
    private @Nullable String name;
    private @Nullable String description;
    private List<Parameter> parameters = List.of();
    private List<ComputedInput> computed = List.of();
    private List<Problem> warnings = List.of();

    Builder name(@Nullable String value) {
      name = value;
      return this;
    }

    Builder description(@Nullable String value) {
      description = value;
      return this;
    }

    Builder parameters(List<Parameter> value) {
      parameters = value;
      return this;
    }

    Builder computed(List<ComputedInput> value) {
      computed = value;
      return this;
    }

    Builder warnings(List<Problem> value) {
      warnings = value;
      return this;
    }

    Recipe build(Template template, RecipeSource source) {
      return new Recipe(this, template, source);
    }
  }
}
