package dev.escarole.engine.files;

import dev.escarole.engine.run.Content;
import dev.escarole.recipe.Recipe;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that a launch gives to a run. Commands read it as {@code /inputs/NAME}. It is copied when
 * the run is started, and stored with the run. Immutable.
 *
 * @param name its name in {@code /inputs}
 * @param input the input of the recipe whose value becomes the file's path, unless it has one; null
 *     for none. An input that the recipe does not have is ignored.
 * @param source where its bytes are
 */
public record GivenFile(String name, @Nullable String input, Source source) {

  /** The directory in which commands find given files. */
  public static final String DIRECTORY = "/inputs";

  private static final int LONGEST = 255;

  /** Where the bytes of a file are. */
  @FunctionalInterface
  public interface Source {

    /** Opens the bytes; called once, when the run is started. */
    InputStream open() throws IOException;
  }

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if it cannot be the name of a file
   */
  public GivenFile {
    String why = problem(name);
    if (why != null) {
      throw new IllegalArgumentException(
          "a file for a run cannot be named '%s': %s".formatted(name, why));
    }
  }

  /** A file for the recipe's input of the same name, if it has one. */
  public static GivenFile of(String name, Path file) {
    return new GivenFile(name, name, () -> Files.newInputStream(file));
  }

  /** The same for bytes. */
  public static GivenFile of(String name, Content bytes) {
    return new GivenFile(name, name, () -> new ByteArrayInputStream(bytes.bytes()));
  }

  /**
   * The values of a launch with the paths of its files for inputs of the recipe without a value.
   */
  public static Map<String, Object> values(
      Recipe recipe, Map<String, Object> given, List<GivenFile> files) {
    Map<String, Object> values = new LinkedHashMap<>(given);
    for (GivenFile file : files) {
      String input = file.input();
      if (input != null && recipe.hasInput(input)) {
        values.putIfAbsent(input, file.guestPath());
      }
    }
    return values;
  }

  /** Its path for commands. */
  public String guestPath() {
    return DIRECTORY + "/" + name;
  }

  private static @Nullable String problem(String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      return "it must name a file";
    }
    if (name.chars().anyMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c))) {
      return "it must not contain slashes or control characters";
    }
    // Names of the engine's own temporary files begin like this.
    if (name.regionMatches(true, 0, ".escarole-", 0, 10)) {
      return "it must not begin with .escarole-";
    }
    return name.getBytes(StandardCharsets.UTF_8).length > LONGEST
        ? "it must not have more than %d bytes".formatted(LONGEST)
        : null;
  }
}
