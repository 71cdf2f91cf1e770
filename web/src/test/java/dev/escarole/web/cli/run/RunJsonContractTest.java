package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds {@code run --json} to the contract in web/README.md, field by field. */
class RunJsonContractTest {

  private static final String RECIPE =
      """
      name: contract
      template:
        - echo words
        - label: fan
          parallel: true
          min_successful: 1
          template:
            - {label: good, template: cat}
            - {label: bad, template: cat /nowhere, retry: 2}
            - {label: none, template: echo never, when: "false"}
      """;

  private static final String EMPTY_SHA256 =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private CliHarness cli;
  private JsonNode run;

  @BeforeEach
  void runDegraded(@TempDir Path temporary) {
    cli = new CliHarness(temporary);
    Call call = cli.call("run", cli.file("contract.yaml", RECIPE), "--json");
    assertThat(call.exit()).isZero();
    run = call.json();
  }

  @Test
  void the_run_itself() {
    assertThat(names(run))
        .containsExactly(
            "run",
            "recipe",
            "planHash",
            "status",
            "accepted",
            "startedAt",
            "durationMillis",
            "labels",
            "principal",
            "counts",
            "queue",
            "mainCauses",
            "exitCode",
            "stdout",
            "output",
            "losses",
            "lossCount",
            "readsFromFailure",
            "readsFromFailureCount",
            "resumed",
            "rerunOf",
            "error",
            "causes",
            "joins",
            "branches",
            "failures",
            "steps",
            "attempts",
            "handles");
    assertThat(run.path("handles")).isEmpty();
    assertThat(run.path("run").asText()).matches("\\d{8}-\\d{6}-[0-9a-z]{6}");
    assertThat(run.path("recipe").asText()).isEqualTo("contract");
    assertThat(run.path("planHash").asText()).matches("[0-9a-f]{64}");
    assertThat(run.path("status").asText()).isEqualTo("degraded");
    assertThat(run.path("exitCode").intValue()).isZero();
    assertThat(Instant.parse(run.path("startedAt").asText())).isBefore(Instant.now());
    assertThat(run.path("durationMillis").isIntegralNumber()).isTrue();
    assertThat(run.path("stdout").asText())
        .contains("--- branch: good status: done ---\nwords\n--- branch: bad");
    assertThat(names(run.path("output"))).containsExactly("selector", "value");
    assertThat(run.path("output").path("selector").asText()).isEqualTo("stdout");
    assertThat(run.path("output").path("value")).isEqualTo(run.path("stdout"));
  }

  @Test
  void joins_and_branches() {
    JsonNode join = only(run.path("joins"));
    assertThat(join.toString())
        .isEqualTo(
            "{\"path\":\"0.1\",\"label\":\"fan\",\"expected\":3,\"done\":1,\"failed\":1,"
                + "\"skipped\":1,\"coverage\":0.5,\"degraded\":true,\"usable\":true,"
                + "\"usableBranches\":1,\"state\":\"degraded\",\"minimum\":1,\"verdict\":\"degraded\"}");
    assertThat(run.path("branches").toString())
        .isEqualTo(
            "[{\"path\":\"0.1.0\",\"label\":\"good\",\"status\":\"done\",\"exitCode\":0,\"usable\":true},"
                + "{\"path\":\"0.1.1\",\"label\":\"bad\",\"status\":\"failed\",\"exitCode\":1,\"usable\":false},"
                + "{\"path\":\"0.1.2\",\"label\":\"none\",\"status\":\"skipped\",\"exitCode\":0,\"usable\":false}]");
  }

  @Test
  void failures() {
    JsonNode failure = only(run.path("failures"));
    assertThat(names(failure))
        .containsExactly("path", "label", "argv", "outcome", "exitCode", "detail", "stderr");
    assertThat(failure.path("path").asText()).isEqualTo("0.1.1");
    assertThat(failure.path("label").asText()).isEqualTo("bad");
    assertThat(failure.path("argv").toString()).isEqualTo("[\"cat\",\"/nowhere\"]");
    assertThat(failure.path("outcome").asText()).isEqualTo("exited");
    assertThat(failure.path("exitCode").intValue()).isEqualTo(1);
    assertThat(failure.path("stderr").asText()).startsWith("cat: /nowhere");
  }

  @Test
  void steps() {
    JsonNode steps = run.path("steps");
    assertThat(texts(steps, "path")).containsExactly("0", "0.0", "0.1", "0.1.0", "0.1.1", "0.1.2");
    assertThat(texts(steps, "kind"))
        .containsExactly("sequence", "leaf", "parallel", "leaf", "leaf", "leaf");
    assertThat(texts(steps, "status"))
        .containsExactly("done", "done", "degraded", "done", "failed", "skipped");
    for (JsonNode step : steps) {
      assertThat(names(step))
          .containsExactly(
              "path",
              "kind",
              "label",
              "argv",
              "status",
              "outcome",
              "exitCode",
              "startedAt",
              "durationMillis",
              "reason");
    }
    assertThat(steps.path(0).path("label").isNull()).isTrue();
    assertThat(steps.path(0).path("argv").toString()).isEqualTo("[]");
    assertThat(steps.path(5).path("reason").asText()).contains("when");
  }

  @Test
  void attempts_in_order_of_start() {
    JsonNode attempts = run.path("attempts");
    assertThat(texts(attempts, "path")).contains("0.0", "0.1.0", "0.1.1").hasSize(4);
    assertThat(texts(attempts, "startedAt")).isSorted();
    for (JsonNode attempt : attempts) {
      assertThat(names(attempt))
          .containsExactly(
              "path",
              "attempt",
              "argv",
              "outcome",
              "exitCode",
              "startedAt",
              "durationMillis",
              "stdinBytes",
              "stdinSha256",
              "fuelUsed",
              "peakMemoryBytes",
              "reused",
              "cached");
      assertThat(attempt.path("cached").booleanValue()).isFalse();
      assertThat(attempt.path("fuelUsed").longValue()).isPositive();
      assertThat(attempt.path("peakMemoryBytes").longValue()).isPositive();
    }
    assertThat(attempts.path(0).path("stdinBytes").longValue()).isZero();
    assertThat(attempts.path(0).path("stdinSha256").asText()).isEqualTo(EMPTY_SHA256);
    assertThat(attempts.path(1).path("stdinBytes").longValue()).isEqualTo("words\n".length());
    assertThat(attempts.path(1).path("attempt").intValue()).isEqualTo(1);
  }

  @Test
  void a_stored_run_has_the_same_shape() {
    JsonNode stored = cli.call("runs", "show", "last", "--json").json();
    assertThat(names(stored)).isEqualTo(names(run));
    for (String name :
        List.of("run", "recipe", "planHash", "status", "exitCode", "stdout", "joins", "branches")) {
      assertThat(stored.path(name)).as(name).isEqualTo(run.path(name));
    }
    assertThat(stored.path("failures")).isEqualTo(run.path("failures"));
    assertThat(texts(stored.path("steps"), "status")).isEqualTo(texts(run.path("steps"), "status"));
    assertThat(texts(stored.path("attempts"), "stdinSha256"))
        .containsExactlyInAnyOrderElementsOf(texts(run.path("attempts"), "stdinSha256"));
    assertThat(texts(stored.path("attempts"), "fuelUsed"))
        .containsExactlyInAnyOrderElementsOf(texts(run.path("attempts"), "fuelUsed"));
  }

  @Test
  void errors_have_code_message_hint_and_place() {
    Call call = cli.call("run", cli.file("bad.yaml", "template: echo\nfialure: root\n"), "--json");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(names(call.json())).containsExactly("errors");
    JsonNode error = only(call.json().path("errors"));
    assertThat(names(error))
        .containsExactly("code", "message", "hint", "file", "line", "column", "pointer");
    assertThat(error.path("code").asText()).isEqualTo("unknown-field");
    assertThat(error.path("file").asText()).endsWith("bad.yaml");
    assertThat(error.path("line").intValue()).isEqualTo(2);
    assertThat(error.path("column").intValue()).isEqualTo(1);
    assertThat(error.path("pointer").asText()).isEqualTo("/fialure");
  }

  private static JsonNode only(JsonNode array) {
    assertThat(array.size()).isEqualTo(1);
    return array.path(0);
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> texts(JsonNode array, String name) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.path(name).asText()));
    return texts;
  }
}
