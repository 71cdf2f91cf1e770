package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.audit.ActionPicture;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Issue 12: agents get the application's rules, words and records, as all others do. */
@Timeout(300)
@SuppressWarnings("NullAway") // Requests hold null for what is not said, bytes too.
class AgentsAsOthersTest {

  private static final String NAP = "template: [{label: nap, template: sleep 3000}]\n";
  private static final String POLICY =
      """
      principals:
        ada: {allow: true, commands: [sleep, printf]}
        bob: {allow: true, commands: [sleep, printf]}
        eve: {allow: true, commands: [sleep, printf], runs: all}
      """;

  @TempDir private Path directory;

  private static EngineOptions patient() {
    // What sleeps in a test sleeps until it is cancelled.
    return EngineOptions.inMemory()
        .withLimits(Limits.defaults().withWallClock(Duration.ofHours(1)));
  }

  private AgentLines withPolicy() throws IOException {
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(policy, POLICY);
    return new AgentLines(patient().withPolicyFile(policy)).with("nap", NAP);
  }

  private static List<ActionPicture> actions(AgentLines lines) {
    return escarole(lines, Principal.localOperator())
        .actions(new ActionsQuery(null, null, 100, null))
        .actions();
  }

  private static Escarole escarole(AgentLines lines, Principal principal) {
    return lines.installation.as(new Actor(principal, "elsewhere"));
  }

  /** What was done, without the ids, oldest first. */
  private static List<String> deeds(AgentLines lines) {
    List<String> deeds =
        actions(lines).stream()
            .map(each -> each.action() + " " + each.target() + " " + each.result())
            .map(each -> each.replaceAll("[0-9]{8}-[0-9]{6}-[0-9a-z]+", "RUN"))
            .toList();
    return deeds.stream().sorted().toList();
  }

  @Test
  void what_agents_do_is_on_record_in_the_words_of_all_other_ways_in() {
    List<String> byAgent;
    try (AgentLines lines = new AgentLines(patient()).with("nap", NAP)) {
      String run = lines.data("x-nap --wait 0").get("run").textValue();
      lines.data("runs cancel " + run + " --branch nap");
      lines.data("runs cancel " + lines.data("run nap --wait 0").get("run").textValue());
      lines.send("runs wait " + run + " --wait 60");
      lines.send("runs cancel " + run);
      String again = lines.data("runs rerun " + run + " --failed --wait 0").get("run").textValue();
      lines.data("runs cancel " + again);
      byAgent = deeds(lines);
      assertThat(actions(lines)).allMatch(each -> each.origin().equals("agent test"));
    }
    try (AgentLines lines = new AgentLines(patient())) {
      Escarole escarole = escarole(lines, Principal.localOperator());
      String run = launch(escarole);
      escarole.cancel(new CancelRequest(run, "nap"));
      escarole.cancel(new CancelRequest(launch(escarole), null));
      lines.send("runs wait " + run + " --wait 60");
      assertThatThrownBy(() -> escarole.cancel(new CancelRequest(run, null)))
          .isInstanceOf(RefusedException.class);
      String again =
          escarole
              .rerun(new RerunRequest(run, "failed", null, false, null, null, null, null))
              .head()
              .run();
      escarole.cancel(new CancelRequest(again, null));
      assertThat(byAgent).isEqualTo(deeds(lines));
    }
    assertThat(byAgent)
        .containsExactly(
            "run.cancel RUN done",
            "run.cancel RUN done",
            "run.cancel RUN run-is-over",
            "run.cancel-branch RUN nap done",
            "run.launch RUN done",
            "run.launch RUN done",
            "run.rerun RUN as RUN done");
  }

  private static String launch(Escarole escarole) {
    return escarole
        .launch(
            new LaunchRequest(
                null,
                NAP,
                "nap.yaml",
                Map.of(),
                List.of(),
                null,
                null,
                Map.of(),
                List.of(),
                false,
                null,
                null,
                null))
        .head()
        .run();
  }

  @Test
  void a_launch_that_is_refused_is_on_record_too() {
    try (AgentLines lines = new AgentLines().with("need", "args: [a]\ntemplate: echo {a}\n")) {
      AcliError refused = lines.error("run need");
      assertThat(refused.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
      assertThat(deeds(lines)).containsExactly("run.launch need.yaml invalid-recipe");
      assertThat(lines.data("runs list").get("runs")).isEmpty();
    }
  }

  @Test
  void a_run_without_a_process_is_interrupted_in_lists_and_by_itself() throws Exception {
    EngineOptions options =
        EngineOptions.at(directory.resolve("data")).withRecovery(Recovery.onRequest());
    String run = interrupted(options);
    try (AgentLines lines = new AgentLines(options)) {
      JsonNode list = lines.data("runs list").get("runs");
      assertThat(list.get(0).get("run").textValue()).isEqualTo(run);
      assertThat(list.get(0).get("status").textValue()).isEqualTo("interrupted");
      assertThat(lines.data("runs list --status interrupted").get("runs")).hasSize(1);
      assertThat(lines.data("runs list --status running").get("runs")).isEmpty();
      JsonNode shown = lines.data("runs show last");
      assertThat(shown.get("status").textValue()).isEqualTo("interrupted");
      assertThat(shown.has("next")).isFalse();
      assertThat(lines.data("runs wait last --wait 60").get("status").textValue())
          .isEqualTo("interrupted");
      AcliError cancel = lines.error("runs cancel last");
      assertThat(cancel.message()).contains("is interrupted: no process is executing it");
      assertThat(cancel.examples()).containsExactly("runs show last");
    }
  }

  /** A run in whose only step its engine goes away. */
  private static String interrupted(EngineOptions options) throws Exception {
    CompletableFuture<String> begun = new CompletableFuture<>();
    CompletableFuture<RunHandle> run = new CompletableFuture<>();
    Engine engine = Engine.open(options);
    try {
      run.complete(
          engine.start(
              RunRequest.of(new RecipeReader().read("template: sleep 0.3\n", "t.yaml"))
                  .listener(
                      event -> {
                        if (event instanceof RunEvent.StepChanged change
                            && change.state() == StepState.RUNNING) {
                          begun.complete(event.run().value());
                          // It stays here until the engine is suspended.
                          run.join().result().handle((result, suspended) -> true).join();
                        }
                      })
                  .build()));
      return begun.get();
    } finally {
      engine.suspend();
    }
  }

  @Test
  void to_change_a_run_of_another_is_refused_in_the_words_of_all_other_ways_in() throws Exception {
    try (AgentLines lines = withPolicy()) {
      String adas = lines.as("ada").data("x-nap --wait 0").get("run").textValue();
      lines.as("bob");
      Escarole bob = escarole(lines, new Principal("bob", false));
      RefusedException elsewhere =
          catchThrowableOfType(
              RefusedException.class, () -> bob.cancel(new CancelRequest(adas, null)));
      for (String line : List.of("runs cancel " + adas, "runs rerun " + adas)) {
        AcliError refused = lines.error(line);
        assertThat(refused.code()).as(line).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(refused.message()).endsWith(elsewhere.refusal().message());
        assertThat(refused.hint()).isEqualTo(elsewhere.hint());
      }
      assertThat(deeds(lines))
          .containsExactly(
              "run.cancel RUN another-principal",
              "run.cancel RUN another-principal",
              "run.launch RUN done",
              "run.rerun RUN all another-principal");
      assertThat(lines.engine.handle(new RunId(adas))).isPresent();
      lines.as("eve").data("runs cancel " + adas);
      RunPicture over = awaited(lines, adas);
      assertThat(over.head().status().word()).isEqualTo("cancelled");
    }
  }

  private static RunPicture awaited(AgentLines lines, String run) throws InterruptedException {
    Escarole escarole = escarole(lines, Principal.localOperator());
    try (var following = escarole.follow(new RunName(run), news -> {})) {
      following.await();
    }
    return escarole.run(new RunName(run));
  }

  @Test
  void an_agent_sees_its_own_runs_alone_however_it_names_them() throws Exception {
    try (AgentLines lines = withPolicy().with("say", "template: printf x\n")) {
      String adas = lines.as("ada").data("x-say --wait 60").get("run").textValue();
      String bobs = lines.as("bob").data("x-say --wait 60").get("run").textValue();
      assertThat(lines.as("ada").data("runs show last").get("run").textValue()).isEqualTo(adas);
      String begins = adas.substring(0, 4);
      assertThat(lines.data("runs show " + begins).get("run").textValue()).isEqualTo(adas);
      for (String line :
          List.of(
              "runs show " + bobs,
              "runs wait " + bobs,
              "runs steps " + bobs,
              "runs output " + bobs,
              "runs output " + bobs + " 0",
              "joins " + bobs,
              "runs show " + bobs.substring(0, bobs.length() - 1))) {
        AcliError refused = lines.error(line);
        assertThat(refused.message()).as(line).contains("there is no run");
        assertThat(refused.hint()).as(line).doesNotContain(bobs);
      }
      assertThat(lines.data("runs list").get("runs")).hasSize(1);
      assertThat(lines.as("eve").data("runs list").get("runs")).hasSize(2);
    }
  }

  @Test
  void pages_of_a_list_keep_what_was_asked_for() {
    try (AgentLines lines = new AgentLines().with("say", "template: printf x\n")) {
      lines.with("other", "template: printf y\n");
      for (int i = 0; i < 20; i++) {
        lines.data("x-say --wait 60");
        lines.data("x-other --wait 60");
      }
      JsonNode all = lines.data("runs list --recipe say.yaml");
      assertThat(all.get("runs")).hasSize(20);
      assertThat(all.has("more")).as("there are no more than 20").isFalse();
      lines.data("x-say --wait 60");
      JsonNode first = lines.data("runs list --recipe say.yaml --status done");
      JsonNode rest = lines.data(first.get("more").textValue());
      assertThat(rest.get("runs")).hasSize(1);
      assertThat(rest.get("runs").get(0).get("recipe").textValue()).isEqualTo("say.yaml");
    }
  }
}
