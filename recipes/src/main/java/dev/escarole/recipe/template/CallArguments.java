package dev.escarole.recipe.template;

import dev.escarole.recipe.template.DefaultValue.DefaultOrigin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments with which a node calls a handle: values by name, resolved in the node's scope.
 * Immutable and thread-safe.
 */
public final class CallArguments {
  private static final CallArguments EVERYTHING = new CallArguments(Scope::given, List.of());

  private final Source source;
  private final List<Mention> mentions;

  private CallArguments(Source source, List<Mention> mentions) {
    this.source = source;
    this.mentions = List.copyOf(mentions);
  }

  private interface Source {
    Map<String, Object> in(Scope scope);
  }

  /** All launch values. */
  public static CallArguments everything() {
    return EVERYTHING;
  }

  /**
   * The values of these names, as far as they exist.
   *
   * @param names the names, and whether each is required
   */
  public static CallArguments sameNames(Map<String, Boolean> names) {
    List<Mention> mentions = new ArrayList<>();
    names.forEach(
        (name, required) ->
            mentions.add(
                new Mention(name, null, null, required ? Mention.Need.VALUE : Mention.Need.TRUTH)));
    List<String> wanted = List.copyOf(names.keySet());
    return new CallArguments(scope -> found(wanted, scope), mentions);
  }

  private static Map<String, Object> found(List<String> names, Scope scope) {
    Map<String, Object> found = new LinkedHashMap<>();
    for (String name : names) {
      Object value =
          Names.isName(name)
              ? PlaceholderParser.operand(name).find(scope, null)
              : scope.value(name, null);
      if (value != null) {
        found.put(name, PlainValue.normalised(value));
      }
    }
    return found;
  }

  /**
   * Values written on a node. Texts may contain placeholders; a text that is exactly one
   * placeholder is the value itself, of any type.
   *
   * @throws TemplateException if a placeholder is malformed
   */
  public static CallArguments written(Map<String, ? extends @Nullable Object> values) {
    Map<String, DefaultValue> parts = new LinkedHashMap<>();
    List<Mention> mentions = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          parts.put(name, DefaultValue.parse(value));
          Text.in(value).forEach(text -> mentions.addAll(text.mentions()));
        });
    return new CallArguments(scope -> resolved(parts, scope), mentions);
  }

  private static Map<String, Object> resolved(Map<String, DefaultValue> parts, Scope scope) {
    Map<String, Object> values = new LinkedHashMap<>();
    List<TemplateException> problems = new ArrayList<>();
    parts.forEach(
        (name, part) -> {
          try {
            Object value = part.valueIn(scope, new DefaultOrigin(scope, false), null);
            if (value != null) {
              values.put(name, PlainValue.normalised(value));
            }
          } catch (TemplateException problem) {
            problems.add(problem);
          }
        });
    if (!problems.isEmpty()) {
      throw TemplateException.of(problems);
    }
    return values;
  }

  /** Whether these are all launch values, regardless of name. */
  public boolean takesEverything() {
    return equals(EVERYTHING);
  }

  /** The names that it uses. */
  public List<Mention> mentions() {
    return mentions;
  }

  /**
   * Returns the values by name, without names that have no value.
   *
   * @throws TemplateException for all errors together
   */
  public Map<String, Object> in(Scope scope) {
    return Collections.unmodifiableMap(source.in(scope));
  }
}
