package dev.escarole.recipe.template;

import dev.escarole.recipe.template.DefaultValue.DefaultOrigin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a node runs that names an import: the template of another recipe, with its values. Immutable
 * and thread-safe.
 *
 * @param alias the name of the import in its recipe
 * @param path the file of the imported recipe
 * @param directory its directory as commands see it; null if it is not in one
 * @param template its template
 * @param wanted its inputs
 * @param bindings the values that the importing recipe sets
 */
public record ImportCall(
    String alias,
    String path,
    @Nullable String directory,
    Template template,
    List<Wanted> wanted,
    Bindings bindings) {

  public ImportCall {
    wanted = List.copyOf(wanted);
  }

  /**
   * An input of the imported recipe.
   *
   * @param type null if it takes any value
   */
  public record Wanted(String name, @Nullable ArgumentType type, boolean required) {}

  /**
   * Values by name, as written in the importing recipe.
   *
   * <p>For each name, the first of these counts: a value with placeholders, which are resolved in
   * the importing recipe; the launch value; a value without placeholders; a default.
   */
  public static final class Bindings {
    private final Map<String, DefaultValue> values;
    private final Map<String, DefaultValue> defaults;

    /**
     * Creates bindings.
     *
     * @throws TemplateException if a placeholder is malformed
     */
    public Bindings(
        Map<String, ? extends @Nullable Object> values,
        Map<String, ? extends @Nullable Object> defaults) {
      this.values = DefaultValue.parseAll(PlainValue.named(values));
      this.defaults = DefaultValue.parseAll(PlainValue.named(defaults));
    }

    /**
     * Whether the value for this name is set without placeholders, so that a launch replaces it.
     */
    public boolean isReplaceable(String name) {
      DefaultValue value = values.get(name);
      return value != null && value.isConstant();
    }

    /** The value for this name, which is set without placeholders. */
    public Object literal(String name) {
      return Objects.requireNonNull(values.get(name)).constant();
    }
  }

  /**
   * The scope outside the root of the imported recipe.
   *
   * @throws TemplateException for all values that are invalid or missing
   */
  public Scope scope(Scope outer) {
    List<TemplateException> problems = new ArrayList<>();
    // What the importing recipe was given reaches its imports, as launch values do.
    Map<String, Object> bound = new LinkedHashMap<>(outer.bound());
    bindings.values.forEach(
        (name, value) -> {
          boolean replaced =
              value.isConstant()
                  && outer.launched(name) != null
                  && !outer.bound().containsKey(name);
          if (!replaced) {
            resolve(name, value, outer, bound, problems);
          }
        });
    Map<String, Object> defaults = new LinkedHashMap<>();
    bindings.defaults.forEach(
        (name, value) -> {
          if (!bound.containsKey(name) && outer.launched(name) == null) {
            resolve(name, value, outer, defaults, problems);
          }
        });
    Scope scope = outer.importing(bound, defaults, directory);
    if (problems.isEmpty()) {
      wanted.forEach(each -> check(each, scope, bound, defaults, problems));
    }
    if (!problems.isEmpty()) {
      throw TemplateException.of(problems);
    }
    return scope;
  }

  private void resolve(
      String name,
      DefaultValue value,
      Scope outer,
      Map<String, Object> into,
      List<TemplateException> problems) {
    outer.meter().work(1);
    try {
      Object resolved = value.valueIn(outer, new DefaultOrigin(outer, false), null);
      if (resolved != null) {
        into.put(name, PlainValue.normalised(resolved));
      }
    } catch (TemplateException problem) {
      problem.problems().forEach(each -> problems.add(inCall(each)));
    }
  }

  private void check(
      Wanted input,
      Scope scope,
      Map<String, Object> bound,
      Map<String, Object> defaults,
      List<TemplateException> problems) {
    String name = input.name();
    Object value = bound.getOrDefault(name, defaults.get(name));
    if (value == null) {
      value = scope.launched(name);
    }
    if (value == null && input.required()) {
      problems.add(
          inCall(
              new TemplateException(
                  Codes.UNRESOLVED_PLACEHOLDER,
                  "'" + name + "' has no value",
                  "Set it in \"values\": {\"" + name + "\": ...}, or give it at launch.")));
    } else if (value != null && input.type() != null) {
      try {
        Object unused = input.type().normalise(name, value);
      } catch (TemplateException problem) {
        problems.add(inCall(problem));
      }
    }
  }

  private TemplateException inCall(TemplateException problem) {
    return new TemplateException(
        problem.code(),
        "import '" + alias + "' (" + path + "): " + problem.message(),
        problem.hint());
  }
}
