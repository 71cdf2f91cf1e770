package dev.escarole.web.agent.command;

import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The inputs of a recipe or handle as typed options. */
final class RecipeInputs {

  private RecipeInputs() {}

  static List<ArgumentDefinition> of(OfferedRecipe offer) {
    CommandHandle handle = offer.handle();
    return handle == null
        ? offer.recipe().parameters().stream()
            .map(parameter -> argument(parameter, offer.recipe()))
            .toList()
        : HandleInputs.of(handle);
  }

  private static ArgumentDefinition argument(Parameter parameter, Recipe recipe) {
    String computed =
        recipe.computed().stream()
            .filter(each -> each.name().equals(parameter.name()))
            .map(each -> "; default: computed by " + each.source())
            .findFirst()
            .orElse("");
    ArgumentDefinition argument = argument(parameter.name(), parameter.type(), computed);
    if (parameter.required()) {
      return argument.asRequired();
    }
    Object preset = parameter.defaultValue();
    // Placeholders are resolved in defaults, but are plain text in values.
    return preset == null || preset.toString().indexOf('{') >= 0
        ? argument
        : argument.withDefault(preset);
  }

  private static ArgumentDefinition argument(
      String name, @Nullable ArgumentType type, String computed) {
    if (type == null) {
      return option(name, ValueType.STRING, "Any text" + computed);
    }
    return switch (type.kind()) {
      case PATH ->
          option(name, ValueType.STRING, "A path below the run's directory" + computed).asPath();
      case STRING -> option(name, ValueType.STRING, "A text" + computed);
      case ENUM ->
          option(name, ValueType.STRING, "One of the choices" + computed)
              .withChoices(type.choices());
      case INT -> option(name, ValueType.INTEGER, "A whole number" + computed);
      case NUMBER -> option(name, ValueType.NUMBER, "A number" + computed);
      case BOOL -> option(name, ValueType.BOOLEAN, "Yes or no" + computed);
      case ARRAY ->
          option(
              name,
              ValueType.ARRAY,
              "Texts, separated by commas; one with a comma in \"\"" + computed);
    };
  }

  private static ArgumentDefinition option(String name, ValueType type, String description) {
    return ArgumentDefinition.of("--" + name, type, description);
  }
}
