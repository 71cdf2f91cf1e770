package dev.escarole.web.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Resumes interrupted runs, and runs runs again. */
@Timeout(300)
class RunsAgainTest {

  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    cli = new CliHarness(temporary);
  }

  @Test
  void an_interrupted_run_is_shown_as_such_and_looking_changes_nothing() throws Exception {
    String id = interrupted();
    assertThat(cli.call("runs", "list").text()).contains(id + "  interrupted");
    assertThat(cli.call("runs", "list", "--status", "running").text()).isEmpty();
    assertThat(cli.call("runs", "list", "--status", "interrupted").text()).contains(id);
    Call show = cli.call("runs", "show", id);
    assertThat(show.text()).contains("run " + id + " of t: interrupted");
    assertThat(cli.call("runs", "show", id, "--json").json().path("resumed").asInt()).isZero();
  }

  @Test
  void running_something_else_leaves_it_interrupted() throws Exception {
    String id = interrupted();
    assertThat(cli.call("run", cli.file("other.json", "\"echo other\"")).exit()).isZero();
    assertThat(cli.call("runs", "list", "--status", "interrupted").text()).contains(id);
  }

  @Test
  void resume_goes_on_shows_it_and_prints_the_result() throws Exception {
    String id = interrupted();
    Call call = cli.call("runs", "resume", id);
    assertThat(call.exit()).isZero();
    assertThat(call.text()).isEqualTo("end\n");
    assertThat(call.err())
        .contains("resumed   run " + id + " of t: 1 attempt is kept, 1 command runs again")
        .contains("resumed 1 time");
    JsonNode json = cli.call("runs", "show", id, "--json").json();
    assertThat(json.path("status").asText()).isEqualTo("done");
    assertThat(json.path("resumed").asInt()).isEqualTo(1);
    Call again = cli.call("runs", "resume", id);
    assertThat(again.exit()).isEqualTo(2);
    assertThat(again.err()).contains("is not interrupted");
  }

  @Test
  void resume_all_waits_for_every_interrupted_run() throws Exception {
    String first = interrupted();
    String second = interrupted();
    Call call = cli.call("runs", "resume", "--all");
    assertThat(call.exit()).isZero();
    assertThat(call.text()).isEqualTo(first + " done\n" + second + " done\n");
    assertThat(cli.call("runs", "resume").err()).contains("say which run to resume");
    assertThat(cli.call("runs", "resume", "--all").text()).isEmpty();
  }

  @Test
  void an_interrupted_run_is_deleted_by_no_means_before_it_is_over() throws Exception {
    String id = interrupted();
    Call refused = cli.call("runs", "delete", id);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .contains("not over")
        .contains(id)
        .contains("escarole runs resume RUN");
    assertThat(cli.call("runs", "prune", "--keep", "0").err()).contains("0 runs deleted");
    assertThat(cli.call("runs", "resume", id).text()).isEqualTo("end\n");
    assertThat(cli.call("runs", "delete", id).exit()).isZero();
    assertThat(cli.call("runs", "list").text()).isEmpty();
  }

  @Test
  void rerun_reuses_what_succeeded_and_links_the_runs() {
    String first =
        cli.call(
                "run",
                cli.file(
                    "r.json", "{\"name\": \"r\", \"template\": [\"echo one\", \"ls /nowhere\"]}"),
                "--json")
            .json()
            .path("run")
            .asText();
    Call call = cli.call("runs", "rerun", "last", "--failed", "--json");
    JsonNode json = call.json();
    assertThat(json.path("rerunOf").asText()).isEqualTo(first);
    assertThat(json.path("attempts").path(0).path("reused").asBoolean()).isTrue();
    assertThat(json.path("attempts").path(1).path("reused").asBoolean()).isFalse();
    assertThat(json.path("steps").path(1).path("reason").asText()).contains("reused");
    String id = json.path("run").asText();
    JsonNode shown = cli.call("runs", "show", id, "--json").json();
    assertThat(shown.path("rerunOf")).isEqualTo(json.path("rerunOf"));
    assertThat(shown.at("/attempts/0/reused").asBoolean()).isTrue();
    assertThat(cli.call("runs", "show", id).text()).contains("runs " + first + " again");
  }

  @Test
  void a_changed_recipe_is_told_of_and_refused_if_results_would_be_lost() {
    cli.call("run", cli.file("r.json", "[\"echo one\", \"ls /nowhere\"]"));
    Path changed = cli.file("r.json", "[\"echo two\", \"ls /nowhere\"]");
    Call diff = cli.call("plan", changed, "--diff", "last");
    assertThat(diff.exit()).isZero();
    assertThat(diff.text())
        .contains("~ changed  0.0: echo two: command: echo one -> echo two")
        .contains("1 finished step would run again, 0 results would be reused");
    Call refused = cli.call("runs", "rerun", "last", "--failed", "--recipe", changed);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("0.0: echo two").contains("--force");
    assertThat(cli.call("runs", "list").text().lines()).hasSize(1);
    Call forced = cli.call("runs", "rerun", "last", "--failed", "--recipe", changed, "--force");
    assertThat(forced.exit()).as("a step failed without consent").isEqualTo(4);
    assertThat(cli.call("plan", changed, "--diff", "last").text())
        .contains("the plan is the same; no finished step is lost, 1 result would be reused");
  }

  @Test
  void two_scopes_at_once_are_an_error() {
    cli.call("run", cli.file("r.json", "\"echo one\""));
    assertThat(cli.call("runs", "rerun", "last", "--failed", "--from", "0").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "rerun", "last", "--from", "0.7").err())
        .contains("has no step '0.7'");
  }

  /** A run of which the first command has ended, whose engine went away during the second. */
  private String interrupted() throws Exception {
    CompletableFuture<String> second = new CompletableFuture<>();
    CompletableFuture<RunHandle> run = new CompletableFuture<>();
    Engine engine = Engine.open(EngineOptions.at(cli.data()).withRecovery(Recovery.onRequest()));
    try {
      String recipe =
          "{\"name\": \"t\", \"template\": [\"echo one\", \"sleep 0.5\", \"echo end\"]}";
      run.complete(
          engine.start(
              RunRequest.of(new RecipeReader().read(recipe, "t.json"))
                  .listener(
                      event -> {
                        if (event instanceof RunEvent.StepChanged change
                            && change.step().path().equals("0.1")
                            && change.state() == StepState.RUNNING) {
                          second.complete(event.run().value());
                          // It stays here until the engine is suspended.
                          run.join().result().handle((result, suspended) -> true).join();
                        }
                      })
                  .build()));
      String id = second.get();
      engine.flush();
      return id;
    } finally {
      engine.suspend();
    }
  }
}
