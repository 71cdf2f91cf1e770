package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.OutputFormatException;
import dev.escarole.engine.run.RunFailedException;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program makes of a result, and that it does not overlook a failure. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypedResultTest {

  private Engine engine;

  @BeforeAll
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
  }

  @AfterAll
  void close() {
    engine.close();
  }

  record Census(String town, int people, List<String> streets) {}

  private RunResult run(String recipe, String stdin) throws InterruptedException {
    return engine.run(request(recipe).stdin(Content.of(stdin)).build());
  }

  private static RunRequest.Builder request(String recipe) {
    return RunRequest.of(new RecipeReader().read(recipe, "t.yaml"));
  }

  @Test
  void an_output_becomes_a_record() throws InterruptedException {
    RunResult result =
        run(
            "template: cat",
            "{\"town\": \"Faro\", \"people\": 3, \"streets\": [\"a\"], \"new\": 1}");
    assertThat(result.as(Census.class)).isEqualTo(new Census("Faro", 3, List.of("a")));
    assertThat(result.json().path("streets").path(0).asText()).isEqualTo("a");
  }

  @Test
  void the_selected_output_is_what_is_read() throws InterruptedException {
    RunResult result = run("{output: census, defaults: {census: {people: 7}}, template: echo}", "");
    assertThat(result.json().path("people").asInt()).isEqualTo(7);
  }

  @Test
  void a_number_that_is_missing_is_no_zero() throws InterruptedException {
    RunResult result = run("template: cat", "{\"town\": \"Faro\"}");
    assertThatThrownBy(() -> result.as(Census.class))
        .isInstanceOf(OutputFormatException.class)
        .hasMessageContaining("null")
        .hasMessageContaining("int")
        .hasMessageContaining("It begins with");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "plain words", "1 2", "null"})
  void what_is_no_json_is_refused_with_its_beginning(String text) throws InterruptedException {
    RunResult result = run("template: cat", text);
    assertThatThrownBy(() -> result.as(Census.class))
        .isInstanceOf(OutputFormatException.class)
        .hasMessageContaining("the output of run " + result.run());
  }

  @Test
  void a_failure_is_told_with_its_causes() throws InterruptedException {
    RunResult result =
        run("{parallel: true, template: [cat /nowhere/1, cat /nowhere/2, \"false\"]}", "");
    RunFailedException thrown = catchThrowableOfType(RunFailedException.class, result::orThrow);
    assertThat(thrown).hasMessageContaining("2 × cat: …: No such file");
    assertThat(thrown.result()).isSameAs(result);
    assertThatThrownBy(result::json).isInstanceOf(RunFailedException.class);
  }

  @Test
  void a_degraded_run_is_accepted_only_with_consent() throws InterruptedException {
    RunResult lost = run("{parallel: true, template: [echo, \"false\"]}", "");
    assertThat(lost.status()).isEqualTo(RunStatus.DEGRADED);
    assertThatThrownBy(lost::orThrow)
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("ended as degraded, and its recipe does not consent to every loss");
    assertThatThrownBy(run("\"false\"", "")::orThrow).hasMessageContaining("ended as failed");
    assertThat(run("template: echo", "").orThrow().status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void an_output_is_read_as_a_stream() throws Exception {
    RunResult result = run("template: cat", "one\ntwo\n".repeat(50_000));
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(result.orThrow().stdout().stream(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines().filter("two"::equals).count()).isEqualTo(50_000);
    }
    assertThat(Content.EMPTY.stream().read()).isEqualTo(-1);
  }

  @Test
  void a_future_that_is_cancelled_cancels_its_run() throws Exception {
    RunHandle run = engine.start(request("template: sleep 86400").build());
    CompletableFuture<RunResult> result = run.result();
    CompletableFuture<RunResult> other = run.result();
    assertThat(other.cancel(false)).isTrue();
    assertThat(result).isNotDone();
    // What follows from a result may be given up; the run goes on.
    result.thenApply(RunResult::status).cancel(true);
    assertThat(result).isNotDone();
    CompletableFuture<RunResult> end = run.result();
    assertThat(result.cancel(true)).isTrue();
    assertThatThrownBy(result::join).isInstanceOf(CancellationException.class);
    assertThat(end.get(60, TimeUnit.SECONDS).status()).isEqualTo(RunStatus.CANCELLED);
  }
}
