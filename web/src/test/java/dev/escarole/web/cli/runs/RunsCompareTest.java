package dev.escarole.web.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares runs, shows those around one, and reruns with other values and directories. */
@Timeout(300)
class RunsCompareTest {

  private static final String RECIPE =
      "{\"name\": \"r\", \"args\": [\"who=you\"], \"parallel\": true,"
          + " \"template\": [\"echo {who}\", \"cat /archive/x\"]}";

  @TempDir Path temporary;
  @TempDir Path archive;

  private CliHarness cli;

  @BeforeEach
  void setUp() {
    cli = new CliHarness(temporary);
  }

  private String run(String recipe, Object... more) {
    Object[] words = new Object[more.length + 3];
    words[0] = "run";
    words[1] = cli.file("r.json", recipe);
    words[2] = "--json";
    System.arraycopy(more, 0, words, 3, more.length);
    return cli.call(words).json().path("run").asText();
  }

  @Test
  void two_runs_are_compared_for_people_and_for_programs() {
    String first = run(RECIPE);
    String second =
        run(RECIPE.replace("echo {who}", "echo dear {who}"), "--set", "who=\u001b[1mme");
    Call call = cli.call("runs", "compare", first, second);
    assertThat(call.exit()).isZero();
    assertThat(call.text())
        .contains("before  " + first, "after   " + second)
        .contains("of 3 steps: 1 differ in the plan, 0 in state, 1 in output, 0 in duration")
        .contains("value who: none -> ")
        .contains("~ 0.0: ")
        .contains("output: 4 bytes -> ")
        .doesNotContain("\u001b");
    JsonNode json = cli.call("runs", "compare", first, second, "--only", "all", "--json").json();
    assertThat(json.path("steps")).hasSize(3);
    assertThat(json.at("/counts/output").asInt()).isEqualTo(1);
    assertThat(json.path("sameResult").asBoolean()).isFalse();
    Call text = cli.call("runs", "compare", first, second, "--text", "0.0");
    assertThat(text.text()).contains("--- " + first + " 0.0", "-you", "+dear ");
    assertThat(cli.call("runs", "compare", first, first, "--text", "recipe").text())
        .contains("the same");
  }

  @Test
  void what_cannot_be_meant_is_refused() {
    String first = run(RECIPE);
    assertThat(cli.call("runs", "compare", first).exit()).isEqualTo(2);
    assertThat(cli.call("runs", "compare", first, "nothing").err()).contains("no run nothing");
    assertThat(cli.call("runs", "compare", first, first, "--only", "size").err())
        .contains("'only' must not be 'size'");
    assertThat(cli.call("runs", "compare", first, first, "--limit", "0").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "compare", first, first, "--stderr").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "compare", first, first, "--text", "0.9").err())
        .contains("no step '0.9'");
  }

  @Test
  void a_run_names_those_around_it() {
    String first = run(RECIPE);
    Call alone = cli.call("runs", "family", first);
    assertThat(alone.text()).isEmpty();
    assertThat(alone.err()).contains("the only run of its recipe");
    String good = run("{\"name\": \"r\", \"template\": \"echo\"}");
    var unused = cli.call("runs", "rerun", first, "--failed", "--json");
    String again = cli.call("runs", "family", "last", "--json").json().path("run").asText();
    assertThat(cli.call("runs", "family", again).text())
        .contains("rerun of  " + first, "previous  " + good, "last good " + good)
        .doesNotContain("next");
    assertThat(cli.call("runs", "show", first).text())
        .contains("rerun as  " + again, "next      " + good);
    assertThat(cli.call("runs", "delete", first).exit()).isZero();
    assertThat(cli.call("runs", "family", again).text()).contains(first + "  deleted");
  }

  @Test
  void a_rerun_takes_other_values_and_further_directories_and_says_before_what_it_would_do()
      throws IOException {
    String first = run(RECIPE);
    Files.writeString(archive.resolve("x"), "found\n");
    String dir = archive + "::/archive:ro";
    Call preview = cli.call("runs", "rerun", first, "--failed", "--dir", dir, "--dry-run");
    assertThat(preview.text())
        .contains("the plan is the same", "1 result would be reused", "1 step would run\n  0.1: ");
    assertThat(cli.call("runs", "list").text().lines()).hasSize(1);
    Call done = cli.call("runs", "rerun", first, "--failed", "--dir", dir);
    assertThat(done.exit()).isZero();
    assertThat(done.text()).contains("found", "you");
    Call other = cli.call("runs", "rerun", "last", "--set", "who=me", "--json");
    assertThat(other.json().path("stdout").asText()).contains("me").doesNotContain("you");
    assertThat(cli.call("runs", "rerun", first, "--set", "whom=me").exit()).isEqualTo(2);
    assertThat(cli.call("runs", "rerun", first, "--dir", "/nowhere::/x").exit()).isEqualTo(2);
  }
}
