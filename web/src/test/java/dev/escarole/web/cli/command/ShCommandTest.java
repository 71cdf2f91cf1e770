package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.command.Limits;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.Programs;
import dev.escarole.web.cli.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines from the command line, from a file and from standard input. */
class ShCommandTest {

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory);
  }

  @Test
  void a_line_prints_its_bytes_and_opens_no_database() {
    Call call = cli.call("sh", "-c", "printf 'b\\na' | sort | upper > f; cat f; cat nope");
    assertThat(call.text()).isEqualTo("A\nB\n");
    assertThat(call.err()).contains("nope");
    assertThat(call.exit()).isEqualTo(1);
    assertThat(cli.data()).doesNotExist();
    assertThat(cli.stdin("x\n").call("sh", "-c", "upper | cat; cat", "--stdin", "-").text())
        .isEqualTo("X\n");
  }

  @Test
  void directories_are_granted() throws IOException {
    Path in = Files.createDirectory(directory.resolve("in"));
    Files.writeString(in.resolve("f"), "text");
    assertThat(cli.call("sh", "-c", "cat < /in/f", "--dir", in + "::/in:ro").text())
        .isEqualTo("text");
    Call refused = cli.call("sh", "-c", "echo > /in/f", "--dir", in + "::/in:ro");
    assertThat(refused.exit()).isEqualTo(126);
    assertThat(refused.err()).contains("error[read_only]: '/in/f'");
  }

  @ParameterizedTest
  @CsvSource({"true,0", "false,1", "ehco,127", "cat < /etc/passwd,126", "(true),2", "echo 'a,2"})
  void the_exit_code_is_the_last_status_or_the_errors(String line, int exit) {
    assertThat(cli.call("sh", "-c", line.replace("\\", "")).exit()).isEqualTo(exit);
  }

  @Test
  void mistakes_are_shown_with_a_caret() {
    Call call = cli.call("sh", "-c", "echo a & echo b");
    assertThat(call.text()).isEmpty();
    assertThat(call.err().lines())
        .containsExactly(
            "-c:1:8: error[unsupported_syntax]: running in the background is not supported",
            "  |",
            "1 | echo a & echo b",
            "  |        ^");
    assertThat(cli.call("sh", "-c", "echo 'a\nb' (").err())
        .contains("-c:2:4: ")
        .contains("2 | b' (");
  }

  @Test
  void a_file_is_evaluated_line_by_line() {
    Path file = cli.file("f.txt", "# comment\nA=1\nfalse\n\n  echo $A '#' # more\nboom\necho no\n");
    Call call = cli.call("sh", file);
    assertThat(call.text()).isEqualTo("1 #\n");
    assertThat(call.err()).contains("f.txt:6: error[unknown_command]: 'boom'");
    assertThat(call.exit()).isEqualTo(127);
    assertThat(cli.call("sh", cli.file("g", "false\n# end\n")).exit()).isEqualTo(1);
    assertThat(cli.call("sh", cli.file("h", "echo a\n\necho (\n")).err())
        .contains("h:3:6: error[unsupported_syntax]")
        .contains("3 | echo (");
    assertThat(cli.call("sh", directory.resolve("none")).exit()).isEqualTo(2);
  }

  @Test
  void lines_from_standard_input_go_on_after_an_error() {
    Call call = cli.stdin("A=x\necho $A > f\n(\nboom\ncat f\nfalse\n").call("sh");
    assertThat(call.text()).isEqualTo("x\n");
    assertThat(call.err())
        .contains("line:3:1: error")
        .contains("line:4: error")
        .doesNotContain("$ ");
    assertThat(call.exit()).isEqualTo(1);
    cli.on(new Terminal(true, true, true, 80, 24, false, true));
    assertThat(cli.stdin("echo a\n").call("sh").err()).isEqualTo("escarole$ escarole$ ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fuel=100 | echo x | out_of_fuel | raise limits.fuel in the policy, or give a larger"
            + " --fuel | 125",
        "--timeout=50 | sleep 60 | timed_out | raise limits.wall_clock in the policy, or give a"
            + " larger --timeout | 124",
        "--stdout=100 | seq 1000 | output_too_large | raise limits.stdout in the policy, or give a"
            + " larger --stdout | 125",
        "--memory=64KiB | sort | out_of_memory | raise limits.memory in the policy, or"
            + " ESCAROLE_GUEST_MEMORY if all commands together need more, or give a larger"
            + " --memory | 125"
      })
  void a_limit_is_set_by_an_option_and_its_end_names_the_remedy(
      String option, String line, String word, String remedy, int exit) {
    Call call = cli.call("sh", "-c", line, option);
    assertThat(call.exit()).isEqualTo(exit);
    assertThat(call.err()).contains("error[" + word + "]", "; " + remedy + "\n");
    assertThat(cli.call("sh", "-c", "true", option.replaceFirst("=.*", "=-1")).exit()).isEqualTo(2);
  }

  @Test
  void a_line_may_print_as_much_as_one_command() {
    String line = "yes | head -c 40000000; yes | head -c 40000000";
    Call usual = cli.call("sh", "-c", line, "--stdout", "50MiB");
    assertThat(usual.exit()).isEqualTo(125);
    assertThat(usual.err()).contains("the line wrote more than", "give a larger --stdout");
    Call call = cli.call("sh", "-c", line, "--stdout", "100MiB");
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.out()).hasSize(80_000_000);
  }

  @Test
  void a_limit_of_the_policy_still_holds() throws IOException {
    Files.createDirectories(cli.data());
    Files.writeString(cli.data().resolve("policy.yaml"), "limits: {fuel: 1000}\n");
    Call call = cli.call("sh", "-c", "seq 3000", "--fuel", "5000000000");
    assertThat(call.exit()).as(call.err()).isEqualTo(125);
    assertThat(call.err()).contains("out_of_fuel", "limits.fuel");
  }

  @Test
  void wrong_usage_is_refused() {
    assertThat(cli.call("sh", "-c", "true", "file").exit()).isEqualTo(2);
    assertThat(cli.call("sh", "--stdin", "-").exit()).isEqualTo(2);
    assertThat(cli.call("sh", "-c", "true", "--dir", "nonsense").exit()).isEqualTo(2);
  }

  @Test
  void commands_of_ones_own_work_and_are_completed() {
    Path file = Programs.file(directory, "upper");
    assertThat(cli.call("commands", "add", "shout", file, "--mode", "stdin1").exit()).isZero();
    assertThat(cli.call("sh", "-c", "seq 2 | shout a b | tail -n 2").text()).isEqualTo("1\n2\n");
    assertThat(cli.stdin("echo a | shout\n").call("sh").text()).isEqualTo("A\n");
    assertThat(cli.call("sh", "--data", directory.resolve("other"), "-c", "shout").exit())
        .isEqualTo(127);
    CommandHost host = CommandHost.open(cli.data(), warning -> {});
    try (ShellSession session = ShellSession.open(host, List.of(), List.of(), Limits.defaults())) {
      assertThat(session.commands()).contains("shout", "wc").isSorted();
      assertThat(cli.call("commands", "remove", "shout").exit()).isZero();
      assertThat(session.commands()).contains("wc").doesNotContain("shout");
    }
  }

  @Test
  void stages_run_at_once() {
    assertThat(cli.call("sh", "-c", "yes | head -n 1 && seq 2000000 | wc -l").text())
        .matches("y\n *2000000\n");
  }

  @Test
  void a_damaged_manifest_is_a_warning() throws IOException {
    Files.createDirectories(cli.data().resolve("commands"));
    Files.writeString(cli.data().resolve("commands/registry.json"), "{");
    Call call = cli.call("sh", "-c", "echo a");
    assertThat(call.text()).isEqualTo("a\n");
    assertThat(call.err()).contains("warning: registry.json is not valid JSON");
  }

  @Test
  void the_workspace_is_gone_after_the_session_and_nothing_else() throws IOException {
    Path file = cli.file("outside", "text");
    Path workspace;
    CommandHost host = CommandHost.open(cli.data(), warning -> {});
    try (ShellSession session = ShellSession.open(host, List.of(), List.of(), Limits.defaults())) {
      workspace = session.workspace();
      session.evaluate("mkdir d; echo x > d/f", new byte[0]);
      Files.createSymbolicLink(workspace.resolve("link"), directory);
      assertThat(workspace.resolve("d/f")).hasContent("x");
    }
    assertThat(workspace).doesNotExist();
    assertThat(file).hasContent("text");
  }
}
