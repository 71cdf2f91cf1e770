package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A command {@code x-NAME} for each recipe, with the recipe's inputs as typed options. */
final class CustomCommands {

  private static final String STDIN = "stdin";

  private final Launching launching;

  CustomCommands(Launching launching) {
    this.launching = launching;
  }

  /** One command for each recipe that can be launched. */
  List<CommandDefinition> of(List<OfferedRecipe> offers) {
    return CustomNames.of(offers).entrySet().stream()
        .filter(each -> !each.getValue().recipe().isDisabled())
        .map(each -> command(each.getKey(), each.getValue()))
        .toList();
  }

  private CommandDefinition command(String name, OfferedRecipe offer) {
    List<ArgumentDefinition> arguments = new ArrayList<>(RecipeInputs.of(offer));
    Set<String> names = arguments.stream().map(ArgumentDefinition::key).collect(Collectors.toSet());
    // A recipe's input of that name has priority.
    if (!names.contains(STDIN)) {
      arguments.add(
          ArgumentDefinition.of("--" + STDIN, ValueType.STRING, "Input of the first command"));
    }
    if (!names.contains(Launching.WAIT)) {
      arguments.add(Launching.wait("Seconds to wait for the end"));
    }
    return CommandDefinition.of(
        name,
        offer.description(),
        arguments,
        call -> run(call, offer, names),
        List.of(example(name, arguments)),
        Schemas.run());
  }

  private Answer run(Call call, OfferedRecipe offer, Set<String> names) {
    Map<String, Object> values = new LinkedHashMap<>(call.arguments().given());
    // Missing values keep the recipe's defaults, which may differ between nodes.
    values.keySet().retainAll(names);
    String stdin = names.contains(STDIN) ? "" : call.arguments().text(STDIN).orElse("");
    return launching.run(call, offer.recipe(), values, stdin, Map.of());
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

  /** Command names for recipes, whose own names can be any text. */
  static final class CustomNames {

    private static final int LONGEST = 64;

    private CustomNames() {}

    static Map<String, OfferedRecipe> of(List<OfferedRecipe> offers) {
      Map<String, OfferedRecipe> byName = new LinkedHashMap<>();
      Map<String, Integer> taken = new HashMap<>();
      for (OfferedRecipe offer : offers) {
        String name = "x-" + slug(offer.name());
        int again = taken.merge(name, 1, Integer::sum);
        while (again > 1 && byName.containsKey(name + "-" + again)) {
          again++;
        }
        byName.put(again == 1 ? name : name + "-" + again, offer);
      }
      return byName;
    }

    private static String slug(String name) {
      String plain =
          name.toLowerCase(Locale.ROOT)
              .replaceAll("\\.(json|ya?ml|md)$", "")
              .replaceAll("[^a-z0-9_]+", "-")
              .replaceAll("^-|-$", "");
      return plain.isEmpty() ? "recipe" : plain.substring(0, Math.min(plain.length(), LONGEST));
    }
  }
}
