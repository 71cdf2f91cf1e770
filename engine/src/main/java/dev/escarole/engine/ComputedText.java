package dev.escarole.engine;

import dev.escarole.engine.run.Content;
import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.recipe.template.JsonText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes a value of what the command of a computed input printed. */
final class ComputedText {

  private final Recipe recipe;
  private final ComputedInput entry;
  private final int mostItems;
  private final ComputeFailure failure;

  ComputedText(Recipe recipe, ComputedInput entry, int mostItems) {
    this.recipe = recipe;
    this.entry = entry;
    this.mostItems = mostItems;
    this.failure = new ComputeFailure(recipe, entry);
  }

  /**
   * The value: of an array the items of a JSON array or else the lines, otherwise the text without
   * its last line break.
   *
   * @throws RecipeException if it is no UTF-8, does not fit the type of the input, or has too many
   *     items
   */
  Object value(Content stdout) {
    String text = withoutLastBreak(decoded(stdout));
    Object value = isArray() ? items(text) : text;
    try {
      recipe.bind(Map.of(entry.name(), value));
    } catch (RecipeException unfit) {
      throw failure.unfit(unfit.problems().get(0).message());
    }
    return value;
  }

  private boolean isArray() {
    return recipe.parameters().stream()
        .filter(each -> each.name().equals(entry.name()))
        .map(each -> each.type())
        .anyMatch(type -> type != null && type.kind() == ArgumentType.Kind.ARRAY);
  }

  private List<?> items(String text) {
    String start = text.stripLeading();
    if (start.startsWith("[") && JsonText.parse(start) instanceof List<?> list) {
      return checked(list, list.size());
    }
    if (text.isEmpty()) {
      return List.of();
    }
    long lines = text.chars().filter(c -> c == '\n').count() + 1;
    checked(List.of(), lines);
    return List.of(text.split("\r?\n", -1));
  }

  private List<?> checked(List<?> list, long items) {
    if (items > mostItems) {
      throw failure.unfit(
          String.format(
              Locale.ROOT,
              "it has %,d items; at most %,d are allowed (limit plan-steps)",
              items,
              mostItems));
    }
    return list;
  }

  private String decoded(Content stdout) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(stdout.bytes())).toString();
    } catch (CharacterCodingException e) {
      throw failure.unfit("it is not UTF-8");
    }
  }

  private static String withoutLastBreak(String text) {
    if (!text.endsWith("\n")) {
      return text;
    }
    int end = text.length() - 1;
    return text.substring(0, end > 0 && text.charAt(end - 1) == '\r' ? end - 1 : end);
  }
}
