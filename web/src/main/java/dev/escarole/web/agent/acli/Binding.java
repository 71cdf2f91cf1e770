package dev.escarole.web.agent.acli;

import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.agent.acli.Router.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Binds the words after a command's name to its arguments (acli, sections 7.2 to 7.4). It continues
 * after an error, so that valid words can be kept in an example. Used once, by one thread.
 */
final class Binding {

  private static final Pattern SHORT_OPTION = Pattern.compile("-[A-Za-z]");

  private final CommandDefinition command;
  private final List<String> words;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, List<String>> accepted = new LinkedHashMap<>();
  private final List<AcliError> problems = new ArrayList<>();
  private final List<ArgumentDefinition> options;
  private final List<ArgumentDefinition> positionals;
  private boolean optionsOver;
  private boolean lossy;
  private int nextPositional;
  private int at;

  private Binding(CommandDefinition command, List<String> words) {
    this.command = command;
    this.words = words;
    this.options = command.arguments().stream().filter(ArgumentDefinition::isOption).toList();
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
      throw new AcliException(AcliError.of(first.code(), first.message() + more, first.hint()));
    }
    return new ParsedArguments(values, accepted.keySet());
  }

  private void bind() {
    while (at < words.size()) {
      step(words.get(at++));
    }
    for (ArgumentDefinition argument : command.arguments()) {
      Object preset = argument.rules().preset();
      if (values.containsKey(argument.key())) {
        continue;
      }
      if (preset != null) {
        values.put(argument.key(), preset);
      } else if (argument.rules().required() && problems.isEmpty()) {
        problem(argument.name() + " is required", argument.description());
      }
    }
  }

  private void step(String word) {
    if (!optionsOver && word.equals("--")) {
      optionsOver = true;
    } else if (!optionsOver && word.startsWith("--")) {
      longOption(word);
    } else if (!optionsOver && SHORT_OPTION.matcher(word).lookingAt()) {
      shortOption(word);
    } else {
      positional(word);
    }
  }

  private void longOption(String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String attached = equals < 0 ? null : word.substring(equals + 1);
    Optional<ArgumentDefinition> known = option(name);
    if (known.isPresent()) {
      give(known.get(), attached);
      return;
    }
    String nearest = NearestName.of(name, options.stream().map(ArgumentDefinition::name).toList());
    unknown(name, nearest);
    if (nearest == null) {
      lossy = true;
      return;
    }
    int mistakes = problems.size();
    give(option(nearest).orElseThrow(), attached);
    // Do not report problems with the value of a guessed option.
    problems.subList(mistakes, problems.size()).clear();
  }

  private void shortOption(String word) {
    for (ArgumentDefinition option : options) {
      Character letter = option.shortName();
      if (letter != null && letter == word.charAt(1)) {
        give(option, word.length() == 2 ? null : word.substring(2));
        return;
      }
    }
    lossy = true;
    unknown(word.substring(0, 2), null);
  }

  private Optional<ArgumentDefinition> option(String name) {
    return options.stream().filter(option -> option.name().equals(name)).findFirst();
  }

  private void unknown(String name, @Nullable String nearest) {
    List<String> names = options.stream().map(ArgumentDefinition::name).limit(10).toList();
    String known =
        names.isEmpty() ? "There are no options" : "The options are " + String.join(", ", names);
    problem(
        AcliError.shown(name) + " is not an option of '" + command.name() + "'",
        nearest == null ? known : "Did you mean '" + nearest + "'?");
  }

  private void give(ArgumentDefinition argument, @Nullable String attached) {
    if (argument.type() == ValueType.FLAG) {
      if (attached != null) {
        lossy = true;
        problem(argument.name() + " takes no value", "Write it without a value");
      } else if (isFirst(argument)) {
        values.put(argument.key(), true);
        accepted.put(argument.key(), List.of());
      }
    } else if (attached != null) {
      take(argument, attached);
    } else if (at < words.size()) {
      take(argument, words.get(at++));
    } else {
      accept(argument, argument.sample());
      problem(argument.name() + " needs a value", "Give " + argument.expectation());
    }
  }

  private void positional(String word) {
    if (nextPositional >= positionals.size()) {
      lossy = true;
      problem(
          "'%s' is an extra value for '%s'".formatted(AcliError.shown(word), command.name()),
          "Quote a value of several words, and name options with --");
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
    problem(argument.name() + " is given twice", "Give it once");
    return false;
  }

  private void take(ArgumentDefinition argument, String text) {
    try {
      Object value = argument.value(text);
      if (isFirst(argument)) {
        values.put(argument.key(), argument.isList() ? joined(argument, value) : value);
        accept(argument, text);
      }
    } catch (AcliException e) {
      correct(argument);
      problems.add(e.error());
    }
  }

  private void accept(ArgumentDefinition argument, String text) {
    accepted.computeIfAbsent(argument.key(), key -> new ArrayList<>()).add(text);
  }

  /**
   * Replaces an invalid value with a sample where that shows the format, as for a number or date. A
   * sample in place of a text would just be another text.
   */
  private void correct(ArgumentDefinition argument) {
    boolean form = argument.type() != ValueType.STRING && !argument.isList();
    if (form || !argument.rules().choices().isEmpty()) {
      accept(argument, argument.sample());
    } else {
      lossy = true;
    }
  }

  private Object joined(ArgumentDefinition argument, Object value) {
    Object before = values.get(argument.key());
    Shape shape = argument.rules().shape();
    if (shape != null && shape.kind() == Shape.Kind.OBJECT) {
      Map<?, ?> members = before instanceof Map<?, ?> map ? map : Map.of();
      return argument.fitting(() -> Shape.joined(members, (Map<?, ?>) value));
    }
    List<Object> all = new ArrayList<>(before instanceof List<?> items ? items : List.of());
    all.addAll(value instanceof List<?> items ? items : List.of(value));
    return all;
  }

  private void problem(String problem, String hint) {
    problems.add(AcliError.invalid(problem, hint));
  }

  /** Whether {@link #repaired} preserves everything in the line. */
  boolean keepsAll() {
    return !lossy;
  }

  /** The valid words of the line, with samples for invalid or missing ones. */
  List<String> repaired() {
    List<String> repaired = new ArrayList<>();
    for (ArgumentDefinition option : options) {
      List<String> texts = texts(option);
      if (texts != null && option.type() == ValueType.FLAG) {
        repaired.add(option.name());
      } else if (texts != null) {
        texts.forEach(text -> repaired.addAll(List.of(option.name(), text)));
      }
    }
    List<String> plain = new ArrayList<>();
    for (ArgumentDefinition positional : positionals) {
      List<String> texts = texts(positional);
      plain.addAll(texts == null ? List.of() : texts);
    }
    if (plain.stream().anyMatch(word -> word.startsWith("-"))) {
      repaired.add("--");
    }
    repaired.addAll(plain);
    return repaired;
  }

  private @Nullable List<String> texts(ArgumentDefinition argument) {
    List<String> texts = accepted.get(argument.key());
    return texts == null && argument.rules().required() ? List.of(argument.sample()) : texts;
  }
}
