package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.rehearsal.Mismatch;
import dev.escarole.engine.rehearsal.RecipeTests;
import dev.escarole.engine.rehearsal.TestSandbox;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests that samples have themselves. */
class SampleTestsTest {

  @TempDir Path data;

  @ParameterizedTest
  @ValueSource(strings = {"library", "toolsmith", "weather"})
  void a_sample_passes_its_own_tests(String name) throws IOException {
    Sample sample = Sample.named(name);
    Recipe recipe = sample.recipe();
    Path file = sample.directory().resolve("recipe.test.yaml");
    RecipeTests tests = RecipeTests.read(Document.read(file, RecipeLimits.DEFAULTS));
    assertThat(tests.names()).isNotEmpty();
    try (TestSandbox sandbox = TestSandbox.open(data)) {
      for (String test : tests.names()) {
        List<Mismatch> mismatches =
            tests.run(test, recipe, EngineOptions.inMemory().planLimits(), sandbox).mismatches();
        assertThat(mismatches).as(test).isEmpty();
      }
    }
  }
}
