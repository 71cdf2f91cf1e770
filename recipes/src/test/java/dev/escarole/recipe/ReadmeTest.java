package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.JsonText;
import dev.escarole.recipe.template.TemplateException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every example of README.md. A fenced block is marked behind its language: {@code recipe}
 * starts an example, {@code values} gives values to it, and {@code argv}, {@code errors}, {@code
 * warnings} or {@code inputs} say what comes of it. Each row of the table of codes holds an example
 * too. What it takes an engine to run is tried by the engine's own test of the page.
 */
class ReadmeTest {
  private static final Pattern FENCE =
      Pattern.compile("^```(\\S*) ?(\\S*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z0-9-]+)` \\| [^|]* \\| ([^|]*) \\|$", Pattern.MULTILINE);
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

  /** Codes whose example would be a large file, a broken file, or a plan. */
  private static final List<String> WITHOUT_EXAMPLE =
      List.of(
          "unreadable-file",
          "file-too-large",
          "not-utf8",
          "nesting-too-deep",
          "too-many-steps",
          "plan-too-large",
          "deadline-exceeded",
          "import-cycle",
          "import-too-deep",
          "disabled-recipe",
          "bad-markdown",
          "replaceable-value",
          "unlisted-request",
          "missing-directory",
          "not-computed",
          "compute-failed",
          "text-too-long");

  private static String readme() throws IOException {
    return Files.readString(Path.of("README.md"));
  }

  private record Row(String code, String example) {}

  private static List<Row> rows() throws IOException {
    String table = readme().substring(readme().indexOf("## Codes"));
    return ROW.matcher(table).results().map(r -> new Row(r.group(1), r.group(2))).toList();
  }

  @TestFactory
  Stream<DynamicTest> every_fenced_example_tells_the_truth() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    Map<String, String> files = new HashMap<>();
    Example example = new Example("", Map.of(), files);
    for (Matcher fence = FENCE.matcher(readme()); fence.find(); ) {
      String body = fence.group(3).strip();
      if (fence.group(2).indexOf('.') > 0) {
        files.put(fence.group(2), body);
        continue;
      }
      switch (fence.group(2)) {
        case "recipe" -> example = new Example(body, Map.of(), Map.copyOf(files));
        case "run", "done", "degraded", "failed", "tests" -> {}
        case "values" -> example = new Example(example.recipe(), values(body), example.files());
        default -> {
          Example current = example;
          String mark = fence.group(2);
          tests.add(
              DynamicTest.dynamicTest(
                  current.recipe().replaceAll("\\s+", " ") + " -> " + mark,
                  () -> assertThat(current.told(mark)).isEqualTo(body)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(30);
    return tests.stream();
  }

  @Test
  void every_code_stands_in_the_table_once() throws IOException {
    List<String> known = new ArrayList<>();
    for (Field field : Codes.class.getFields()) {
      known.add((String) constant(field));
    }
    assertThat(rows()).extracting(Row::code).containsExactlyInAnyOrderElementsOf(known);
  }

  private static Object constant(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @TestFactory
  Stream<DynamicTest> every_code_has_an_example_that_earns_it() throws IOException {
    return rows().stream()
        .filter(row -> !WITHOUT_EXAMPLE.contains(row.code()))
        .map(row -> DynamicTest.dynamicTest(row.code(), () -> check(row)));
  }

  private static void check(Row row) {
    List<String> spans =
        SPAN.matcher(row.example()).results().map(result -> result.group(1)).toList();
    assertThat(spans).as("the example of %s", row.code()).isNotEmpty();
    Map<String, Object> values = spans.size() > 1 ? values(spans.get(1)) : Map.of();
    assertThat(new Example(spans.get(0), values, Map.of()).codes()).contains(row.code());
  }

  private static Map<String, Object> values(String json) {
    SourceValue value =
        JsonDocument.read(json, new DocumentRules(RecipeLimits.DEFAULTS, new Problems("values")));
    Map<String, Object> values = new LinkedHashMap<>();
    ((SourceObject) value).members().forEach((name, member) -> values.put(name, plain(member)));
    return values;
  }

  private static Object plain(SourceObject.Member member) {
    Object plain = member.value().plain();
    return plain == null ? "" : plain;
  }

  private record Example(String recipe, Map<String, Object> values, Map<String, String> files) {

    String told(String mark) {
      return switch (mark) {
        case "argv" -> lines(Commands.of(read(), values).stream().map(JsonText::write));
        case "warnings" -> lines(read().warnings().stream().map(Problem::toString));
        case "inputs" -> lines(read().parameters().stream().map(Example::input));
        case "errors" -> lines(errors().stream());
        default -> throw new AssertionError("no such mark on an example: '" + mark + "'");
      };
    }

    private Recipe read() {
      if (files.isEmpty()) {
        return Reading.read(recipe);
      }
      RecipeTexts library = new RecipeTexts(files, RecipeLimits.DEFAULTS);
      Document document = Document.read(recipe, "test", RecipeLimits.DEFAULTS);
      return new RecipeReader().read(document, library, "test");
    }

    private static String input(Parameter parameter) {
      String type = parameter.type() == null ? "any" : parameter.type().word();
      String need = parameter.required() ? "required" : "optional";
      Object fallback = parameter.defaultValue();
      return parameter.name()
          + ": "
          + type
          + ", "
          + need
          + (fallback == null ? "" : ", default " + JsonText.write(fallback));
    }

    private static String lines(Stream<String> lines) {
      return String.join("\n", lines.toList());
    }

    private List<String> errors() {
      try {
        Commands.of(read(), values);
        return List.of();
      } catch (RecipeException refused) {
        return refused.problems().stream().map(Problem::toString).toList();
      } catch (TemplateException unresolved) {
        return unresolved.problems().stream()
            .map(each -> "error[" + each.code() + "]: " + each.message() + hint(each))
            .toList();
      }
    }

    private static String hint(TemplateException problem) {
      return problem.hint() == null ? "" : "\n  hint: " + problem.hint();
    }

    private List<String> codes() {
      TreeSet<String> codes = new TreeSet<>();
      errors()
          .forEach(error -> codes.add(error.replaceAll("(?s).*?error\\[([a-z0-9-]+)].*", "$1")));
      if (codes.isEmpty()) {
        read().warnings().forEach(warning -> codes.add(warning.code()));
        read().failureAdvice().forEach(warning -> codes.add(warning.code()));
      }
      return List.copyOf(codes);
    }
  }
}
