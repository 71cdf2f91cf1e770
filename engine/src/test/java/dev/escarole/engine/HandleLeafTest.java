package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.handle.CapturedBytes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handles as leaves of a tree: in plans, in the store, and under everything that steers a node. */
@Timeout(300)
class HandleLeafTest {

  private static final String COUNT =
      """
      {"name": "count", "handle": "command", "command": "wc",
       "parameters": {"type": "object", "properties": {"text": {"type": "string"}, "lines": {"type": "boolean"}}, "required": ["text"]},
       "arguments": {"$encode": "args", "-l": {"$": "lines"}}, "io": {"stdin": "{{text}}"}}
      """;

  private static Engine engine;

  @BeforeAll
  static void open() {
    engine = Engine.open(EngineOptions.inMemory().withWorkers(2));
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  private static RunRequest.Builder request(String recipe) {
    return RunRequest.of(new RecipeReader().read(recipe, "t.yaml"));
  }

  private static Plan plan(String recipe) {
    return engine.plan(request(recipe).build());
  }

  private static RunResult run(String recipe) throws InterruptedException {
    return engine.run(request(recipe).build());
  }

  private static HandleSetting setting(Step step) {
    return Objects.requireNonNull(((LeafStep) step).handle());
  }

  private static String handle(String command, String fields) {
    return "{name: t, handle: command, command: " + command + ", " + fields + "}";
  }

  @Test
  void a_handle_is_repeated_and_fanned_out_with_the_values_of_each_copy() throws Exception {
    RunResult run =
        run(
            """
            defaults: {words: ["a", "a\\nb\\n", "-rf\\n"]}
            parallel: true
            repeat: "{words.length}"
            with: {text: "{words[index]}", lines: true}
            template: %s
            """
                .formatted(COUNT));
    assertThat(run.stdout().text())
        .isEqualTo(
            """
            --- branch: branch 1 status: done ---
            0
            --- branch: branch 2 status: done ---
            2
            --- branch: branch 3 status: done ---
            1
            """);
    assertThat(run.attempts()).allMatch(each -> each.argv().equals(List.of("wc", "-l")));
  }

  @Test
  void a_handle_that_when_rules_out_is_skipped_and_not_evaluated() throws Exception {
    RunResult run =
        run(
            "[echo kept, {when: missing, template: "
                + handle("cat", "directory: {$: gone}")
                + "}]");
    assertThat(run.stdout().text()).isEqualTo("kept\n");
    assertThat(run.steps())
        .extracting(RunResult.StepReport::path, each -> each.status().word())
        .contains(tuple("0.1", "skipped"));
    assertThat(
            ((LeafStep) plan("{when: false, template: " + handle("cat", "io: {}") + "}").root())
                .handle())
        .isNull();
  }

  @Test
  void a_mistake_in_a_handle_that_is_skipped_is_reported_all_the_same() {
    assertThatThrownBy(() -> plan("[x, {when: false, template: " + handle("./a", "io: {}") + "}]"))
        .isInstanceOfSatisfying(
            RecipeException.class,
            refused ->
                assertThat(refused.problems())
                    .extracting(Problem::code, Problem::line, Problem::column, Problem::pointer)
                    .containsExactly(tuple("command-name", 1, 65, "/1/template/command")));
  }

  @Test
  void a_handle_is_tried_again_and_recovers_by_a_handle() throws Exception {
    RunResult run =
        run(
            "{retry: 2, recover: "
                + handle("tee", "arguments: [marker], allow_stdin: true")
                + ", template: "
                + handle("ls", "arguments: [marker]")
                + "}");
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.attempts())
        .extracting(RunResult.AttemptReport::path, each -> each.outcome().exitCode())
        .containsExactly(tuple("0", 2), tuple("0.recover", 0), tuple("0", 0));
  }

  @Test
  void the_timeout_of_its_node_bounds_a_handle() throws Exception {
    RunResult run = run("{timeout: 100, template: " + handle("sleep", "arguments: ['30']") + "}");
    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(run.attempts().get(0).outcome().word()).isEqualTo("timed_out");
  }

  @Test
  void all_mistakes_are_told_of_in_one_go() {
    assertThatThrownBy(
            () ->
                engine.plan(
                    request(
                            "[\"x {nope}\", "
                                + "{with: {text: \"{gone}\"}, template: "
                                + COUNT
                                + "}, "
                                + "{with: {text: [1]}, template: "
                                + COUNT
                                + "}, "
                                + handle("./a", "io: {}")
                                + "]")
                        .build()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            refused ->
                assertThat(refused.problems())
                    .extracting(Problem::code, Problem::pointer)
                    .containsExactly(
                        tuple("command-name", "/3/command"),
                        tuple("unresolved-placeholder", "/0"),
                        tuple("unresolved-placeholder", "/1"),
                        tuple("bad-arguments", "/2/template/parameters")));
  }

  @Test
  void a_plan_is_read_back_from_the_store_as_it_was() throws Exception {
    String recipe =
        "[mkdir d, "
            + handle(
                "cat",
                "directory: d, environment: {B: x, A: 1}, arguments: ['-'],"
                    + " io: {stdin: \"é\\0\", stderr: ignore, encoding: latin1}")
            + ", "
            + handle("cat", "allow_stdin: true, io: {encoding: base64}")
            + ", 'true']";
    Plan plan = plan(recipe);
    RunResult run = run(recipe);
    Plan stored = engine.records().plan(run.run());
    assertThat(stored.steps()).isEqualTo(plan.steps());
    assertThat(stored.hash()).isEqualTo(plan.hash());
    assertThat(setting(stored.root().children().get(1)).environment())
        .containsExactly(Map.entry("B", "x"), Map.entry("A", "1"));
    assertThat(((LeafStep) stored.root().children().get(3)).handle()).isNull();
  }

  @Test
  void everything_that_decides_about_a_call_is_in_the_hash() {
    String base = handle("cat", "arguments: [a]");
    List<String> others =
        List.of(
            handle("cat", "arguments: [b]"),
            handle("cat", "arguments: [a], directory: d"),
            handle("cat", "arguments: [a], environment: {A: x}"),
            handle("cat", "arguments: [a], environment: {A: y}"),
            handle("cat", "arguments: [a], io: {stdin: x}"),
            handle("cat", "arguments: [a], io: {stdin: ''}"),
            handle("cat", "arguments: [a], io: {stdout: ignore}"),
            handle("cat", "arguments: [a], io: {stderr: ignore}"),
            handle("cat", "arguments: [a], io: {encoding: base64}"),
            handle("cat", "arguments: [a], allow_stdin: true"),
            "cat a");
    List<String> hashes =
        Stream.concat(Stream.of(base), others.stream()).map(each -> plan(each).hash()).toList();
    assertThat(hashes).doesNotHaveDuplicates();
    assertThat(plan(base).hash()).isEqualTo(plan(handle("cat", "arguments: ['a']")).hash());
  }

  @Test
  void a_difference_says_what_has_changed_about_a_call() {
    Plan before = plan("[" + handle("cat", "directory: d, environment: {A: x, B: y}") + ", ls]");
    Plan after = plan("[" + handle("cat", "environment: {A: z, B: y}, io: {stdin: abc}") + ", ls]");
    PlanDiff diff = PlanDiff.between(before, after);
    assertThat(diff.entries())
        .filteredOn(each -> each.kind() == PlanDiff.Kind.CHANGED)
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.changes())
                    .containsExactly(
                        "removed directory d", "removed A=x", "added A=z", "added stdin 3 bytes"));
    assertThat(PlanDiff.between(before, before).isEmpty()).isTrue();
  }

  @Test
  void a_plan_prints_what_a_call_is_given() throws IOException {
    String recipe =
        "["
            + handle(
                "cat",
                "arguments: ['a b'], directory: d, environment: {A: x y}, io: {stdin: abc, stdout:"
                    + " ignore}")
            + "]";
    StringBuilder tree = new StringBuilder();
    PlanPrinter.print(plan(recipe), PlanFormat.TREE, List.of(), tree);
    assertThat(tree)
        .contains("0.0 cat 'a b' [handle t, directory d, 'A=x y', stdin 3 bytes, stdout ignore]");
    StringBuilder json = new StringBuilder();
    PlanPrinter.print(plan(recipe), PlanFormat.JSON, List.of(), json);
    assertThat(json.toString().replaceAll("\\s+", ""))
        .contains(
            "\"handle\":{\"name\":\"t\",\"directory\":\"d\",\"environment\":{\"A\":\"xy\"},\"stdin\":\"YWJj\",\"openStdin\":false,\"stdout\":\"ignore\",\"stderr\":\"pipe\",\"encoding\":\"utf8\"}");
  }

  @Test
  void what_was_not_changed_about_a_call_holds_when_a_run_is_run_again() throws Exception {
    String recipe = "[%s, \"ls missing\"]";
    String before = handle("cat", "environment: {A: x}, io: {stdin: abc}");
    RunResult first = run(recipe.formatted(before));
    RunResult same = engine.rerun(RerunRequest.of(first.run())).await();
    assertThat(same.attempts().get(0).origin()).isEqualTo(LeafOrigin.REUSED);
    RunResult changed =
        engine
            .rerun(
                RerunRequest.of(first.run())
                    .withRecipe(
                        new RecipeReader()
                            .read(recipe.formatted(before.replace("A: x", "A: z")), "t.yaml"))
                    .withForce(true))
            .await();
    assertThat(changed.attempts().get(0).origin()).isEqualTo(LeafOrigin.RAN);
  }

  @Test
  void results_of_handles_are_used_again() throws Exception {
    String recipe =
        "{cache: true, template: "
            + handle("wc", "arguments: [-c], environment: {A: x}, io: {stdin: cached}")
            + "}";
    assertThat(run(recipe).attempts().get(0).origin()).isEqualTo(LeafOrigin.RAN);
    RunResult again = run(recipe);
    assertThat(again.attempts().get(0).origin()).isEqualTo(LeafOrigin.CACHED);
    assertThat(again.stdout().text()).isEqualTo("6\n");
    assertThat(run(recipe.replace("A: x", "A: y")).attempts().get(0).origin())
        .isEqualTo(LeafOrigin.RAN);
  }

  @Test
  void a_result_whose_output_was_discarded_is_never_used_again() throws Exception {
    String recipe =
        "{cache: true, template: " + handle("wc", "io: {stdin: discarded, stdout: %s}") + "}";
    assertThat(run(recipe.formatted("ignore")).stdout().isEmpty()).isTrue();
    RunResult piped = run(recipe.formatted("pipe"));
    assertThat(piped.attempts().get(0).origin()).isEqualTo(LeafOrigin.RAN);
    assertThat(piped.stdout().isEmpty()).isFalse();
  }

  @Test
  void a_directory_is_looked_for_each_time_whatever_the_cache_has() throws Exception {
    String there =
        "{cache: true, template: [mkdir d, "
            + handle("echo", "arguments: [x], directory: d")
            + "]}";
    assertThat(run(there).status()).isEqualTo(RunStatus.DONE);
    assertThat(run(there).attempts().get(1).origin()).isEqualTo(LeafOrigin.RAN);
    RunResult gone =
        run("{cache: true, template: " + handle("echo", "arguments: [x], directory: d") + "}");
    assertThat(gone.attempts().get(0).outcome().word()).isEqualTo("bad_directory");
  }

  @Test
  void a_plan_of_many_calls_is_concrete_for_each() {
    Plan plan =
        plan("{parallel: true, repeat: 200, with: {text: \"{index}\"}, template: " + COUNT + "}");
    GroupStep root = (GroupStep) plan.root();
    assertThat(root.children()).hasSize(200);
    assertThat(root.children().get(7))
        .satisfies(
            step ->
                assertThat(setting(step).stdin()).isEqualTo(CapturedBytes.of(new byte[] {'7'})));
  }
}
