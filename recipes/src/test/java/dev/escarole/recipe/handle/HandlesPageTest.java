package dev.escarole.recipe.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.form.ArgumentList.Argument;
import dev.escarole.recipe.form.FormSettings;
import dev.escarole.recipe.form.ToolForm;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.template.JsonText;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every example of HANDLES.md. A fenced block is marked behind its language: {@code handle}
 * and {@code form} start an example, {@code call} and {@code given} are its arguments, and {@code
 * shown}, {@code errors} and {@code value} say what comes of it.
 */
class HandlesPageTest {
  private static final Pattern FENCE =
      Pattern.compile("^```(\\S*) ?(\\S*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern ROW = Pattern.compile("^\\| `([a-z0-9-]+)` \\|", Pattern.MULTILINE);

  private static String page() throws IOException {
    return Files.readString(Path.of("HANDLES.md"));
  }

  private record Example(String text, String arguments) {

    String shown() {
      HandleCall call = new HandleReader().read(text, "test").call(Handles.values(arguments));
      List<String> lines = new ArrayList<>();
      lines.add(line("command", "", call.command()));
      call.arguments().forEach(argument -> lines.add(line("argument", "", argument)));
      if (call.directory() != null) {
        lines.add(line("directory", "", call.directory()));
      }
      call.environment().forEach((name, value) -> lines.add(line("variable", name + "=", value)));
      return String.join("\n", lines);
    }

    private static String line(String part, String before, Argument value) {
      return part + " " + value.provenance().word() + " " + before + value.text();
    }

    String errors() {
      try {
        return "no errors, but " + shown();
      } catch (RecipeException refused) {
        return String.join("\n", refused.problems().stream().map(Problem::toString).toList());
      }
    }

    String value() {
      FormValue form = FormValue.literal(Handles.json(text));
      FormValue given = FormValue.dynamic(Handles.values(arguments));
      return ToolForm.parse(form, FormSettings.defaults())
          .evaluate(given)
          .map(value -> JsonText.write(value.plain()))
          .orElse("undefined");
    }
  }

  @TestFactory
  Stream<DynamicTest> every_example_tells_the_truth() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    Example example = new Example("", "{}");
    for (Matcher fence = FENCE.matcher(page()); fence.find(); ) {
      String body = fence.group(3).strip();
      Example current = example;
      switch (fence.group(2)) {
        case "handle", "form" -> example = new Example(body, "{}");
        case "call", "given" -> example = new Example(example.text(), body);
        case "shown" -> tests.add(test(body, current::shown));
        case "errors" -> tests.add(test(body, current::errors));
        case "value" -> tests.add(test(body, current::value));
        default -> throw new AssertionError("no such mark on an example: " + fence.group(2));
      }
    }
    assertThat(tests).hasSizeGreaterThan(5);
    return tests.stream();
  }

  private static DynamicTest test(String expected, Supplier<String> told) {
    return DynamicTest.dynamicTest(
        expected.lines().findFirst().orElse(""), () -> assertThat(told.get()).isEqualTo(expected));
  }

  @Test
  void every_code_stands_in_the_table_once() throws IOException, IllegalAccessException {
    List<String> known = new ArrayList<>();
    for (Class<?> codes : List.of(HandleCodes.class, FormCodes.class)) {
      for (Field field : codes.getFields()) {
        known.add((String) field.get(null));
      }
    }
    String table = page().substring(page().indexOf("## Codes"));
    assertThat(ROW.matcher(table).results().map(row -> row.group(1)))
        .containsExactlyInAnyOrderElementsOf(known);
  }

  @Test
  void every_field_is_documented() throws IOException {
    assertThat(HandleField.keys()).allMatch(page()::contains);
  }
}
