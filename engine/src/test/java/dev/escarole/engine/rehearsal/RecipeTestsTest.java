package dev.escarole.engine.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.EngineOptions;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecipeTestsTest {

  private static final String FAN =
      """
      {"template": [
        {"label": "count", "parallel": true, "min_successful": 2, "template": [
          {"label": "a", "template": "fetch a", "retry": 2},
          {"label": "b", "template": "fetch b"},
          {"label": "c", "template": "fetch c", "timeout": 5000}]},
        {"label": "sum", "template": "add up"}]}
      """;

  @TempDir Path data;

  private TestOutcome run(String recipe, String test) {
    return all(recipe, "{\"tests\": [" + test + "]}").get(0);
  }

  private List<TestOutcome> all(String recipe, String tests) {
    RecipeTests read = tests(tests);
    try (TestSandbox sandbox = TestSandbox.open(data)) {
      return read.names().stream()
          .map(
              name ->
                  read.run(
                      name,
                      new RecipeReader().read(recipe, "recipe.json"),
                      EngineOptions.inMemory().planLimits(),
                      sandbox))
          .toList();
    }
  }

  private static RecipeTests tests(String text) {
    return RecipeTests.read(Document.read(text, "recipe.test.json", RecipeLimits.DEFAULTS));
  }

  private static void assertPassed(TestOutcome outcome) {
    assertThat(outcome.mismatches()).isEmpty();
    assertThat(outcome.passed()).isTrue();
  }

  @Test
  void scripted_commands_take_the_place_of_real_ones() {
    assertPassed(
        run(
            FAN,
            """
            {"name": "one is lost", "answers": {
               "a": [{"exit": 1, "stderr": "no"}, "7\\n"], "fetch *": "5\\n",
               "c": {"takes": 9000}, "sum": {"pass": true}},
             "expect": {
               "status": "degraded", "accepted": true,
               "plan": ["fetch a", "fetch b", "fetch c", "add up"],
               "stdout": {"contains": ["7", "branch: c status: timeout"], "lacks": "nothing"},
               "steps": {
                 "a": {"status": "done", "attempts": 2, "stdout": "7"},
                 "fetch b": "done",
                 "0.0.2": "timeout",
                 "count": "degraded",
                 "sum": {"attempts": 1, "stdin": {"contains": "usable: 2"}}},
               "joins": {"count": {"usable": true, "degraded": true, "verdict": "degraded",
                 "branches": 3, "done": 2, "failed": 1, "skipped": 0, "usable_branches": 2}}}}
            """));
  }

  @Test
  void run_that_never_ends_fails_its_test() {
    String recipe = "{\"retry\": 2147483647, \"template\": \"fetch a\"}";
    TestOutcome outcome = run(recipe, "{\"name\": \"x\", \"otherwise\": {\"exit\": 1}}");
    assertThat(outcome.mismatches())
        .singleElement()
        .satisfies(mismatch -> assertThat(mismatch.actual()).contains("under way after"));
  }

  @Test
  void time_passes_at_once() {
    TestOutcome outcome =
        run(
            "[{\"delay\": 3600000, \"template\": \"a\"}, \"b\"]",
            "{\"name\": \"late\", \"answers\": {\"a\": {\"takes\": 500}, \"b\": \"\"}}");
    assertPassed(outcome);
    assertThat(outcome.simulatedMillis()).isEqualTo(3_600_500);
  }

  @Test
  void a_group_that_takes_too_long_is_stopped() {
    assertPassed(
        run(
            "{\"timeout\": 1000, \"template\": [\"a\", \"b\", \"c\"]}",
            """
            {"name": "too long", "otherwise": {"takes": 600}, "expect": {"status": "failed",
              "steps": {"a": "done", "b": "cancelled", "c": {"attempts": 0}}}}
            """));
  }

  @Test
  void commands_run_in_the_sandbox_if_the_test_asks() {
    assertPassed(
        run(
            "[\"fetch list\", \"sort\", \"tee sorted.txt\", \"cat /workspace/sorted.txt\"]",
            """
            {"name": "really", "answers": {"fetch list": "b\\na\\n"}, "otherwise": {"run": true},
             "expect": {"stdout": "a\\nb"}}
            """));
  }

  @Test
  void each_test_has_a_workspace_of_its_own() {
    List<TestOutcome> outcomes =
        all(
            "[\"tee -a kept.txt\", \"cat /workspace/kept.txt\"]",
            """
            {"tests": [
              {"name": "first", "stdin": "1", "otherwise": {"run": true}, "expect": {"stdout": "1"}},
              {"name": "second", "stdin": "2", "otherwise": {"run": true},
               "expect": {"stdout": "2"}}]}
            """);
    assertThat(outcomes).hasSize(2).allSatisfy(RecipeTestsTest::assertPassed);
  }

  @Test
  void a_command_without_an_answer_fails_the_test() {
    TestOutcome outcome =
        run(
            FAN,
            "{\"name\": \"x\", \"answers\": {\"a\": \"\"}, \"expect\": {\"status\": \"failed\"}}");
    assertThat(outcome.mismatches())
        .extracting(Mismatch::what)
        .contains("step 'b'", "step 'c'")
        .doesNotContain("step 'a'");
  }

  @Test
  void steps_that_wait_are_answered_by_the_test_alone() {
    String recipe =
        "[\"pack\", {\"label\": \"go\", \"await\": \"approval\"}, {\"label\": \"tell\", \"await\":"
            + " \"callback\"}]";
    assertPassed(
        run(
            recipe,
            "{\"name\": \"x\", \"answers\": {\"pack\": \"p\", \"go\": {\"pass\": true, \"takes\":"
                + " 86400000}, \"tell\": \"done\"}, \"expect\": {\"stdout\": \"done\", \"steps\":"
                + " {\"go\": {\"stdout\": \"p\"}}}}"));
    assertPassed(
        run(
            recipe,
            "{\"name\": \"x\", \"answers\": {\"go\": {\"outcome\": \"rejected\"}}, \"otherwise\": \"\","
                + " \"expect\": {\"status\": \"failed\", \"steps\": {\"tell\": {\"attempts\": 0}}}}"));
    TestOutcome unanswered =
        run(
            recipe,
            "{\"name\": \"x\", \"answers\": {\"pack\": \"\"}, \"otherwise\": {\"run\": true}}");
    assertThat(unanswered.mismatches()).extracting(Mismatch::what).contains("step 'go'");
  }

  @Test
  void a_wide_fan_out_of_differences_is_listed_in_part() {
    TestOutcome outcome =
        run(
            "{\"parallel\": true, \"repeat\": 300, \"template\": \"x {index}\"}",
            "{\"name\": \"x\", \"expect\": {\"status\": \"degraded\"}}");
    assertThat(outcome.mismatches()).hasSize(TestOutcome.MOST);
    assertThat(outcome.more()).isEqualTo(250);
  }

  @Test
  void the_narrowest_name_of_a_step_counts() {
    assertPassed(
        run(
            "[{\"label\": \"one\", \"template\": \"say 1\"}, \"say 2\", \"say 3\"]",
            """
            {"name": "x", "answers": {"say *": "all", "one": "label", "0.1": "path"},
             "expect": {"steps": {"one": {"stdout": "label"}, "0.1": {"stdout": "path"},
               "say 3": {"stdout": "all"}}}}
            """));
  }

  @Test
  void a_run_must_be_done_unless_something_else_is_expected() {
    TestOutcome outcome = run("\"a\"", "{\"name\": \"x\", \"otherwise\": {\"exit\": 1}}");
    assertThat(outcome.mismatches()).containsExactly(new Mismatch("status", "done", "failed"));
    assertThat(outcome.status()).isEqualTo("failed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'status': 'done'                     | status",
        "'accepted': true                     | accepted",
        "'stdout': 'other'                    | stdout",
        "'stdout': {'contains': 'other'}      | stdout",
        "'stdout': {'lacks': 'out'}           | stdout",
        "'stdout': {'json': {'a': 1}}         | stdout",
        "'output': 'other'                    | output",
        "'plan': ['b']                        | plan",
        "'plan': 'nothing'                    | plan",
        "'steps': {'a': 'failed'}             | step 0.0 (a)",
        "'steps': {'a': {'attempts': 3}}      | step 0.0 (a): attempts",
        "'steps': {'a': {'stdin': 'other'}}   | step 0.0 (a): stdin",
        "'steps': {'a': {'stdout': 'other'}}  | step 0.0 (a): stdout",
        "'steps': {'z': 'done'}               | steps: 'z'",
        "'joins': {'a': {'usable': true}}     | join of step 0.0 (a)",
        "'joins': {'p': {'usable': false}}    | join of step 'p': usable",
        "'error': 'missing-value'             | error"
      })
  void everything_expected_is_compared(String expected, String what) {
    TestOutcome outcome =
        run(
            "[\"a\", {\"label\": \"p\", \"parallel\": true, \"template\": [\"b\", \"c\"]}, \"d\"]",
            ("{'name': 'x', 'answers': {'a': 'in', 'c': {'exit': 1}}, 'otherwise': 'out', 'expect':"
                    + " {'status': 'degraded', "
                    + expected
                    + "}}")
                .replace("'status': 'degraded', 'status'", "'status'")
                .replace('\'', '"'));
    assertThat(outcome.mismatches()).extracting(Mismatch::what).containsExactly(what);
  }

  @Test
  void equal_json_and_equal_trees_pass() {
    assertPassed(
        run(
            "[\"a\", {\"label\": \"last\", \"template\": \"b 'x y'\"}]",
            """
            {"name": "x", "otherwise": " {\\"b\\": [1.5, null], \\"a\\": 1}",
             "expect": {"stdout": {"json": {"a": 1, "b": [1.5, null]}},
               "plan": "0 sequence\\n├─ 0.0 a\\n└─ 0.1 last: b 'x y'"}}
            """));
  }

  @Test
  void a_launch_that_must_be_refused_is_a_test_too() {
    String recipe = "{\"args\": [\"who\"], \"template\": \"echo {who}\"}";
    assertPassed(
        run(recipe, "{\"name\": \"x\", \"expect\": {\"error\": \"unresolved-placeholder\"}}"));
    TestOutcome wrong = run(recipe, "{\"name\": \"x\"}");
    assertThat(wrong.mismatches()).hasSize(1);
    assertThat(wrong.mismatches().get(0).what()).isEqualTo("launch");
    assertThat(wrong.mismatches().get(0).actual()).contains("who", "unresolved-placeholder");
    assertThat(wrong.status()).isNull();
    assertPassed(
        run(
            recipe,
            "{\"name\": \"x\", \"values\": {\"who\": \"you\"}, \"otherwise\": {\"run\": true},"
                + " \"expect\": {\"stdout\": \"you\"}}"));
  }

  @Test
  void computed_inputs_need_values() {
    TestOutcome outcome =
        run(
            "{\"compute\": {\"today\": \"date\"}, \"args\": [\"today\"], \"template\": \"echo"
                + " {today}\"}",
            "{\"name\": \"x\", \"otherwise\": \"\"}");
    assertThat(outcome.mismatches())
        .extracting(Mismatch::expected)
        .anyMatch(s -> s.contains("'today'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                       | tests",
        "{'tests': []}                                            | tests",
        "{'tests': [{}]}                                          | needs a name",
        "{'tests': [{'name': 'x'}, {'name': 'x'}]}                | another test",
        "{'tests': [{'name': 'x', 'anwers': {}}]}                 | answers",
        "{'tests': [{'name': 'x', 'answers': {'a': 5}}]}          | must be an object",
        "{'tests': [{'name': 'x', 'answers': {'a': []}}]}         | at least one answer",
        "{'tests': [{'name': 'x', 'answers': {'a': {'exit': 256}}}]}     | 0 to 255",
        "{'tests': [{'name': 'x', 'answers': {'a': {'outcome': 'timd_out'}}}]} | timed_out",
        "{'tests': [{'name': 'x', 'answers': {'a': {'run': true, 'exit': 1}}}]} | Leave all but one",
        "{'tests': [{'name': 'x', 'expect': {'status': 'ok'}}]}   | is not a status",
        "{'tests': [{'name': 'x', 'expect': {'steps': {'a': 'ok'}}}]}    | is not a status",
        "{'tests': [{'name': 'x', 'expect': {'joins': {'a': {'useable': true}}}}]} | usable",
        "{'tests': [{'name': 'x', 'expect': {'stdout': 5}}]}      | must be an object"
      })
  void a_malformed_file_is_refused_with_its_places(String file, String message) {
    assertThatThrownBy(() -> tests(file.replace('\'', '"')))
        .isInstanceOf(RecipeException.class)
        .satisfies(
            e -> {
              Problem first = ((RecipeException) e).problems().get(0);
              assertThat(first.message() + first.hint()).contains(message);
              assertThat(first.file()).isEqualTo("recipe.test.json");
            });
  }

  @Test
  void the_example_of_the_language_reference_is_a_file_of_tests() throws IOException {
    String page = Files.readString(Path.of("../recipes/README.md"));
    int start =
        page.indexOf("```yaml tests", page.indexOf("\n## Tests\n")) + "```yaml tests".length();
    String example = page.substring(start, page.indexOf("```", start));
    RecipeTests read =
        RecipeTests.read(Document.read(example, "census.test.yaml", RecipeLimits.DEFAULTS));
    assertThat(read.names()).containsExactly("a source that is lost is told");
  }
}
