package dev.escarole.recipe;

import dev.escarole.recipe.RecipeFiles.Located;
import dev.escarole.recipe.flow.EmptyInputs;
import dev.escarole.recipe.http.HttpRule;
import dev.escarole.recipe.notify.NotifyRule;
import dev.escarole.recipe.schedule.LaunchRule;
import dev.escarole.recipe.schedule.Schedule;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.FactNames;
import dev.escarole.recipe.template.KeptPattern;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.PlainValue;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.TemplateException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A valid recipe. Immutable. */
public final class Recipe {
  private static final int MOST_PROBLEMS = 100;
  private static final int MOST_LISTED = 20;
  private static final int MOST_NAMED = 10;

  private final Head head;
  private final Template template;
  private final List<Parameter> parameters;
  private final List<ComputedInput> computed;
  private final List<Problem> warnings;
  private final Document document;
  private final RecipeFiles files;
  private final List<Parameter> passedOn;
  private final Map<String, Parameter> byName = new LinkedHashMap<>();
  private final List<Schedule> schedules;

  /** What a recipe says about itself besides its template and inputs. */
  record Head(
      @Nullable String name,
      @Nullable String description,
      List<KeptPattern> artifacts,
      List<WantedDirectory> dirs) {
    Head {
      artifacts = List.copyOf(artifacts);
      dirs = List.copyOf(dirs);
    }
  }

  Recipe(
      Head head,
      Template template,
      List<Parameter> parameters,
      List<ComputedInput> computed,
      List<Problem> warnings,
      RecipeFiles files,
      List<Parameter> passedOn) {
    this.files = files;
    this.document = files.own();
    this.head = head;
    this.template = template;
    this.parameters = List.copyOf(parameters);
    this.computed = List.copyOf(computed);
    this.warnings = List.copyOf(warnings);
    this.parameters.forEach(each -> byName.put(each.name(), each));
    this.passedOn = passedOn.stream().filter(each -> !byName.containsKey(each.name())).toList();
    this.passedOn.forEach(each -> byName.put(each.name(), each));
    this.schedules = List.of();
  }

  private Recipe(Recipe like, List<Schedule> schedules) {
    this.files = like.files;
    this.document = like.document;
    this.head = like.head;
    this.template = like.template;
    this.parameters = like.parameters;
    this.computed = like.computed;
    this.warnings = like.warnings;
    this.passedOn = like.passedOn;
    this.byName.putAll(like.byName);
    this.schedules = List.copyOf(schedules);
  }

  Recipe withSchedules(List<Schedule> all) {
    return new Recipe(this, all);
  }

  /** When it is launched by itself, in document order; those of imported recipes do not count. */
  public List<Schedule> schedules() {
    return schedules;
  }

  /** Whether the recipe can be neither launched nor imported. */
  public boolean isDisabled() {
    return template.settings().isDisabled();
  }

  /** Which files of an inbox start a run of it; null if none do. */
  public @Nullable InboxRule inbox() {
    return InboxRule.of(document.value());
  }

  /** Who is told about its runs; what imported recipes say does not count. */
  public List<NotifyRule> notifications() {
    return SettingsParser.notifications(document.value());
  }

  /**
   * The HTTP requests that its commands make, each once. Those of imported recipes do not count: a
   * changed import must not reach further than its importer says.
   */
  public List<HttpRule> http() {
    return SettingsParser.http(document.value()).stream().distinct().toList();
  }

  /** How many runs of it there are at once; null for any number. */
  public @Nullable LaunchRule launch() {
    return SettingsParser.launch(document.value(), new Problems(null));
  }

  /** Its direct imports, in document order. */
  public List<RecipeImport> imports() {
    return files.imports();
  }

  /** All imported recipes, direct or not, each once. */
  public Collection<Recipe> imported() {
    return files.imported();
  }

  /** The file of the recipe, and those of all imported recipes. */
  public List<RecipeFile> sources() {
    return files.list();
  }

  /**
   * Whether it may have become another recipe, because files of its folder have changed, appeared
   * or vanished.
   *
   * @param names what {@link RecipeNames#meanings} says of these files
   */
  public boolean mayMean(Set<String> names) {
    return files.mayMean(names);
  }

  /**
   * The text of the file in which a problem is: its own, or that of an imported recipe. Empty if
   * the file is unknown.
   */
  public String source(Problem problem) {
    String text = files.source(problem);
    return text == null ? problem.file() == null ? source() : "" : text;
  }

  /**
   * The text of the recipe, or a bundle of all its files if it has imports or uses its directory: a
   * text that {@link RecipeReader} reads as an equal recipe anywhere, but for {@link #directories}.
   */
  public String portable() {
    return isBundled() ? files.bundle() : source();
  }

  /** Whether {@link #portable} is a bundle. */
  public boolean isBundled() {
    return !imports().isEmpty() || !guestDirectories().isEmpty();
  }

  /**
   * The directories that commands need as {@code recipe_dir}, as they see them. Those of {@link
   * #directories} are on this machine; for others a launch must grant some.
   */
  public Set<String> guestDirectories() {
    return files.guestDirectories();
  }

  /**
   * The directory of its file as commands see it, the value of {@code recipe_dir}; null if it was
   * not read from a directory.
   */
  public @Nullable String guestDirectory() {
    return files.guestDirectory();
  }

  /**
   * The directories of this machine that commands need, because the recipe or an imported one uses
   * {@code recipe_dir}, by their paths for commands. Only for reading.
   */
  public Map<String, Path> directories() {
    return files.directories();
  }

  RecipeFiles files() {
    return files;
  }

  int importHeight() {
    return files.height();
  }

  /** The inputs, and those of imported recipes that a launch can set. */
  List<Parameter> allParameters() {
    return List.copyOf(byName.values());
  }

  /** Whether it, or a recipe that it imports, has an input of this name that a launch can set. */
  public boolean hasInput(String name) {
    return byName.containsKey(name);
  }

  /** Whether a value of this name can be given. */
  boolean accepts(String name) {
    return hasInput(name) || takesAnyName();
  }

  /** The recipe's {@code name}, if any. */
  public @Nullable String name() {
    return head.name();
  }

  /** The recipe's {@code name}, or else its name in the recipe folder, or its file name. */
  public String title() {
    String name = head.name();
    return name == null ? files.title() : name;
  }

  /** The recipe's {@code description}, if any. */
  public @Nullable String description() {
    return head.description();
  }

  /** The files of the workspace to keep when a run ends, in order. */
  public List<KeptPattern> artifacts() {
    return head.artifacts();
  }

  /** The command tree. */
  public Template template() {
    return template;
  }

  /** The text of the file. */
  public String source() {
    return document.text();
  }

  /** Name of the file. */
  public String fileName() {
    return document.fileName();
  }

  /**
   * The directories of the machine that its commands and those of imported recipes need, each path
   * once; writable if one of the recipes changes it.
   */
  public List<WantedDirectory> wantedDirectories() {
    Map<String, WantedDirectory> wanted = new LinkedHashMap<>();
    head.dirs().forEach(each -> wanted.put(each.guest(), each));
    for (Recipe imported : imported()) {
      for (WantedDirectory each : imported.head.dirs()) {
        wanted.merge(each.guest(), each, (a, b) -> b.writable() && !a.writable() ? b : a);
      }
    }
    return List.copyOf(wanted.values());
  }

  /**
   * The public inputs: those that {@code args} declares, or else those that the template mentions.
   */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * The inputs that are computed when a run is launched, in order. Each is also one of the {@link
   * #parameters}; a launch value replaces the computed one.
   */
  public List<ComputedInput> computed() {
    return computed;
  }

  /** The computed inputs that have no launch value. */
  public List<ComputedInput> computed(Map<String, ? extends @Nullable Object> given) {
    return computed.stream().filter(each -> given.get(each.name()) == null).toList();
  }

  /** The warnings, in document order. */
  public List<Problem> warnings() {
    return warnings;
  }

  /** JSON pointers of the fields that are not part of the language and have no effect. */
  public List<String> ignoredFields() {
    return warnings.stream().filter(Recipe::isIgnoredField).map(Problem::pointer).toList();
  }

  /** Whether a problem is a warning about a field without effect. */
  public static boolean isIgnoredField(Problem problem) {
    return problem.severity() == Severity.WARNING
        && (problem.code().equals(Codes.UNKNOWN_FIELD)
            || problem.code().equals(Codes.RETIRED_FIELD)
            || problem.code().equals(Codes.MISPLACED_FIELD));
  }

  /**
   * A warning for each sequence that does not set {@code failure} and in which a step may read the
   * output of another, as far as the words of its command tell. Not part of {@link #warnings()},
   * where they would hide others.
   */
  public List<Problem> failureAdvice() {
    return EmptyInputs.in(template).stream()
        .map(
            pointer ->
                warning(
                    Codes.READS_FROM_FAILURE,
                    "if a step of this sequence fails, the next one runs with empty input",
                    "Set \"failure\" to \"branch\" to end the sequence there, or to \"continue\" if"
                        + " this is intended.",
                    pointer))
        .toList();
  }

  /** The warnings as shown at launch: the fields without effect are combined into one. */
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
        "unknown fields have no effect: "
            + shown
            + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : ""),
        "'validate' shows where they are, and 'validate --strict' rejects them.",
        ignored.get(0).location());
  }

  /**
   * The part of a file at this pointer of a node, such as a handle; positions of its problems refer
   * to the whole file.
   *
   * @throws IllegalArgumentException if there is no value
   */
  public Document part(String pointer) {
    Located at = files.locate(pointer);
    return at.document().part(at.pointer());
  }

  /**
   * An error at {@code pointer}, or at its nearest existing ancestor.
   *
   * @param pointer as in {@link Template#pointer()}
   */
  public Problem problem(String code, String message, @Nullable String hint, String pointer) {
    Located at = files.locate(pointer);
    return at.document().error(code, message, hint, at.pointer());
  }

  /** A warning, located as by {@link #problem}. */
  public Problem warning(String code, String message, @Nullable String hint, String pointer) {
    Located at = files.locate(pointer);
    return at.document().warning(code, message, hint, at.pointer());
  }

  /** The errors in {@code found}, located as by {@link #problem}. */
  public List<Problem> problems(TemplateException found, String pointer) {
    return found.problems().stream()
        .map(each -> problem(each.code(), each.message(), each.hint(), pointer))
        .toList();
  }

  /**
   * Validates values for this recipe and converts each to its declared type. Values are text or
   * plain JSON values; null means absent. Missing values are reported only when the template is
   * resolved.
   *
   * @throws RecipeException listing the invalid values and unknown names, at most {@value
   *     #MOST_PROBLEMS} of them
   */
  public Map<String, Object> bind(Map<String, ? extends @Nullable Object> rawValues) {
    Map<String, Object> bound = new LinkedHashMap<>();
    List<Problem> problems = new ArrayList<>();
    rawValues.forEach(
        (key, value) -> {
          try {
            if (key.equals(FactNames.SCHEDULED_FOR)) {
              if (value != null) {
                bound.put(key, plannedTime(value));
              }
              return;
            }
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

  /** The time for which a run is launched, in the form of {@code run_time}. */
  private static String plannedTime(Object value) {
    try {
      return Instant.parse(String.valueOf(value)).truncatedTo(ChronoUnit.SECONDS).toString();
    } catch (DateTimeParseException wrong) {
      throw new TemplateException(
          Codes.BAD_VALUE,
          "'scheduled_for' must be a time in UTC, not " + PlainValue.shown(value),
          "Write it as 2026-12-01T03:00:00Z, or leave it out.");
    }
  }

  private Parameter parameter(String wanted) {
    if (FactNames.isFact(wanted)) {
      throw new TemplateException(
          Codes.RUN_FACT, "'" + wanted + "' is set by each run", "Leave it out.");
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
    String others = names.isEmpty() ? "It has no inputs." : "Its inputs are " + listed(names) + ".";
    throw new TemplateException(
        Codes.UNKNOWN_INPUT,
        "the " + kind() + " has no input named '" + wanted + "'",
        nearest == null ? others : "Did you mean '" + nearest + "'?");
  }

  private static String listed(List<String> names) {
    return names.size() <= MOST_LISTED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST_LISTED)) + " and others";
  }

  private String kind() {
    return HandleNodes.isHandle(document.value()) ? "handle" : "recipe";
  }

  /** A handle without declared parameters accepts every name. */
  private boolean takesAnyName() {
    return template instanceof HandleTemplate handle && handle.arguments().takesEverything();
  }

  private static Object fitted(Parameter parameter, Object value) {
    return parameter.type() == null ? value : parameter.type().normalise(parameter.name(), value);
  }
}
