package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a shell is told that completes a command line, and what bash makes of it. */
@Timeout(120)
class CompletionTest {

  @TempDir private Path directory;
  private CliHarness cli;
  private Path recipe;

  @BeforeEach
  void setUp() {
    cli = new CliHarness(directory);
    recipe =
        cli.file(
            "r.yaml",
            "args: [who, 'mode:enum(fast,slow)=fast', 'loud:bool=false']\n"
                + "template:\n  parallel: true\n  template:\n"
                + "    - {label: greet, template: \"echo hello {who} {mode} {loud}\"}\n"
                + "    - {label: \"$(touch pwned) 'x'\", template: echo b}\n");
  }

  private List<String> answer(String... words) {
    List<String> line = new ArrayList<>(List.of("completion", "--answer", "--"));
    line.addAll(List.of(words));
    Call call = cli.call(line.toArray());
    assertThat(call.exit()).isZero();
    assertThat(call.err()).isEmpty();
    return call.text().lines().toList();
  }

  @Test
  void commands_and_options_are_completed() {
    assertThat(answer("ru")).containsExactly(":none", "run", "runs");
    assertThat(answer("runs", "re")).containsExactly(":none", "report", "resume", "rerun");
    assertThat(answer("run", "--la")).containsExactly(":none", "--label");
    assertThat(answer("plan", "x", "--format", "m")).containsExactly(":none", "mermaid");
    assertThat(answer("run", "")).containsExactly(":files");
    assertThat(answer("run", "x", "--values", "")).containsExactly(":files");
    assertThat(answer("serve", "--recipes", "")).containsExactly(":dirs");
    assertThat(answer("completion", "f")).containsExactly(":none", "fish");
    assertThat(answer("config", "show", "ru")).containsExactly(":none", "run", "runs");
    assertThat(answer("config", "show", "runs", "re"))
        .containsExactly(":none", "report", "resume", "rerun");
    assertThat(answer("config", "show", "run", "")).containsExactly(":none");
    assertThat(answer("config", "show", "nothing", "")).containsExactly(":none");
    assertThat(answer("nothing", "")).containsExactly(":none");
    assertThat(answer()).contains(":none", "run", "serve");
  }

  @Test
  void values_of_the_recipe_are_completed_behind_set() {
    assertThat(answer("run", recipe.toString(), "--set", ""))
        .containsExactly(":none", "who=", "mode=fast", "mode=slow", "loud=true", "loud=false");
    assertThat(answer("run", recipe.toString(), "--set", "mode=s"))
        .containsExactly(":none", "mode=slow");
    assertThat(answer("run", directory.resolve("none.yaml").toString(), "--set", ""))
        .containsExactly(":none");
  }

  @Test
  void runs_and_the_steps_of_the_run_given_before_are_completed() {
    assertThat(answer("runs", "show", "")).containsExactly(":none");
    assertThat(cli.call("run", recipe, "--set", "who=you", "-q").exit()).isZero();
    String run = cli.call("runs", "list", "--json").json().at("/runs/0/run").asText();
    assertThat(answer("runs", "show", "")).containsExactly(":none", "last", run);
    assertThat(answer("runs", "show", run.substring(0, 6))).containsExactly(":none", run);
    assertThat(answer("runs", "output", "last", ""))
        .as("a label that a shell could run is left out")
        .containsExactly(":none", "0", "0.0", "0.0.0", "greet", "0.0.1");
    assertThat(answer("runs", "rerun", "last", "--from", "gr")).containsExactly(":none", "greet");
    Path elsewhere = directory.resolve("elsewhere");
    assertThat(answer("runs", "show", "--data", elsewhere.toString(), "")).containsExactly(":none");
    assertThat(elsewhere).doesNotExist();
  }

  @Test
  void commands_that_are_registered_are_completed() {
    Path program = Programs.file(directory, "upper");
    assertThat(cli.call("commands", "add", "shout", program).exit()).isZero();
    assertThat(answer("exec", "sho")).containsExactly(":files", "shout");
    assertThat(answer("commands", "remove", "")).containsExactly(":none", "shout");
    assertThat(answer("audit", "--command", "ech")).containsExactly(":none", "echo");
    assertThat(answer("exec", "echo", "--", "--js")).containsExactly(":none");
  }

  @Test
  void a_server_that_does_not_answer_is_no_message_in_the_line() {
    cli.env("ESCAROLE_SERVER", "http://127.0.0.1:1");
    assertThat(answer("run", "")).containsExactly(":none");
    assertThat(answer("runs", "show", "")).containsExactly(":none");
  }

  @Test
  void there_is_a_script_for_each_shell() {
    for (String shell : List.of("bash", "zsh", "fish")) {
      assertThat(cli.call("completion", shell).text()).contains("completion --answer --");
    }
    Call other = cli.call("completion", "tcsh");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("bash, zsh, fish");
  }

  /** What bash offers for a line whose last word is being typed. */
  private List<String> bash(String... words) throws IOException, InterruptedException {
    Path program = directory.resolve("escarole");
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Main.class.getName()));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Path script = cli.file("completion.bash", cli.call("completion", "bash").text());
    List<String> line =
        new ArrayList<>(
            List.of(
                "bash",
                "--norc",
                "-c",
                "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));"
                    + " _escarole \"$1\"; printf '%s\\n' \"${COMPREPLY[@]}\"",
                "bash",
                script.toString(),
                program.toString()));
    line.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.environment().put("ESCAROLE_DATA", cli.data().toString());
    builder.redirectErrorStream(true);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text.lines().toList();
  }

  @Test
  void bash_completes_words_values_and_files() throws Exception {
    assertThat(bash("ru")).containsExactly("run", "runs");
    assertThat(bash("run", "r.y")).containsExactly("r.yaml");
    assertThat(bash("run", "r.yaml", "--set", "mode", "=", "s")).containsExactly("slow");
    assertThat(bash("run", "r.yaml", "--set", "w")).containsExactly("who=");
  }

  @Test
  void bash_neither_runs_nor_shows_what_a_hostile_name_says() throws Exception {
    assertThat(cli.call("run", recipe, "--set", "who=you", "-q").exit()).isZero();
    Files.writeString(directory.resolve("$(touch pwned).yaml"), "template: echo a\n");
    assertThat(bash("runs", "output", "last", ""))
        .containsExactly("0", "0.0", "0.0.0", "greet", "0.0.1");
    assertThat(bash("run", "$(t")).containsExactly("$(touch pwned).yaml");
    assertThat(bash("runs", "show", "$(touch pwned)")).containsExactly("");
    assertThat(directory.resolve("pwned")).doesNotExist();
  }
}
