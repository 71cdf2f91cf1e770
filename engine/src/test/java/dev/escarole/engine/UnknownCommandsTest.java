package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Recipes with unknown commands. */
class UnknownCommandsTest {

  private final Engine engine = Engine.open(EngineOptions.inMemory());

  @AfterEach
  void close() {
    engine.close();
  }

  private static Recipe recipe(String text) {
    return new RecipeReader().read(text, "t.yaml");
  }

  private static List<Problem> refusal(ThrowingCallable work) {
    return catchThrowableOfType(RecipeException.class, work).problems();
  }

  private void assertNothingStarted() {
    assertThat(engine.records().runs(RunQuery.latest(10))).isEmpty();
    assertThat(engine.audit().calls(AuditQuery.latest(10))).isEmpty();
  }

  @Test
  void aRunThatWouldNameAnUnknownCommand_isRefusedByEveryWayToStartIt() {
    RunRequest request = RunRequest.of(recipe("[echo a, 'sotr x', sotr, 'no-such b']")).build();
    List<ThrowingCallable> ways =
        List.of(
            () -> engine.plan(request),
            () -> engine.start(request),
            () -> engine.run(request),
            () -> engine.launch(request, LaunchKey.of("local", "k")),
            () ->
                engine.start(
                    request,
                    new PlanCompiler(PlanLimits.DEFAULTS).compile(request.recipe(), Map.of())));
    for (ThrowingCallable way : ways) {
      List<Problem> problems = refusal(way);
      assertThat(problems)
          .extracting(Problem::message)
          .containsExactly("no command is named 'sotr'", "no command is named 'no-such'");
      assertThat(problems).extracting(Problem::code).containsOnly("unknown-command");
      assertThat(problems.get(0).hint())
          .contains("Did you mean sort", "escarole commands add sotr FILE");
      assertThat(problems.get(0).pointer()).isEqualTo("/1");
    }
    assertNothingStarted();
  }

  @Test
  void whereStepsMayFail_theStepFailsWithExitCode127AndTheRunGoesOn() throws Exception {
    EngineOptions lenient =
        EngineOptions.inMemory().withUnknownCommands(UnknownCommandRule.FAIL_STEP);
    try (Engine portable = Engine.open(lenient)) {
      RunResult result = portable.run(RunRequest.of(recipe("[sotr, echo b]")).build());
      assertThat(result.stdout().text()).isEqualTo("b\n");
      assertThat(result.failures())
          .singleElement()
          .satisfies(failure -> assertThat(failure.outcome().exitCode()).isEqualTo(127));
    }
  }

  @Test
  void aStepThatIsSkipped_needsNoCommand() throws Exception {
    String text = "[{when: '{there}', template: [nosuch, nosuch]}, echo b]";

    assertThat(engine.run(RunRequest.of(recipe(text)).build()).status()).isEqualTo(RunStatus.DONE);
    assertThat(refusal(() -> engine.run(RunRequest.of(recipe(text)).value("there", "1").build())))
        .hasSize(1);
  }

  @Test
  void aCommandThatAPlaceholderNames_isLookedForInThePlan() {
    Recipe recipe = recipe("'{tool=nosuch} x'");

    assertThat(engine.unknownCommands(recipe)).isEmpty();
    assertThat(refusal(() -> engine.plan(RunRequest.of(recipe).build()))).hasSize(1);
    assertThat(engine.plan(RunRequest.of(recipe).value("tool", "cat").build()).steps()).hasSize(1);
  }

  @Test
  void recoveriesAndHandles_areLookedAtToo() {
    String handle = "{handle: command, name: n, command: nosuch}";
    for (String text :
        List.of(
            "{template: echo, retry: 2, recover: nosuch}",
            "[echo, " + handle + "]",
            "{template: " + handle + "}",
            handle)) {
      assertThat(refusal(() -> engine.plan(RunRequest.of(recipe(text)).build())))
          .extracting(Problem::message)
          .containsExactly("no command is named 'nosuch'");
      assertThat(engine.unknownCommands(recipe(text)))
          .extracting(problem -> problem.severity().word())
          .containsExactly("error");
    }
  }

  @Test
  void withoutValues_aStepThatMayBeSkippedIsAWarning() {
    assertThat(
            engine.unknownCommands(
                recipe(
                    "[{when: '{x}', template: [nosuch]}, {repeat: '{n}', template: other},"
                        + " {repeat: 2, template: third}, 'no\\ such']")))
        .extracting(problem -> problem.severity().word() + " " + problem.message())
        .containsExactlyInAnyOrder(
            "warning no command is named 'nosuch'; the step would fail with exit code 127",
            "warning no command is named 'other'; the step would fail with exit code 127",
            "error no command is named 'third'",
            "error no command is named 'no such'");
  }

  @Test
  void aRerunOfARunWhoseCommandIsGone_isAnOrdinaryStepFailure() throws Exception {
    byte[] program;
    try (var in = getClass().getResourceAsStream("command/builtin/upper.wasm")) {
      program = in.readAllBytes();
    }
    engine.addCommand("mine", program, dev.escarole.engine.command.ArgumentMode.ARGV);
    RunHandle first = engine.start(RunRequest.of(recipe("[echo a, mine]")).build());
    assertThat(first.await().status()).isEqualTo(RunStatus.DONE);
    engine.removeCommand("mine");

    RunResult again = engine.rerun(RerunRequest.of(first.id()).withScope(RerunScope.ALL)).await();

    assertThat(again.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.outcome().exitCode()).isEqualTo(127));
  }
}
