package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the examples of the language reference that are marked {@code run}. */
class RecipesReadmeTest {

  private static final Pattern EXAMPLE =
      Pattern.compile(
          "^```json run\\n(.*?)^```\\n\\n^```text (\\w+)\\n(.*?)^```$",
          Pattern.MULTILINE | Pattern.DOTALL);

  private static final Engine ENGINE = Engine.open(EngineOptions.inMemory());

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  @TestFactory
  Stream<DynamicTest> every_example_runs_as_the_page_says() throws IOException {
    String page = Files.readString(Path.of("..", "recipes", "README.md"));
    List<DynamicTest> tests = new ArrayList<>();
    for (Matcher example = EXAMPLE.matcher(page); example.find(); ) {
      String recipe = example.group(1);
      String status = example.group(2);
      String result = example.group(3);
      tests.add(
          DynamicTest.dynamicTest(
              recipe.replaceAll("\\s+", " "), () -> runs(recipe, status, result)));
    }
    assertThat(tests).hasSizeGreaterThanOrEqualTo(12);
    return tests.stream();
  }

  private static void runs(String recipe, String status, String result)
      throws InterruptedException {
    RunRequest request = RunRequest.of(new RecipeReader().read(recipe, "example.json")).build();
    RunResult run = ENGINE.run(request);
    assertThat(run.stdout().text().strip()).isEqualTo(result.strip());
    assertThat(run.status().word()).isEqualTo(status);
  }
}
