package dev.escarole.web.cli.option;

import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.cli.text.TextFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A recipe was not given all values that it requires. Names them with the options to type. */
public final class MissingValuesException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final String CODE = "missing-value";

  private final transient List<RecipeDocument.Input> missing;
  private final @Nullable String file;

  private MissingValuesException(List<RecipeDocument.Input> missing, @Nullable String file) {
    super("missing values");
    this.missing = missing;
    this.file = file;
  }

  /**
   * Checks that everything required is there.
   *
   * @param file of the recipe; null if a server has it
   * @throws MissingValuesException if it is not
   */
  public static void check(
      List<RecipeDocument.Input> inputs, Map<String, ?> values, @Nullable String file) {
    List<RecipeDocument.Input> missing =
        inputs.stream().filter(each -> each.required() && values.get(each.name()) == null).toList();
    if (!missing.isEmpty()) {
      throw new MissingValuesException(missing, file);
    }
  }

  /** One line for people: all values, each with its type. */
  public String line() {
    return "missing: "
        + missing.stream()
            .map(each -> each.name() + (each.type() == null ? "" : " (" + type(each) + ")"))
            .collect(Collectors.joining(", "));
  }

  /** The options to type, in one line. */
  public String options() {
    return missing.stream().map(MissingValuesException::option).collect(Collectors.joining(" "));
  }

  /** One problem for each value. */
  public List<Problem> problems() {
    return missing.stream()
        .map(
            each ->
                new Problem(
                    Severity.ERROR,
                    CODE,
                    "'%s' has no value".formatted(each.name()),
                    option(each),
                    new Location(file, 0, 0, "")))
        .toList();
  }

  private static String type(RecipeDocument.Input input) {
    return input.choices().isEmpty()
        ? String.valueOf(input.type())
        : String.join(" or ", input.choices());
  }

  /** The option that gives the input a value, with a word in its place. */
  public static String option(RecipeDocument.Input input) {
    String type = input.type() == null ? "" : input.type();
    String example =
        switch (type) {
          case "path" -> "PATH";
          case "int", "number" -> "NUMBER";
          case "bool" -> "true";
          case "array" -> "[\"A\",\"B\"]";
          case "enum" -> input.choices().get(0);
          default -> "TEXT";
        };
    return "--set " + TextFormat.shellWord(input.name() + "=" + example);
  }
}
