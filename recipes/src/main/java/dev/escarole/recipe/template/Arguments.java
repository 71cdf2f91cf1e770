package dev.escarole.recipe.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The declared arguments of a node, in order; names are unique. */
public final class Arguments {

  /** No declarations. */
  public static final Arguments EMPTY = new Arguments(new LinkedHashMap<>());

  private final Map<String, ArgumentDeclaration> byName;
  private final Map<String, Object> defaults;

  private Arguments(Map<String, ArgumentDeclaration> byName) {
    this.byName = Collections.unmodifiableMap(byName);
    this.defaults = Collections.unmodifiableMap(defaultsOf(byName));
  }

  /** Collects the declarations and rejects duplicate names. */
  public static Arguments of(List<ArgumentDeclaration> declarations) {
    Map<String, ArgumentDeclaration> byName = new LinkedHashMap<>();
    List<TemplateException> problems = new ArrayList<>();
    for (ArgumentDeclaration each : declarations) {
      if (byName.putIfAbsent(each.name(), each) != null) {
        problems.add(
            new TemplateException(
                Codes.DUPLICATE_ARGUMENT,
                "argument '" + each.name() + "' is declared twice",
                "Keep one declaration."));
      }
    }
    if (!problems.isEmpty()) {
      throw TemplateException.of(problems);
    }
    return new Arguments(byName);
  }

  private static Map<String, Object> defaultsOf(Map<String, ArgumentDeclaration> byName) {
    Map<String, Object> defaults = new LinkedHashMap<>();
    for (ArgumentDeclaration each : byName.values()) {
      if (each.defaultText() != null) {
        defaults.put(each.name(), each.defaultText());
      }
    }
    return defaults;
  }

  public List<ArgumentDeclaration> declarations() {
    return List.copyOf(byName.values());
  }

  public @Nullable ArgumentDeclaration find(String name) {
    return byName.get(name);
  }

  /** The declared type of {@code name}; null if it is undeclared or untyped. */
  public @Nullable ArgumentType typeOf(String name) {
    ArgumentDeclaration declaration = byName.get(name);
    return declaration == null ? null : declaration.type();
  }

  Map<String, Object> defaults() {
    return defaults;
  }
}
