package dev.escarole.web.agent.command;

import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.web.agent.acli.Answer;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A command {@code x-NAME} for each recipe, with the recipe's inputs as typed options. */
final class CustomCommands {

  private static final String STDIN = "stdin";

  private final Launching launching;

  CustomCommands(Launching launching) {
    this.launching = launching;
  }

  List<CommandDefinition> of(List<Offer> offers) {
    return CustomNames.of(offers).entrySet().stream()
        .map(each -> command(each.getKey(), each.getValue()))
        .toList();
  }

  private CommandDefinition command(String name, Offer offer) {
    List<ArgumentDefinition> arguments = new ArrayList<>(inputs(offer));
    Set<String> names = arguments.stream().map(ArgumentDefinition::key).collect(Collectors.toSet());
    // A recipe's own input of that name comes first.
    if (!names.contains(STDIN)) {
      arguments.add(
          ArgumentDefinition.of("--" + STDIN, ValueType.STRING, "What the first command reads"));
    }
    if (!names.contains(Launching.WAIT)) {
      arguments.add(Launching.wait("Seconds to wait for the end"));
    }
    return CommandDefinition.of(
        name,
        offer.description(),
        arguments,
        Launching.patient(call -> run(call, offer, names)),
        new CommandDefinition.Manual(List.of(example(name, arguments)), Schemas.run()));
  }

  private Answer run(Call call, Offer offer, Set<String> names) {
    Map<String, Object> values = new LinkedHashMap<>(call.arguments().given());
    // What is not given keeps the recipe's own defaults, which may differ from node to node.
    values.keySet().retainAll(names);
    String stdin = names.contains(STDIN) ? "" : call.arguments().text(STDIN).orElse("");
    return launching.run(call, offer.recipe(), values, stdin);
  }

  private static List<ArgumentDefinition> inputs(Offer offer) {
    CommandHandle handle = offer.handle();
    return handle == null
        ? offer.recipe().parameters().stream().map(CustomCommands::argument).toList()
        : HandleInputs.of(handle);
  }

  private static ArgumentDefinition argument(Parameter parameter) {
    ArgumentType type = parameter.type();
    ArgumentDefinition argument =
        ArgumentDefinition.of("--" + parameter.name(), valueType(type), description(type));
    if (type != null && type.kind() == ArgumentType.Kind.ENUM) {
      argument = argument.withChoices(type.choices());
    }
    if (type != null && type.kind() == ArgumentType.Kind.PATH) {
      argument = argument.asPath();
    }
    if (parameter.required()) {
      return argument.asRequired();
    }
    Object preset = parameter.defaultValue();
    return preset == null ? argument : argument.withDefault(preset);
  }

  private static ValueType valueType(@Nullable ArgumentType type) {
    if (type == null) {
      return ValueType.STRING;
    }
    return switch (type.kind()) {
      case PATH, STRING, ENUM -> ValueType.STRING;
      case INT -> ValueType.INTEGER;
      case NUMBER -> ValueType.NUMBER;
      case BOOL -> ValueType.BOOLEAN;
      case ARRAY -> ValueType.ARRAY;
    };
  }

  private static String description(@Nullable ArgumentType type) {
    if (type == null) {
      return "Any text";
    }
    return switch (type.kind()) {
      case PATH -> "A path below the run's directory";
      case STRING -> "A text";
      case ENUM -> "One of the choices";
      case INT -> "A whole number";
      case NUMBER -> "A number";
      case BOOL -> "Yes or no";
      case ARRAY -> "Texts, separated by commas; one with a comma in \"\"";
    };
  }

  private static String example(String name, List<ArgumentDefinition> arguments) {
    List<String> words = new ArrayList<>();
    words.add(name);
    for (ArgumentDefinition argument : arguments) {
      if (argument.rules().required()) {
        words.add(argument.name());
        words.add(argument.sample());
      }
    }
    return LineText.of(words);
  }
}
