package dev.escarole.engine.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.UnknownCommandRule;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.JsonText;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A test whose commands all really run ends as a run of the engine does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RehearsalParityTest {

  @TempDir Path data;

  private Engine engine;

  @BeforeAll
  void open() {
    engine =
        Engine.open(EngineOptions.inMemory().withUnknownCommands(UnknownCommandRule.FAIL_STEP));
  }

  @AfterAll
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'echo hi'",
        "['seq 3', 'sort -r', 'head -n 1']",
        "{'parallel': true, 'template': ['echo a', 'false', 'echo c']}",
        "{'parallel': true, 'min_successful': 3, 'template': ['echo a', 'false', 'echo c']}",
        "[{'failure': 'continue', 'template': 'false'}, 'echo after']",
        "{'parallel': true, 'repeat': 3, 'concurrency': 2, 'template': 'echo {index}'}",
        "[{'when': false, 'template': 'echo no'}, 'echo yes']",
        "{'retry': 3, 'template': ['touch x', 'false']}",
        "{'retry': 2, 'recover': 'touch /workspace/there', 'template': 'cat /workspace/there'}",
        "{'retry': 2, 'recover': 'false', 'template': 'false'}",
        "[{'template': ['echo a', {'failure': 'root', 'template': 'false'}]}, 'echo never']",
        "{'success_codes': [0, 1], 'template': ['false', 'echo fine']}",
        "'no-such-command'",
        "{'timeout': 40, 'template': ['sleep 5', 'echo never']}"
      })
  void a_rehearsal_with_real_commands_ends_as_a_run(String text) throws Exception {
    Recipe recipe = new RecipeReader().read(text.replace('\'', '"'), "recipe.json");
    RunResult run = engine.run(RunRequest.of(recipe).build());
    String attempts =
        run.steps().stream()
            .map(step -> "\"%s\": {\"attempts\": %d}".formatted(step.path(), attempts(run, step)))
            .collect(Collectors.joining(", "));
    String tests =
        """
        {"tests": [{"name": "same", "otherwise": {"run": true}, "expect": {
          "status": "%s", "accepted": %s, "stdout": %s, "steps": {%s}}}]}
        """
            .formatted(
                run.status().word(), run.accepted(), JsonText.write(run.stdout().text()), attempts);
    RecipeTests read =
        RecipeTests.read(Document.read(tests, "recipe.test.json", RecipeLimits.DEFAULTS));
    try (TestSandbox sandbox = TestSandbox.open(data)) {
      TestOutcome outcome =
          read.run("same", recipe, EngineOptions.inMemory().planLimits(), sandbox);
      assertThat(outcome.mismatches()).isEmpty();
    }
  }

  private static long attempts(RunResult run, RunResult.StepReport step) {
    return run.attempts().stream().filter(each -> each.path().equals(step.path())).count();
  }
}
