package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exit status of 0 is only for what the author of a recipe agreed to. */
class ConsentTest {

  private static final String LOST =
      """
      template:
        - {label: words, template: cat /nope}
        - wc -l
      """;

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory);
  }

  private Path lost() {
    return cli.file("lost.yaml", LOST);
  }

  private Path agreed() {
    return cli.file("agreed.yaml", "failure: continue\n" + LOST);
  }

  @Test
  void a_step_that_counts_the_lines_of_a_missing_file_does_not_end_with_0() {
    Call call = cli.call("run", lost(), "--quiet");
    assertThat(call.text()).isEqualTo("0\n");
    assertThat(call.exit()).isEqualTo(4);
  }

  @Test
  void the_summary_names_the_loss_and_who_read_the_empty_output() {
    assertThat(cli.call("run", lost(), "--quiet").err())
        .contains("  step 0.1 `wc -l` read the empty output of 0.0, which failed\n")
        .contains("not accepted: the recipe does not consent to the loss of\n")
        .contains("    0.0 \"words\" `cat /nope`: cat: /nope: No such file or directory\n")
        .contains("failure: continue")
        .contains("--lenient");
  }

  @Test
  void consent_is_written_in_the_recipe_and_strict_and_lenient_overrule_it() {
    assertThat(cli.call("run", agreed(), "--quiet").exit()).isZero();
    assertThat(cli.call("run", agreed(), "--quiet", "--strict").exit()).isEqualTo(4);
    assertThat(cli.call("run", agreed(), "--quiet", "--lenient").exit()).isZero();
    assertThat(cli.call("run", lost(), "--quiet", "--strict").exit()).isEqualTo(4);
    assertThat(cli.call("run", lost(), "--quiet", "--lenient").exit()).isZero();
    assertThat(cli.call("run", lost(), "--strict", "--lenient").exit()).isEqualTo(2);
    assertThat(cli.call("run", agreed(), "--quiet").err())
        .contains("step 0.1 `wc -l` read the empty output of 0.0, which failed")
        .doesNotContain("not accepted");
  }

  @Test
  void a_failed_run_still_ends_with_1_whoever_is_lenient() {
    Path recipe = cli.file("f.yaml", "template: cat /nope\n");
    assertThat(cli.call("run", recipe, "--quiet", "--lenient").exit()).isEqualTo(1);
  }

  @Test
  void json_says_whether_the_run_is_accepted_and_what_was_lost() {
    JsonNode run = cli.call("run", lost(), "--json").json();
    assertThat(run.path("accepted")).isEqualTo(BooleanNode.FALSE);
    assertThat(run.path("exitCode").asInt()).isEqualTo(4);
    assertThat(run.path("losses").toString())
        .isEqualTo(
            "[{\"path\":\"0.0\",\"label\":\"words\",\"command\":\"cat /nope\","
                + "\"outcome\":\"exited\",\"exitCode\":1,"
                + "\"error\":\"cat: /nope: No such file or directory\",\"consent\":null}]");
    assertThat(run.path("readsFromFailure").toString())
        .isEqualTo("[{\"step\":\"0.1\",\"command\":\"wc -l\",\"from\":\"0.0\",\"cut\":false}]");
    JsonNode later = cli.call("runs", "show", "last", "--json").json();
    for (String field :
        new String[] {
          "accepted", "exitCode", "losses", "lossCount", "readsFromFailure", "readsFromFailureCount"
        }) {
      assertThat(later.path(field)).as(field).isEqualTo(run.path(field));
    }
    JsonNode consented = cli.call("run", agreed(), "--json").json();
    assertThat(consented.path("accepted").asBoolean()).isTrue();
    assertThat(consented.at("/losses/0/consent").asText()).isEqualTo("failure: continue");
    assertThat(cli.call("run", lost(), "--json", "--lenient").json().path("accepted").asBoolean())
        .as("who is lenient does not speak for the author")
        .isFalse();
  }

  @Test
  void lists_and_later_looks_say_the_same() {
    cli.call("run", lost(), "--quiet");
    cli.call("run", agreed(), "--quiet");
    assertThat(cli.call("runs", "list").text().lines().map(line -> line.replaceAll(" +", " ")))
        .anyMatch(line -> line.contains(" degraded yes "))
        .anyMatch(line -> line.contains(" degraded no "));
    JsonNode list = cli.call("runs", "list", "--json").json();
    assertThat(list.at("/runs/0/accepted").asBoolean()).isTrue();
    assertThat(list.at("/runs/1/accepted").asBoolean()).isFalse();
    String shown = cli.call("runs", "show", list.at("/runs/1/run").asText()).text();
    assertThat(shown)
        .contains("step 0.1 `wc -l` read the empty output of 0.0")
        .contains("not accepted");
  }

  @Test
  void a_rerun_is_judged_as_the_run_was() {
    cli.call("run", lost(), "--quiet");
    assertThat(cli.call("runs", "rerun", "last", "--quiet").exit()).isEqualTo(4);
    assertThat(cli.call("runs", "rerun", "last", "--quiet", "--failed").exit()).isEqualTo(4);
    assertThat(cli.call("runs", "rerun", "last", "--quiet", "--lenient").exit()).isZero();
  }

  @Test
  void a_server_gives_the_same_verdict() throws Exception {
    Path data = directory.resolve("there");
    CliHarness there = new CliHarness(Files.createDirectory(directory.resolve("unused")));
    try (Engine engine = Engine.open(EngineOptions.at(data));
        WebServer server =
            WebServer.start(
                ServerOptions.local(0, "1"), new Installation(engine, InstantSource.system()))) {
      there.env("ESCAROLE_SERVER", server.address().toString());
      Call call = there.call("run", lost(), "--quiet");
      assertThat(call.exit()).isEqualTo(4);
      assertThat(call.err()).contains("read the empty output of 0.0").contains("not accepted");
      assertThat(there.call("run", agreed(), "--quiet").exit()).isZero();
      assertThat(there.call("run", lost(), "--quiet", "--lenient").exit()).isZero();
      JsonNode run = there.call("runs", "show", "last", "--json").json();
      assertThat(run.path("accepted").asBoolean(true)).isFalse();
      assertThat(run.at("/losses/0/path").asText()).isEqualTo("0.0");
    }
  }
}
