package dev.escarole.web.app.local;

import dev.escarole.engine.files.GivenFile;
import dev.escarole.engine.run.Content;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.app.recipe.RecipeChoice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the recipe and the input of a request. */
final class RecipeWishes {

  private static final int LONGEST_NAME = 255;

  private RecipeWishes() {}

  /**
   * Which recipe is meant.
   *
   * @throws RefusedException if it is none, or two
   */
  static WantedRecipe of(RecipeChoice choice) {
    WantedRecipe wanted = ifAny(choice);
    if (wanted == null) {
      throw oneOfBoth("no recipe is named");
    }
    return wanted;
  }

  /** Likewise; null if it is none. */
  static @Nullable WantedRecipe ifAny(RecipeChoice choice) {
    String name = choice.recipe();
    String text = choice.text();
    if (name != null && text != null) {
      throw oneOfBoth("a recipe is named and another one is included");
    }
    if (text != null) {
      return new WantedRecipe.Text(text, fileName(choice, text));
    }
    if (choice.fileName() != null) {
      throw new RefusedException(
          RefusalCode.LONELY_NAME,
          "'fileName' is given without 'text'",
          "Give it together with 'text'.");
    }
    return name == null ? null : new WantedRecipe.Named(name);
  }

  private static RefusedException oneOfBoth(String message) {
    return new RefusedException(
        RefusalCode.WHICH_RECIPE,
        message,
        "Give either 'recipe', a name in the watched folder, or 'text', the recipe itself.");
  }

  private static String fileName(RecipeChoice choice, String text) {
    String given = choice.fileName();
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
      throw new RefusedException(
          RefusalCode.BAD_FILE_NAME,
          "'fileName' must have 1 to 255 characters, none of them a control character",
          "Write for example census.yaml.");
    }
    return given;
  }

  /**
   * The files of a launch.
   *
   * @throws RefusedException if one is not what a file can be
   */
  static List<GivenFile> files(Map<String, @Nullable Object> files) {
    List<GivenFile> given = new ArrayList<>();
    files.forEach(
        (name, value) -> {
          if (value != null) {
            given.add(file(name, content(name, value)));
          }
        });
    return given;
  }

  private static GivenFile file(String name, Content content) {
    try {
      return GivenFile.of(name, content);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusalCode.BAD_FILE_NAME,
          "files: " + VerbInput.shortened(String.valueOf(e.getMessage())),
          "Write for example {\"table\": \"...\"}.");
    }
  }

  /** The content of a file that is a text, or an object with {@code text} or {@code base64}. */
  static Content content(String name, Object value) {
    Object text = value instanceof Map<?, ?> object ? object.get("text") : value;
    Object base64 = value instanceof Map<?, ?> object ? object.get("base64") : null;
    boolean single = !(value instanceof Map<?, ?> object) || object.size() == 1;
    if (single && text instanceof String bare) {
      return Content.of(bare);
    }
    if (!single || !(base64 instanceof String encoded)) {
      throw new RefusedException(
          RefusalCode.WRONG_TYPE,
          "files: '%s' must be a text, or an object with 'text' or 'base64'"
              .formatted(VerbInput.shortened(name)),
          "Write for example {\"%s\": {\"base64\": \"aGk=\"}}."
              .formatted(VerbInput.shortened(name)));
    }
    try {
      return Content.of(Base64.getDecoder().decode(encoded));
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusalCode.BAD_BASE64,
          "files: '%s' is not valid Base64".formatted(VerbInput.shortened(name)),
          "Encode the bytes of the file.");
    }
  }

  /** An input that is given as text or as bytes. */
  static Content stdin(@Nullable String text, byte @Nullable [] bytes, String message) {
    if (text != null && bytes != null) {
      throw new RefusedException(RefusalCode.TWO_INPUTS, message, "Give stdin or stdinBase64.");
    }
    if (bytes != null) {
      return Content.of(bytes);
    }
    return text == null ? Content.EMPTY : Content.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
