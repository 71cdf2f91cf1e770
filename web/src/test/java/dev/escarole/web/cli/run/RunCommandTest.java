package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Terminal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs real recipes with the built-in commands. */
class RunCommandTest {

  private static final String DEGRADED =
      """
      {"name": "mixed", "template": [
        {"label": "fan", "parallel": true, "template": [
          {"label": "good", "template": "echo one"},
          {"label": "bad", "template": "cat /nowhere"}]}]}
      """;

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory);
  }

  @Test
  void a_wait_between_attempts_is_told() {
    Path recipe =
        cli.file("w.json", "{\"retry\": 2, \"retry_delay\": 40, \"template\": \"ls /nowhere\"}");
    String told = "";
    for (int i = 0; i < 20 && !told.contains("waiting"); i++) {
      // A wait may be drawn as nothing at all.
      told = cli.call("run", recipe).err();
    }
    assertThat(told).containsPattern("waiting +0: ls /nowhere: next attempt in \\d+ ms\n");
  }

  @Test
  void result_text_goes_to_stdout_alone_and_byte_for_byte() {
    Call call = cli.call("run", cli.file("a.json", "\"printf 'a\\\\000b'\""), "--quiet");
    assertThat(call.err()).isEmpty();
    assertThat(call.exit()).isZero();
    assertThat(call.out()).containsExactly('a', 0, 'b');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fuel=100 | echo x | out_of_fuel | raise limits.fuel in the policy, or run with --fuel",
        "--timeout=50 | sleep 60 | timed_out | raise the step's 'timeout' if it sets one, else"
            + " limits.wall_clock in the policy, or run with --timeout",
        "--stdout=100 | seq 1000 | output_too_large | raise limits.stdout in the policy, or run"
            + " with --stdout",
        "--memory=64KiB | sort | out_of_memory | raise limits.memory in the policy, or"
            + " ESCAROLE_GUEST_MEMORY if all commands together need more, or run with"
            + " --memory"
      })
  void a_limit_that_ends_a_step_names_its_remedy(
      String option, String command, String outcome, String remedy) {
    Path recipe = cli.file("l.json", "{\"template\": [\"" + command + "\"]}");
    Call call = cli.call("run", recipe, option);
    assertThat(call.exit()).isEqualTo(1);
    assertThat(call.err()).contains("\n    remedy: " + remedy + "\n");
    assertThat(cli.call("runs", "show", "last").text()).contains("remedy: " + remedy);
    JsonNode failure = cli.call("run", recipe, option, "--json").json().at("/failures/0");
    assertThat(failure.path("outcome").asText()).isEqualTo(outcome);
    assertThat(failure.path("remedy").asText()).isEqualTo(remedy);
  }

  @Test
  void a_limit_is_raised_by_the_option_that_the_remedy_names() {
    Path recipe = cli.file("big.json", "[\"seq 2000000\", \"wc -l\"]");
    assertThat(cli.call("run", recipe).err()).contains("limits.stdout");
    Call call = cli.call("run", recipe, "--stdout", "64MiB");
    assertThat(call.text().strip()).isEqualTo("2000000");
    assertThat(call.err()).doesNotContain("remedy");
  }

  @Test
  void limits_of_a_server_are_not_for_its_callers_to_set() {
    Path recipe = cli.file("a.json", "\"echo x\"");
    String[] server = {"--server", "http://127.0.0.1:9"};
    Call call = cli.call("run", recipe, "--fuel", "5", server[0], server[1]);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err())
        .contains("error: --fuel means nothing to a server", "'limits' in its policy.yaml");
    assertThat(cli.call("run", recipe, "--stdout=5", "--timeout=9", server[0], server[1]).err())
        .contains("error: --timeout, --stdout mean nothing to a server")
        .doesNotContain("--fuel");
  }

  @Test
  void plain_progress_tells_of_start_ends_joins_and_summary() {
    Call call = cli.call("run", cli.file("mixed.json", DEGRADED));
    assertThat(call.exit()).isEqualTo(4);
    assertThat(call.err().lines().map(line -> line.replaceAll("\\(\\d+ ms\\)", "(T)")))
        .anyMatch(line -> line.matches("started   run \\S+ of mixed: 2 commands"))
        .contains("done      0.0.0 \"good\": echo one (T)")
        .anyMatch(line -> line.startsWith("failed    0.0.1 \"bad\": cat /nowhere (T): exit code 1"))
        .contains("joined    0.0 \"fan\": 1 of 2 branches done, coverage 50.0 %")
        .anyMatch(line -> line.matches("run \\S+ of mixed: degraded after .*"))
        .anyMatch(line -> line.startsWith("    missing bad (0.0.1): exit code 1: cat: /nowhere"))
        .anyMatch(line -> line.matches("look at it: escarole runs show \\S+"));
    assertThat(call.err()).doesNotContain("\u001b");
  }

  @Test
  void live_tree_ends_with_the_state_of_every_step() {
    cli.on(new Terminal(false, false, true, 80, 24, false, true));
    Call call = cli.call("run", cli.file("mixed.json", DEGRADED));
    assertThat(call.err())
        .contains("✓ good: echo one")
        .contains("✗ bad: cat /nowhere")
        .contains("2 of 2 commands ended: 1 failed, 1 done");
  }

  @Test
  void a_failed_run_exits_with_1_and_says_why() {
    Call call = cli.call("run", cli.file("f.json", "\"cat /nowhere\""), "--quiet");
    assertThat(call.exit()).isEqualTo(1);
    assertThat(call.err()).contains("failed 0: cat /nowhere: exit code 1: cat: /nowhere");
  }

  @Test
  void an_unknown_command_is_refused_before_there_is_a_database() {
    Call call = cli.call("run", cli.file("f.json", "\"ehco hi\""));
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err())
        .contains("error[unknown-command]", "Did you mean echo", "escarole commands add ehco FILE");
    assertThat(cli.data().resolve("escarole.mv.db")).doesNotExist();
  }

  @Test
  void advice_for_reviewing_a_recipe_is_given_by_plan_and_not_at_each_run() {
    Path recipe =
        cli.file(
            "r.json",
            "{\"args\": [\"d\"], \"template\": [\"rm -rf {d}\", \"echo {e} *\", \"cat\"]}");
    Call run = cli.call("run", recipe, "--set", "d=/workspace/d", "--set", "e=1");
    assertThat(run.exit()).isZero();
    assertThat(run.err()).doesNotContain("warning");
    assertThat(cli.call("plan", recipe, "--set", "d=x", "--set", "e=1").err())
        .contains("warning[broad-path]", "warning[undeclared-placeholder]")
        .contains("warning[reads-from-failure]");
    Path unread = cli.file("u.json", "{\"template\": [\"rm -rf x\", \"echo hi\"]}");
    assertThat(cli.call("plan", unread).err()).doesNotContain("reads-from-failure");
    assertThat(cli.call("validate", unread).err()).doesNotContain("reads-from-failure");
  }

  @Test
  void a_field_without_effect_is_still_reported_at_each_run() {
    Path recipe = cli.file("r.json", "{\"owner\": 1, \"template\": \"echo hi\"}");
    assertThat(cli.call("run", recipe).err()).contains("warning[").contains("owner");
  }

  @Test
  void an_unknown_command_is_a_failure_of_its_step_where_that_is_asked_for() {
    Path recipe = cli.file("f.json", "\"ehco hi\"");
    Call call = cli.call("run", recipe, "--unknown-commands", "fail-step");
    assertThat(call.exit()).isEqualTo(1);
    assertThat(call.err()).contains("warning[unknown-command]").contains("exit code 127");
    assertThat(cli.call("run", recipe, "--unknown-commands", "ignore").exit()).isEqualTo(2);
  }

  @Test
  void values_come_from_file_and_settings_of_which_settings_win() {
    Path recipe =
        cli.file("v.json", "{\"args\": [\"a\", \"b:int\"], \"template\": \"echo {a} {b}\"}");
    Path json = cli.file("values.json", "{\"a\": \"from file\", \"b\": 1}");
    Path yaml = cli.file("values.yaml", "a: from yaml\nb: 2\n");
    assertThat(cli.call("run", recipe, "--values", json, "--set", "b=7").text())
        .isEqualTo("from file 7\n");
    assertThat(cli.call("run", recipe, "--values", yaml).text()).isEqualTo("from yaml 2\n");
  }

  @Test
  void a_setting_twice_is_an_error() {
    Call call = cli.call("run", cli.file("v.json", "\"echo {a}\""), "--set", "a=1", "--set", "a=2");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("--set gives 'a' more than once").contains("hint:");
  }

  @Test
  void stdin_is_read_from_where_the_option_says() {
    Path recipe = cli.file("s.json", "\"cat\"");
    assertThat(cli.call("run", recipe).text()).isEmpty();
    assertThat(cli.stdin("piped").call("run", recipe, "--stdin", "-").text()).isEqualTo("piped");
    Path file = cli.file("input.txt", "from file");
    assertThat(cli.call("run", recipe, "--stdin", file).text()).isEqualTo("from file");
    assertThat(cli.call("run", recipe, "--stdin", "missing").exit()).isEqualTo(2);
  }

  @Test
  void directories_are_granted_and_read_only_ones_stay_as_they_are() throws IOException {
    Path shared = Files.createDirectory(directory.resolve("shared"));
    Files.writeString(shared.resolve("x.txt"), "shared\n");
    Path read = cli.file("r.json", "\"cat /in/x.txt\"");
    Path write = cli.file("w.json", "\"touch /in/y\"");
    assertThat(cli.call("run", read, "--dir", shared + "::/in:ro").text()).isEqualTo("shared\n");
    assertThat(cli.call("run", write, "--dir", shared + "::/in:ro").exit()).isEqualTo(1);
    assertThat(cli.call("run", write, "--dir", shared + "::/in").exit()).isZero();
    assertThat(shared.resolve("y")).exists();
  }

  @Test
  void directories_that_cannot_be_granted_are_errors_before_anything_starts() {
    Path recipe = cli.file("r.json", "\"echo hi\"");
    for (String grant :
        new String[] {"nowhere::/in", directory + "::in", directory + "::/workspace", "x"}) {
      Call call = cli.call("run", recipe, "--dir", grant);
      assertThat(call.exit()).as(grant).isEqualTo(2);
      assertThat(call.err()).contains("hint:");
    }
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void an_invalid_recipe_starts_nothing_and_shows_the_place() {
    Call call = cli.call("run", cli.file("bad.yaml", "template: echo\nfialure: root\n"));
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err())
        .contains("bad.yaml:2:1: error[unknown-field]")
        .contains("2 | fialure: root")
        .contains("  | ^");
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void an_invalid_recipe_lets_go_of_a_database_that_was_opened_meanwhile() throws Exception {
    Path sound = cli.file("sound.yaml", "template: echo hi\n");
    assertThat(cli.call("run", sound).exit()).isZero();
    assertThat(cli.call("run", cli.file("bad.yaml", "template: [\n")).exit()).isEqualTo(2);
    Path database = cli.data().resolve("escarole.mv.db");
    try (FileChannel channel = FileChannel.open(database, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      assertThat(lock).isNotNull();
    }
    assertThat(cli.call("run", sound).text()).isEqualTo("hi\n");
  }

  @Test
  void an_invalid_value_starts_nothing() {
    Path recipe = cli.file("v.json", "{\"args\": [\"n:int\"], \"template\": \"echo {n}\"}");
    Call call = cli.call("run", recipe, "--set", "n=many", "--json");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).isEmpty();
    assertThat(call.json().path("errors").path(0).path("code").asText()).isEqualTo("bad-value");
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void too_many_workers_are_an_error() {
    assertThat(cli.call("run", cli.file("r.json", "\"echo\""), "--workers", "0").exit())
        .isEqualTo(2);
  }

  @Test
  void a_selected_output_is_printed_instead_of_the_result_text() {
    Path recipe =
        cli.file(
            "o.json",
            "{\"args\": [\"file\"], \"template\": \"echo {file}\", \"output\": \"file\"}");
    assertThat(cli.call("run", recipe, "--set", "file=a.txt").text()).isEqualTo("a.txt\n");
  }

  @Test
  void guest_output_cannot_move_the_cursor_in_messages() {
    Path recipe = cli.file("e.json", "\"cat '/\\u001b[2Jx'\"");
    assertThat(cli.call("run", recipe).err()).doesNotContain("\u001b");
  }
}
