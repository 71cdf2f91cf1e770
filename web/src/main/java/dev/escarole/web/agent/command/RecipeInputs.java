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
    ArgumentType type = parameter.type();
    String computed =
        recipe.computed().stream()
            .filter(each -> each.name().equals(parameter.name()))
            .map(each -> "; default: computed by " + each.source())
            .findFirst()
            .orElse("");
    ArgumentDefinition argument =
        ArgumentDefinition.of(
            "--" + parameter.name(), valueType(type), description(type) + computed);
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
    // Placeholders are resolved in defaults, but are plain text in values.
    return preset == null || preset.toString().indexOf('{') >= 0
        ? argument
        : argument.withDefault(preset);
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
}
