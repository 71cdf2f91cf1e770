package dev.escarole.web.api;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.LaunchOrder;
import dev.escarole.web.app.local.WantedRecipe;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads which recipe a body means, and what it is given. */
final class WantedRecipes {

  /** A recipe by name or as text. */
  static final List<Field> INPUTS =
      List.of(
          Field.text("recipe", "Name of a recipe in the watched folder; or give 'text'."),
          Field.text("text", "The text of a recipe, JSON or YAML; or give 'recipe'."),
          Field.text(
              "fileName",
              "What the text is called where its mistakes are told; its ending says whether it is"
                  + " JSON or YAML. Without it, recipe.json or recipe.yaml, as the text begins."));

  private static final int LONGEST_NAME = 255;

  private WantedRecipes() {}

  /** A recipe and what it is given. */
  static List<Field> withValues() {
    List<Field> fields = new ArrayList<>(INPUTS);
    fields.add(Field.of(Field.Kind.OBJECT, "values", "The recipe's values by name."));
    fields.add(
        Field.of(
            Field.Kind.TEXTS,
            "directories",
            "Directories of the server's machine that commands may use, each as HOST::GUEST or"
                + " HOST::GUEST:ro; the policy decides whether they may."));
    return fields;
  }

  /**
   * Which recipe a body means.
   *
   * @throws RefusedException if it is none, or two
   */
  static WantedRecipe of(Request request) {
    WantedRecipe wanted = ifAny(request);
    if (wanted == null) {
      throw oneOfBoth("the body names no recipe");
    }
    return wanted;
  }

  /** Likewise; null if it is none. */
  static @Nullable WantedRecipe ifAny(Request request) {
    String name = request.text("recipe");
    String text = request.text("text");
    if (name != null && text != null) {
      throw oneOfBoth("the body names a recipe and brings one along");
    }
    if (text != null) {
      return new WantedRecipe.Text(text, fileName(request, text));
    }
    if (request.text("fileName") != null) {
      throw InputValue.invalid(
          RefusalCode.LONELY_NAME, "'fileName' names no text", "Give it together with 'text'.");
    }
    return name == null ? null : new WantedRecipe.Named(name);
  }

  private static RefusedException oneOfBoth(String message) {
    return InputValue.invalid(
        RefusalCode.WHICH_RECIPE,
        message,
        "Give either 'recipe', a name of the watched folder, or 'text', a recipe itself.");
  }

  private static String fileName(Request request, String text) {
    String given = request.text("fileName");
    if (given == null) {
      return text.stripLeading().startsWith("{") ? "recipe.json" : "recipe.yaml";
    }
    boolean plain =
        !given.isEmpty()
            && given.length() <= LONGEST_NAME
            && given
                .codePoints()
                .noneMatch(each -> Character.isISOControl(each) || each == '\uFFFD');
    if (!plain) {
      throw InputValue.invalid(
          RefusalCode.BAD_FILE_NAME,
          "'fileName' must have 1 to 255 characters, none of them a control character",
          "Write for example census.yaml.");
    }
    return given;
  }

  /** What is to be run. */
  static LaunchOrder order(Request request) {
    return LaunchOrder.of(of(request))
        .withValues(request.object("values"))
        .withDirectories(request.texts("directories"));
  }
}
