package dev.escarole.engine.notify;

import dev.escarole.engine.Engine;
import dev.escarole.engine.OutboxAccess;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.notify.NotifyRule;
import dev.escarole.recipe.template.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Warns of channels that a recipe names and that do not exist here. Only names are read, so that
 * checking a recipe needs none of the operator's secrets.
 */
public final class ChannelAdvice {

  /** Code of the warning. */
  public static final String UNKNOWN_CHANNEL = "unknown-channel";

  private ChannelAdvice() {}

  /** The warnings for who launches the recipe in an engine. */
  public static List<Problem> on(Recipe recipe, Engine engine) {
    return recipe.notifications().isEmpty()
        ? List.of()
        : warnings(recipe, OutboxAccess.channels(engine));
  }

  /**
   * The warnings for who checks the recipe without an engine.
   *
   * @param data the data directory
   */
  public static List<Problem> on(Recipe recipe, Path data) {
    return recipe.notifications().isEmpty()
        ? List.of()
        : warnings(recipe, OutboxAccess.channels(data));
  }

  /** One for each name. A file that cannot be read is a matter of the operator. */
  private static List<Problem> warnings(Recipe recipe, Path file) {
    Optional<Map<String, Boolean>> known = known(file);
    if (known.isEmpty()) {
      return List.of();
    }
    Map<String, Problem> warnings = new LinkedHashMap<>();
    List<NotifyRule> rules = recipe.notifications();
    for (int i = 0; i < rules.size(); i++) {
      for (String name : rules.get(i).to()) {
        Boolean open = known.get().get(name);
        if (open == null || !open) {
          warnings.putIfAbsent(
              name, warning(recipe, "/notify/" + i + "/to", name, known.get(), open != null));
        }
      }
    }
    return List.copyOf(warnings.values());
  }

  private static Problem warning(
      Recipe recipe, String pointer, String name, Map<String, Boolean> known, boolean exists) {
    if (exists) {
      return recipe.warning(
          UNKNOWN_CHANNEL,
          "the operator keeps recipes from using the channel '" + name + "'; nobody is told there",
          "Name another channel.",
          pointer);
    }
    String nearest = NearestName.of(name, known.keySet());
    return recipe.warning(
        UNKNOWN_CHANNEL,
        "no channel is named '" + name + "' here, so nobody is told there",
        nearest == null
            ? "The operator sets channels up in notify.yaml in the data directory."
            : "Did you mean '" + nearest + "'?",
        pointer);
  }

  /** Names of channels, and whether recipes may use them; empty if nobody can know. */
  private static Optional<Map<String, Boolean>> known(Path file) {
    Map<String, Boolean> known = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      return Optional.of(known);
    }
    try {
      Object whole = Document.read(file, RecipeLimits.DEFAULTS).plain();
      if (!(whole instanceof Map<?, ?> top && top.get("channels") instanceof Map<?, ?> channels)) {
        return Optional.empty();
      }
      channels.forEach((name, channel) -> known.put(String.valueOf(name), isOpen(channel)));
      return Optional.of(known);
    } catch (RecipeException e) {
      return Optional.empty();
    }
  }

  private static boolean isOpen(@Nullable Object channel) {
    return !(channel instanceof Map<?, ?> fields && Boolean.FALSE.equals(fields.get("recipes")));
  }
}
