package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.RowFetch;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs of the catalogue that an engine adds: when asked, and before a run if it may. */
@Timeout(120)
class FetchBeforeRunTest {

  private static final Principal CI = new Principal("ci", false);
  private static final String WRONG = "0".repeat(64);

  @TempDir Path data;

  private Engine open(String policy) throws IOException {
    Files.write(data.resolve("zero.wasm"), TestPrograms.exiting(0));
    String row = "%s: {kind: wasm, from: 'file:%s', sha256: %s, aliases: [%s]}";
    String hash = ArtifactId.of(TestPrograms.exiting(0)).sha256();
    Files.writeString(
        data.resolve(Catalog.FILE),
        "rows:\n  %s\n  %s\n  %s\n"
            .formatted(
                row.formatted("zero", "zero.wasm", hash, "nought"),
                row.formatted("gone", "gone.wasm", hash, "left"),
                row.formatted("forged", "zero.wasm", WRONG, "fake")));
    Files.writeString(data.resolve(CommandHost.POLICY), policy);
    return Engine.open(EngineOptions.at(data));
  }

  private static RunRequest request(String template, Principal principal) {
    Recipe recipe = new RecipeReader().read("{\"template\": " + template + "}", "t.json");
    return RunRequest.of(recipe).principal(principal).build();
  }

  private static RunRequest request(String template) {
    return request(template, Principal.localOperator());
  }

  private static List<Problem> refusal(Engine engine, RunRequest request) {
    List<Problem> problems =
        catchThrowableOfType(RecipeException.class, () -> engine.start(request)).problems();
    assertThat(engine.records().runs(RunQuery.latest(10))).isEmpty();
    return problems;
  }

  @Test
  void without_the_operators_word_nothing_is_fetched() throws Exception {
    for (String policy : List.of("", "fetch: []", "fetch: [gone]", "principals: {}")) {
      try (Engine engine = open(policy)) {
        assertThat(refusal(engine, request("\"nought\"")))
            .singleElement()
            .satisfies(
                problem ->
                    assertThat(problem.hint())
                        .isEqualTo(
                            "The catalogue has it. Add it with: escarole commands add nought"));
        assertThat(engine.catalog().latest("zero")).isEmpty();
      }
    }
  }

  @Test
  void a_missing_command_is_added_before_the_run_that_needs_it() throws Exception {
    for (String allowed : List.of("zero", "nought", "'*'", "nou*")) {
      try (Engine engine = open("fetch: [" + allowed + "]")) {
        RunRequest request = request("[\"echo a\", \"nought\"]");
        // Looking at the plan fetches nothing, and says what will be done.
        assertThat(engine.warnings(request, engine.plan(request)))
            .anySatisfy(
                problem ->
                    assertThat(problem.message())
                        .isEqualTo(
                            "'nought' is not added yet; it is fetched from the catalogue when a"
                                + " run starts"));
        assertThat(engine.unknownCommands(request.recipe()))
            .extracting(Problem::severity)
            .containsExactly(Severity.WARNING);
        assertThat(engine.commands().find("nought")).isEmpty();

        assertThat(engine.run(request).status()).isEqualTo(RunStatus.DONE);
        assertThat(engine.commands().find("zero")).isPresent();
        assertThat(engine.unknownCommands(request.recipe())).isEmpty();
        assertThat(engine.removeCommand("zero")).isTrue();
        assertThat(engine.removeCommand("nought")).isTrue();
      }
    }
  }

  @Test
  void a_computed_input_gets_its_command_in_the_same_way() throws Exception {
    try (Engine engine = open("fetch: [zero]")) {
      Recipe recipe =
          new RecipeReader().read("{compute: {a: zero}, template: 'echo x{a}'}", "t.yaml");
      RunRequest request = RunRequest.of(recipe).build();
      assertThat(engine.run(request).status()).isEqualTo(RunStatus.DONE);
      assertThat(engine.commands().find("zero")).isPresent();
    }
  }

  @Test
  void a_fetch_that_fails_refuses_the_run_with_a_sentence_for_each() throws Exception {
    try (Engine engine = open("fetch: ['*']")) {
      List<Problem> problems = refusal(engine, request("[\"left\", \"fake\", \"zero\"]"));
      assertThat(problems)
          .extracting(Problem::code)
          .containsExactly(UnknownCommands.FETCH_FAILED, UnknownCommands.FETCH_FAILED);
      assertThat(problems.get(0).message())
          .startsWith("'left' cannot be fetched from the catalogue: ");
      assertThat(problems.get(0).location().line()).isPositive();
      assertThat(problems.get(1).message()).contains("and the row pins " + WRONG);
      assertThat(engine.commands().find("fake")).isEmpty();
      // What has no row is refused as ever.
      assertThat(refusal(engine, request("\"no-such\"")).get(0).code())
          .isEqualTo(UnknownCommands.CODE);
    }
  }

  @Test
  void what_the_policy_does_not_grant_is_not_fetched() throws Exception {
    try (Engine engine =
        open("fetch: ['*']\nprincipals: {ci: {allow: true, commands: [echo, zero]}}")) {
      assertThat(refusal(engine, request("\"nought\"", CI)).get(0).code())
          .isEqualTo(UnknownCommands.CODE);
      assertThat(engine.catalog().latest("zero")).isEmpty();
      assertThat(engine.run(request("\"zero\"", CI)).status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void many_runs_at_once_need_one_fetch() throws Exception {
    try (Engine engine = open("fetch: [zero]")) {
      ExecutorService callers = Executors.newFixedThreadPool(8);
      try {
        Callable<RunStatus> run = () -> engine.run(request("\"zero\"")).status();
        List<Future<RunStatus>> ends = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
          ends.add(callers.submit(run));
        }
        for (Future<RunStatus> end : ends) {
          assertThat(end.get()).isEqualTo(RunStatus.DONE);
        }
      } finally {
        callers.shutdownNow();
      }
    }
  }

  @Test
  void an_interrupted_launch_ends_and_the_fetch_goes_on() throws Exception {
    try (Engine engine = open("fetch: [zero]")) {
      Thread.currentThread().interrupt();
      assertThat(engine.catalog().add(Set.of("zero")).get("zero"))
          .hasMessageContaining("the launch was interrupted");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(engine.catalog().latest("zero").orElseThrow().await().commands())
          .containsExactly("zero", "nought");
    }
  }

  @Test
  void a_row_that_is_asked_for_is_added_behind_the_caller() throws Exception {
    try (Engine engine = open("principals: {ci: {allow: true, commands: ['*']}}")) {
      CatalogFetching catalog = engine.catalog();
      RowFetch fetch = catalog.add(Principal.localOperator(), "nought");
      assertThat(fetch.row()).isEqualTo("zero");
      assertThat(fetch.await().phase()).isEqualTo(RowFetch.Phase.ADDED);
      assertThat(catalog.latest("zero")).contains(fetch);
      assertThat(catalog.prove(Principal.localOperator(), "zero")).isEmpty();

      RowFetch.State failed = catalog.add(Principal.localOperator(), "forged").await();
      assertThat(failed.phase()).isEqualTo(RowFetch.Phase.FAILED);
      assertThat(failed.problem())
          .extracting(CatalogException::reason)
          .isEqualTo(CatalogException.Reason.WRONG_HASH);

      assertThat(catchThrowableOfType(CommandRefusedException.class, () -> catalog.add(CI, "zero")))
          .hasMessageContaining("does not have the capability commands");
      assertThat(
              catchThrowableOfType(
                  CatalogException.class, () -> catalog.add(Principal.localOperator(), "zer")))
          .extracting(CatalogException::hint)
          .isEqualTo("Did you mean zero?");
    }
  }
}
