package dev.escarole.web.agent.acli;

import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.agent.acli.Router.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Binds the words after a command's name to its arguments (acli, sections 7.2 to 7.4). It continues
 * after an error, so that valid words can be kept in an example. Used once, by one thread.
 */
final class Binding {

  private final CommandDefinition command;
  private final List<String> words;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, List<String>> accepted = new LinkedHashMap<>();
  private final List<AcliError> problems = new ArrayList<>();
  private final List<ArgumentDefinition> positionals;
  private boolean optionsOver;
  private boolean lossy;
  private int nextPositional;
  private int at;

  private Binding(CommandDefinition command, List<String> words) {
    this.command = command;
    this.words = words;
    this.positionals = command.arguments().stream().filter(a -> !a.isOption()).toList();
  }

  static Binding of(Route route) {
    Binding binding = new Binding(route.command(), route.rest());
    binding.bind();
    return binding;
  }

  /**
   * Returns the typed arguments.
   *
   * @throws AcliException with the first error and the number of further ones
   */
  ParsedArguments arguments() {
    if (!problems.isEmpty()) {
      AcliError first = problems.get(0);
      String more = problems.size() == 1 ? "" : " (and %d more)".formatted(problems.size() - 1);
      throw new AcliException(
          new AcliError(first.code(), first.message() + more, first.hint(), List.of()));
    }
    return new ParsedArguments(values, accepted.keySet());
  }

  private void bind() {
    while (at < words.size()) {
      step(words.get(at++));
    }
    for (ArgumentDefinition argument : command.arguments()) {
      complete(argument);
    }
  }

  private void step(String word) {
    if (optionsOver) {
      positional(word);
    } else if (word.equals("--")) {
      optionsOver = true;
    } else if (word.startsWith("--")) {
      longOption(word);
    } else if (word.length() > 1 && word.charAt(0) == '-' && isLetter(word.charAt(1))) {
      shortOption(word);
    } else {
      positional(word);
    }
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private void longOption(String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    ArgumentDefinition argument = option(name);
    int mistakes = problems.size();
    if (argument == null) {
      lossy = true;
    } else {
      give(argument, equals < 0 ? null : word.substring(equals + 1));
    }
    if (argument == null || !argument.name().equals(name)) {
      // Do not report problems with the value of a guessed option.
      problems.subList(mistakes, problems.size()).clear();
    }
  }

  private void shortOption(String word) {
    for (ArgumentDefinition argument : command.arguments()) {
      Character letter = argument.shortName();
      if (letter != null && letter == word.charAt(1)) {
        give(argument, word.length() == 2 ? null : word.substring(2));
        return;
      }
    }
    lossy = true;
    unknown(word.substring(0, 2), null);
  }

  /** The option with this name, or the probably intended one; null if there is none. */
  private @Nullable ArgumentDefinition option(String name) {
    List<String> names = new ArrayList<>();
    for (ArgumentDefinition argument : command.arguments()) {
      if (argument.name().equals(name)) {
        return argument;
      }
      if (argument.isOption()) {
        names.add(argument.name());
      }
    }
    String nearest = NearestName.of(name, names);
    unknown(name, nearest);
    return nearest == null
        ? null
        : command.arguments().stream().filter(a -> a.name().equals(nearest)).findFirst().get();
  }

  private void unknown(String name, @Nullable String nearest) {
    String options =
        String.join(
            ", ",
            command.arguments().stream()
                .filter(ArgumentDefinition::isOption)
                .map(ArgumentDefinition::name)
                .limit(10)
                .toList());
    String known = options.isEmpty() ? "There are no options" : "The options are " + options;
    problem(
        AcliError.invalid(
            AcliError.shown(name) + " is not an option of '" + command.name() + "'",
            nearest == null ? known : "Did you mean '" + nearest + "'?"));
  }

  private void give(ArgumentDefinition argument, @Nullable String attached) {
    if (argument.type() == ValueType.FLAG) {
      if (attached != null) {
        lossy = true;
        problem(AcliError.invalid(argument.name() + " takes no value", "Write it without a value"));
      } else if (isFirst(argument)) {
        values.put(argument.key(), true);
        accepted.put(argument.key(), List.of());
      }
      return;
    }
    String text = attached;
    if (text == null && at < words.size()) {
      text = words.get(at++);
    }
    if (text == null) {
      accepted.computeIfAbsent(argument.key(), key -> new ArrayList<>()).add(argument.sample());
      problem(
          AcliError.invalid(argument.name() + " needs a value", "Give " + argument.expectation()));
    } else {
      take(argument, text);
    }
  }

  private void positional(String word) {
    if (nextPositional >= positionals.size()) {
      lossy = true;
      problem(
          AcliError.invalid(
              "'%s' is an extra value for '%s'".formatted(AcliError.shown(word), command.name()),
              "Quote a value of several words, and name options with --"));
      return;
    }
    ArgumentDefinition argument = positionals.get(nextPositional);
    if (!argument.repeated()) {
      nextPositional++;
    }
    take(argument, word);
  }

  private boolean isFirst(ArgumentDefinition argument) {
    if (argument.isList() || !values.containsKey(argument.key())) {
      return true;
    }
    lossy = true;
    problem(AcliError.invalid(argument.name() + " is given twice", "Give it once"));
    return false;
  }

  private void take(ArgumentDefinition argument, String text) {
    AcliError refusal = ValueCheck.refusal(argument, text);
    if (refusal != null) {
      correct(argument);
      problem(refusal);
      return;
    }
    try {
      Object value = read(argument, text);
      if (value != null && isFirst(argument)) {
        Object all = argument.isList() ? joined(argument, value) : value;
        accepted.computeIfAbsent(argument.key(), key -> new ArrayList<>()).add(text);
        values.put(argument.key(), all);
      }
    } catch (Shape.ShapeException e) {
      lossy = true;
      problem(ValueCheck.misfit(argument, e));
    }
  }

  /**
   * Replaces an invalid value with a sample where that shows the format, as for a number or date. A
   * sample in place of a text would just be another text.
   */
  private void correct(ArgumentDefinition argument) {
    boolean form = argument.type() != ValueType.STRING && !argument.isList();
    if (form || !argument.rules().choices().isEmpty()) {
      accepted.computeIfAbsent(argument.key(), key -> new ArrayList<>()).add(argument.sample());
    } else {
      lossy = true;
    }
  }

  private static @Nullable Object read(ArgumentDefinition argument, String text)
      throws Shape.ShapeException {
    Shape shape = argument.rules().shape();
    return shape == null ? argument.type().read(text) : shape.read(text);
  }

  /** The value appended to the values given before. */
  private Object joined(ArgumentDefinition argument, Object value) throws Shape.ShapeException {
    Shape shape = argument.rules().shape();
    if (shape != null && shape.kind() == Shape.Kind.OBJECT) {
      Map<?, ?> before = values.get(argument.key()) instanceof Map<?, ?> map ? map : Map.of();
      return Shape.joined(before, (Map<?, ?>) value);
    }
    List<Object> all = new ArrayList<>();
    if (values.get(argument.key()) instanceof List<?> before) {
      all.addAll(before);
    }
    if (value instanceof List<?> items) {
      all.addAll(items);
    } else {
      all.add(value);
    }
    return all;
  }

  private void complete(ArgumentDefinition argument) {
    if (values.containsKey(argument.key())) {
      return;
    }
    Object preset = argument.rules().preset();
    if (preset != null) {
      values.put(argument.key(), preset);
    } else if (argument.rules().required() && problems.isEmpty()) {
      problem(AcliError.invalid(argument.name() + " is required", argument.description()));
    }
  }

  private void problem(AcliError error) {
    problems.add(error);
  }

  /** Whether {@link #repaired} preserves everything in the line. */
  boolean keepsAll() {
    return !lossy;
  }

  /** The valid words of the line, with samples for invalid or missing ones. */
  List<String> repaired() {
    List<String> options = new ArrayList<>();
    List<String> plain = new ArrayList<>();
    for (ArgumentDefinition argument : command.arguments()) {
      List<String> texts = accepted.get(argument.key());
      if (texts == null && argument.rules().required()) {
        texts = List.of(argument.sample());
      }
      if (texts != null) {
        write(argument, texts, argument.isOption() ? options : plain);
      }
    }
    if (plain.stream().anyMatch(word -> word.startsWith("-"))) {
      options.add("--");
    }
    options.addAll(plain);
    return options;
  }

  private static void write(ArgumentDefinition argument, List<String> texts, List<String> into) {
    if (argument.type() == ValueType.FLAG) {
      into.add(argument.name());
    }
    for (String text : texts) {
      if (argument.isOption()) {
        into.add(argument.name());
      }
      into.add(text);
    }
  }
}
