package dev.escarole.recipe.template;

import dev.escarole.recipe.template.DefaultValue.DefaultOrigin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values of names at one node: generated repeat values, launch values and the defaults of the
 * enclosing nodes, in this order. Immutable; scopes share data with their parents, so entering a
 * node or copy costs only a few words of memory.
 */
public final class Scope {
  private static final int MOST_NAMES = 100;
  private static final int LONGEST_LABEL = 200;

  /** Control characters and line separators. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]+");

  /** Work units for a name suggestion or a message about a value. */
  private static final int NAMING = 1 << 12;

  private final Map<String, Object> values;
  private final Imported imported;
  private final Arguments args;
  private final @Nullable Frame frame;
  private final int index;
  private final int count;
  private final ResolutionMeter meter;

  private Scope(Scope like, Arguments args, @Nullable Frame frame, int index, int count) {
    this(like.values, like.imported, like.meter, args, frame, index, count);
  }

  private Scope(
      Map<String, Object> values,
      Imported imported,
      ResolutionMeter meter,
      Arguments args,
      @Nullable Frame frame,
      int index,
      int count) {
    this.values = values;
    this.imported = imported;
    this.meter = meter;
    this.args = args;
    this.frame = frame;
    this.index = index;
    this.count = count;
  }

  /**
   * What the importing recipe sets in an imported one.
   *
   * @param any false outside imported recipes
   * @param bound values that replace those of the launch
   * @param defaults values that replace the defaults of the recipe itself
   * @param directory of the recipe's file as commands see it; null if it is not in one
   */
  private record Imported(
      boolean any,
      Map<String, Object> bound,
      Map<String, Object> defaults,
      @Nullable String directory) {
    static final Imported NOT = new Imported(false, Map.of(), Map.of(), null);
  }

  /**
   * The defaults of one node, and its enclosing scope.
   *
   * @param inArgs the defaults in the node's {@code args}; null if it has no {@code args}
   */
  private record Frame(
      Map<String, DefaultValue> defaults,
      @Nullable Map<String, DefaultValue> inArgs,
      DefaultOrigin origin) {
    @Nullable Frame outer() {
      return origin.enclosing().frame;
    }

    /**
     * The default of this name.
     *
     * @param replaced whether an inner node has its own {@code args}, which replace these
     */
    @Nullable DefaultValue find(String name, boolean replaced) {
      DefaultValue own = defaults.get(name);
      return own != null || replaced || inArgs == null ? own : inArgs.get(name);
    }
  }

  /** The nearest default of a name, and its node. */
  private record Found(DefaultValue value, DefaultOrigin origin) {}

  private @Nullable Found find(String name) {
    boolean replaced = false;
    for (Frame at = frame; at != null; at = at.outer()) {
      Object fromImport = at.outer() == null ? imported.defaults.get(name) : null;
      if (fromImport != null) {
        return new Found(DefaultValue.literal(fromImport), at.origin());
      }
      DefaultValue value = at.find(name, replaced);
      if (value != null) {
        return new Found(value, at.origin());
      }
      replaced |= at.inArgs() != null;
    }
    return null;
  }

  /** The scope outside the root node; null values are absent. */
  public static Scope root(Map<String, ? extends @Nullable Object> values) {
    return root(values, ResolutionMeter.unlimited());
  }

  /** The same, with a meter for this scope and its inner scopes. */
  public static Scope root(Map<String, ? extends @Nullable Object> values, ResolutionMeter meter) {
    return new Scope(PlainValue.named(values), Imported.NOT, meter, Arguments.EMPTY, null, 0, 0);
  }

  /**
   * This scope for a recipe whose file is in a directory.
   *
   * @param directory as commands see it; null if the file is not in one
   */
  public Scope in(@Nullable String directory) {
    Imported inside = new Imported(imported.any, imported.bound, imported.defaults, directory);
    return new Scope(values, inside, meter, args, frame, index, count);
  }

  /** The scope outside the root node of an imported recipe, with only the launch values of this. */
  Scope importing(
      Map<String, Object> bound, Map<String, Object> defaults, @Nullable String directory) {
    Imported inside = new Imported(true, Map.copyOf(bound), Map.copyOf(defaults), directory);
    return new Scope(values, inside, meter, Arguments.EMPTY, null, 0, 0);
  }

  /** The scope inside a node with these settings. */
  public Scope enter(NodeSettings settings) {
    Map<String, DefaultValue> defaults = settings.parsedDefaults();
    Arguments declared = settings.args();
    boolean rootOfImported = frame == null && imported.any;
    if (defaults.isEmpty() && declared == null && !rootOfImported) {
      return this;
    }
    Frame inner =
        new Frame(
            defaults,
            declared == null ? null : settings.argumentDefaults(),
            new DefaultOrigin(this, settings.repeat() != null));
    return new Scope(this, declared == null ? args : declared, inner, index, count);
  }

  /** The scope of copy {@code copy}, from 0, of {@code copies} copies of a node. */
  public Scope repeated(int copy, int copies) {
    if (copy < 0 || copy >= copies) {
      throw new IllegalArgumentException("copy " + copy + " of " + copies);
    }
    return new Scope(this, args, frameOfCopy(copy, copies), copy, copies);
  }

  /** The defaults of a repeated node belong to each copy, with its index. */
  private @Nullable Frame frameOfCopy(int copy, int copies) {
    return frame != null && frame.origin().awaitsCopies()
        ? new Frame(frame.defaults(), frame.inArgs(), frame.origin().ofCopy(copy, copies))
        : frame;
  }

  /** This scope with another repeat index. */
  Scope at(int otherIndex, int otherCount) {
    return new Scope(this, args, frame, otherIndex, otherCount);
  }

  /** Resolves a command line; throws one {@link TemplateException} for all errors. */
  public List<String> argv(List<Word> words) {
    List<String> argv = new ArrayList<>(words.size());
    List<TemplateException> problems = new ArrayList<>(0);
    for (Word word : words) {
      meter.work(1);
      try {
        String text = word.text().textIn(this, null);
        if (!text.isEmpty() || word.quoted()) {
          argv.add(checked(text, word));
        }
      } catch (TemplateException problem) {
        problems.add(problem);
      }
    }
    if (problems.isEmpty() && (argv.isEmpty() || argv.get(0).isEmpty())) {
      problems.add(
          new TemplateException(Codes.EMPTY_COMMAND, "the command resolves to nothing", null));
    }
    if (!problems.isEmpty()) {
      throw TemplateException.of(problems);
    }
    return Collections.unmodifiableList(argv);
  }

  private static String checked(String text, Word word) {
    if (text.indexOf('\0') >= 0) {
      throw new TemplateException(
          Codes.NUL_CHARACTER,
          "'" + word.text().source() + "' resolves to text with a NUL character",
          "Command arguments cannot contain it.");
    }
    return text;
  }

  /** Resolves a label to one line; control characters become spaces. */
  public String label(Text label) {
    String text = CONTROL.matcher(label.textIn(this, null)).replaceAll(" ").strip();
    int end = Math.min(text.length(), LONGEST_LABEL);
    return end == text.length() ? text : text.substring(0, end - 1) + "…";
  }

  /** Whether a condition is true; a name without a value is false. */
  public boolean test(Condition condition) {
    return condition.holdsIn(this);
  }

  /** The value of a numeric setting such as {@code repeat}. */
  public long number(Text value, Setting setting) {
    return (Long) setting.valueForm().inScope(setting.key(), value, this);
  }

  /**
   * The value of an {@code output} other than {@code stdout}: a name, or text with placeholders.
   */
  public String output(String selector) {
    return Text.ofSelector(selector).textIn(this, null);
  }

  /**
   * Resolves a pattern of files.
   *
   * @throws TemplateException if it cannot be resolved, or is not a pattern then
   */
  public String pattern(Text pattern) {
    return FilePattern.checked(pattern.textIn(this, null));
  }

  /** All launch values, or all that the importing recipe sets. */
  Map<String, Object> given() {
    return imported.any ? imported.bound : values;
  }

  /** The values that the importing recipe sets; empty outside imported recipes. */
  Map<String, Object> bound() {
    return imported.bound;
  }

  /** The launch value of a name, or null. */
  @Nullable Object launched(String name) {
    return values.get(name);
  }

  ResolutionMeter meter() {
    return meter;
  }

  boolean repeats() {
    return count > 0;
  }

  int index() {
    return index;
  }

  int count() {
    return count;
  }

  /** The value of {@code name}: the launch value, or else a default, or else null. */
  @Nullable Object value(String name, @Nullable Trail trail) {
    if (name.equals(FactNames.RECIPE_DIR)) {
      return imported.directory;
    }
    if (name.equals(FactNames.SCHEDULED_FOR)) {
      Object planned = values.get(name);
      return planned == null ? FactNames.mark(FactNames.RUN_TIME) : planned;
    }
    if (FactNames.isFact(name)) {
      return FactNames.mark(name);
    }
    Object given = imported.bound.getOrDefault(name, values.get(name));
    if (given != null) {
      return given;
    }
    Found found = find(name);
    return found == null
        ? null
        : found.value().valueIn(this, found.origin(), Trail.through(trail, name, found.value()));
  }

  boolean has(String name) {
    if (name.equals(FactNames.RECIPE_DIR)) {
      return imported.directory != null;
    }
    return FactNames.isFact(name)
        || imported.bound.containsKey(name)
        || values.containsKey(name)
        || find(name) != null;
  }

  /** Converts the value to the type given in place, or else to the declared type. */
  Object typed(String name, @Nullable ArgumentType written, Object value) {
    ArgumentType type = written == null ? args.typeOf(name) : written;
    meter.work(type == null ? 1 : type.work(value));
    return type == null ? value : type.normalise(name, value);
  }

  @Nullable List<?> array(String name, @Nullable Trail trail) {
    Object value = value(name, trail);
    if (value == null) {
      return null;
    }
    if (typed(name, null, value) instanceof List<?> list) {
      return list;
    }
    meter.work(NAMING);
    throw new TemplateException(
        Codes.NOT_AN_ARRAY,
        "'" + name + "' must be an array, not " + PlainValue.shown(value),
        "Give it a JSON array, or declare it as " + name + ":array.");
  }

  TemplateException noValueFor(String name) {
    meter.work(NAMING);
    if (name.equals(FactNames.RECIPE_DIR)) {
      return new TemplateException(
          Codes.UNRESOLVED_PLACEHOLDER,
          "'recipe_dir' has no value, because the recipe was not read from a directory here",
          "Launch it from the recipe folder, or as a file on the machine that runs it.");
    }
    String nearest = NearestName.of(name, knownNames());
    return new TemplateException(
        Codes.UNRESOLVED_PLACEHOLDER,
        "'" + name + "' has no value and no default",
        nearest == null
            ? "Give it a value, or a default such as {" + name + "=text}."
            : "Did you mean '" + nearest + "'?");
  }

  /** Candidates for a name suggestion; limited to a plausible number. */
  private Set<String> knownNames() {
    Set<String> names = new LinkedHashSet<>();
    addNames(names, imported.bound.keySet());
    addNames(names, values.keySet());
    for (Frame at = frame; at != null; at = at.outer()) {
      addNames(names, at.defaults().keySet());
    }
    addNames(names, args.defaults().keySet());
    return names;
  }

  private static void addNames(Set<String> names, Set<String> more) {
    more.stream().limit(MOST_NAMES).forEach(names::add);
  }
}
