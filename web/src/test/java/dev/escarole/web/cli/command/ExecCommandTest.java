package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.Programs;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One command by itself: exec, and commands add, remove and verify. */
@Timeout(300)
class ExecCommandTest {

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory);
  }

  private Path program(String builtIn) {
    return Programs.file(directory, builtIn);
  }

  @Test
  void exec_passes_bytes_through_and_stores_nothing() throws IOException {
    Path binary =
        Files.write(directory.resolve("in"), new byte[] {0, (byte) 0xff, 'a', '\n', '\r'});
    Call call = cli.call("exec", "cat", "--stdin", binary);
    assertThat(call.exit()).isZero();
    assertThat(call.out()).isEqualTo(Files.readAllBytes(binary));
    assertThat(call.err()).isEmpty();
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void exec_takes_arguments_as_they_are() {
    Path file = cli.file("home", "never read");
    Call call = cli.call("exec", "echo", "--", "-n", "--json", "a b", "@" + file, "--", "$x", "");
    assertThat(call.text()).isEqualTo("--json a b @" + file + " -- $x ");
    assertThat(cli.call("exec", "echo", "plain", "words").text()).isEqualTo("plain words\n");
  }

  @Test
  void exec_reads_nothing_unless_something_is_there() {
    assertThat(cli.call("exec", "cat").text()).isEmpty();
    cli.stdin("b\na\n");
    assertThat(cli.call("exec", "sort", "--stdin", "-").text()).isEqualTo("a\nb\n");
    assertThat(cli.call("exec", "sort", "--stdin", directory.resolve("none")).exit()).isEqualTo(2);
  }

  @Test
  void exec_passes_a_failure_through() {
    Call call = cli.call("exec", "cat", "--", "/nowhere");
    assertThat(call.exit()).isEqualTo(1);
    assertThat(call.err()).startsWith("cat: ").contains("/nowhere").doesNotContain("exited");
    assertThat(cli.call("exec", "grep", "nothing").exit()).isEqualTo(1);
  }

  @Test
  void exec_names_every_other_outcome_in_one_line() {
    Call late = cli.call("exec", "sleep", "--timeout", "50", "60");
    assertThat(late.exit()).isEqualTo(124);
    assertThat(late.err())
        .isEqualTo(
            "sleep: timed_out: still running after 50 ms; raise limits.wall_clock in the policy,"
                + " or give a larger --timeout\n");
    assertThat(
            cli.call("exec", "sleep", "--timeout", "50", "--json", "60")
                .json()
                .path("remedy")
                .asText())
        .isEqualTo("raise limits.wall_clock in the policy, or give a larger --timeout");
    Call unknown = cli.call("exec", "srot");
    assertThat(unknown.exit()).isEqualTo(127);
    assertThat(unknown.err())
        .startsWith("srot: unknown_command: ")
        .contains("sort")
        .hasLineCount(1);
  }

  @Test
  void exec_grants_directories_and_variables_and_nothing_else() throws IOException {
    Path in = Files.createDirectory(directory.resolve("in"));
    cli.file("in/words.txt", "one\n");
    String grant = in + "::/in:ro";
    assertThat(cli.call("exec", "cat", "--dir", grant, "/in/words.txt").text()).isEqualTo("one\n");
    Call write = cli.call("exec", "tee", "--dir", grant, "/in/new.txt");
    assertThat(write.exit()).isNotZero();
    assertThat(in.resolve("new.txt")).doesNotExist();
    Call twice = cli.call("exec", "cat", "--dir", grant, "--dir", in + "::/in");
    assertThat(twice.exit()).isEqualTo(2);
    assertThat(cli.call("exec", "cat", "--env", "LANG=C", "--env", "A=").exit()).isZero();
  }

  @Test
  void exec_doesNotReachTheDataDirectoryThroughAGrant() {
    cli.file("words.txt", "one\n");
    for (String grant : new String[] {directory + "::/w", directory + "::/w:ro", "/proc::/w:ro"}) {
      Call call = cli.call("exec", "cat", "--dir", grant, "/w/words.txt");
      assertThat(call.exit()).isEqualTo(126);
      assertThat(call.err()).startsWith("cat: denied: the directory for '/w' cannot be granted: ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--env,nothing",
    "--env,=x",
    "--timeout,0",
    "--timeout,soon",
    "--fuel,0",
    "--fuel,-1",
    "--fuel,much",
    "--dir,/nowhere::/in"
  })
  void exec_refuses_wrong_usage(String option, String value) {
    assertThat(cli.call("exec", "cat", option, value).exit()).isEqualTo(2);
  }

  @Test
  void exec_passes_output_on_while_the_command_runs() throws Exception {
    PipedInputStream seen = new PipedInputStream();
    PipedOutputStream out = new PipedOutputStream(seen);
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    new Thread(() -> exit.complete(cli.callInto(out, "exec", "yes").exit())).start();
    assertThat(seen.readNBytes(4)).isEqualTo("y\ny\n".getBytes(StandardCharsets.UTF_8));
    assertThat(exit).as("the pipe holds less than it writes").isNotDone();
    seen.close();
    assertThat(exit.get()).as("nobody reads any more").isEqualTo(141);
  }

  @Test
  void exec_keeps_output_within_its_limit() {
    Call call = cli.call("exec", "yes");
    assertThat(call.out()).hasSize(8 << 20);
    assertThat(call.exit()).isEqualTo(125);
    assertThat(call.err())
        .isEqualTo(
            "yes: output_too_large: wrote more than 8388608 bytes; raise limits.stdout in the"
                + " policy, or give a larger --stdout\n");
  }

  @Test
  void exec_limits_fuel() {
    assertThat(cli.call("exec", "seq", "--fuel", "1000000", "3").text()).isEqualTo("1\n2\n3\n");
    Call call = cli.call("exec", "seq", "--fuel", "1000", "3000");
    assertThat(call.exit()).isEqualTo(125);
    assertThat(call.err()).startsWith("seq: out_of_fuel: ").contains("1000").hasLineCount(1);
  }

  @Test
  void exec_refuses_a_file_that_is_larger_than_any_command() throws IOException {
    Path file = directory.resolve("huge.wasm");
    try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
      huge.setLength(OwnCommands.MOST_BYTES + 1L);
    }
    Call call = cli.call("exec", file);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("huge.wasm").contains("has more than 268435456 bytes");
  }

  @Test
  void exec_runs_a_file() throws IOException {
    Path file = program("upper");
    cli.stdin("abc");
    assertThat(cli.call("exec", file, "--stdin", "-").text()).isEqualTo("ABC");
    assertThat(cli.call("exec", directory.resolve("none.wasm")).exit()).isEqualTo(2);
    Call text = cli.call("exec", cli.file("text.wasm", "no program"));
    assertThat(text.exit()).isEqualTo(125);
    assertThat(text.err()).startsWith("text: unusable_program: ").hasLineCount(1);
  }

  @Test
  void add_lists_runs_and_removes_while_an_engine_has_the_database() throws Exception {
    Path file = program("upper");
    try (Engine engine = Engine.open(EngineOptions.at(cli.data()))) {
      Call added = cli.call("commands", "add", "shout", file, "--mode", "stdin1");
      assertThat(added.exit()).isZero();
      assertThat(added.err()).startsWith("added shout: artifact ").contains("stdin1");
      assertThat(cli.call("commands").text())
          .containsPattern("shout +registered +stdin1 +[0-9a-f]{12}\n");
      assertThat(cli.call("exec", "shout", "hello").text()).isEqualTo("HELLO\n");
      assertThat(engine.commands().find("shout")).isPresent();
    }
    Path recipe = cli.file("r.json", "\"shout\"");
    cli.stdin("abc");
    assertThat(cli.call("run", recipe, "--stdin", "-", "-q").text()).isEqualTo("ABC");
    assertThat(cli.call("plan", recipe).err()).doesNotContain("unknown-command");
    assertThat(cli.call("commands", "remove", "shout").exit()).isZero();
    Call gone = cli.call("commands", "remove", "shout");
    assertThat(gone.exit()).isEqualTo(2);
    assertThat(gone.err()).contains("no command is named 'shout'");
    assertThat(cli.call("exec", "shout").exit()).isEqualTo(127);
  }

  @Test
  void the_data_directory_can_be_named_at_either_place() throws IOException {
    Path file = program("upper");
    Path other = directory.resolve("other");
    assertThat(cli.call("commands", "add", "a", file, "--data", other).exit()).isZero();
    assertThat(cli.call("commands", "--data", other, "add", "b", file).exit()).isZero();
    assertThat(cli.data()).doesNotExist();
    assertThat(cli.call("commands", "--data", other).text()).contains("a ").contains("b ");
    assertThat(cli.call("exec", "b", "--data", other).exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"grep,reserved_name", "a/b,invalid_name", "..,invalid_name"})
  void add_refuses_names(String name, String reason) throws IOException {
    Call call = cli.call("commands", "add", name, program("upper"));
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains(reason).contains("hint: ");
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void add_refuses_what_is_no_program_and_says_what_it_imports() throws IOException {
    byte[] module = Programs.importing("env", "socket");
    Path file = Files.write(directory.resolve("net.wasm"), module);
    Call call = cli.call("commands", "add", "net", file);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("not_a_program").contains("env.socket");
    assertThat(cli.call("commands", "add", "x", cli.file("x.wasm", "text")).exit()).isEqualTo(2);
    assertThat(cli.call("commands", "add", "x", directory.resolve("none")).exit()).isEqualTo(2);
    assertThat(cli.call("commands", "add", "x", file, "--mode", "other").exit()).isEqualTo(2);
  }

  @Test
  void add_says_that_a_program_which_runs_commands_needs_the_capability() throws IOException {
    Path file = Files.write(directory.resolve("nest.wasm"), Programs.nesting());

    Call call = cli.call("commands", "add", "nest", file);

    assertThat(call.exit()).isZero();
    assertThat(call.err())
        .contains("added nest: ")
        .contains("note: it runs other commands (env.host_exec)")
        .contains("capability exec");
    assertThat(cli.call("exec", "nest").exit()).isZero();
    assertThat(cli.call("exec", file).exit()).isZero();
    assertThat(cli.call("commands", "add", "upper2", program("upper")).err())
        .doesNotContain("note:");
  }

  @Test
  void http_requests_need_the_policy_besides_the_option() {
    String origin = "http://127.0.0.1:9";
    Call call = cli.call("exec", "curl", "--http", origin, "--", "-s", origin + "/");
    assertThat(call.exit()).isEqualTo(126);
    assertThat(call.err())
        .startsWith("curl: http_denied: GET " + origin + "/ is not permitted: ")
        .contains("the operator's policy does not grant it to 'operator'")
        .doesNotContain("the recipe does not list it");
    Call wrong = cli.call("exec", "curl", "--http", "example.com");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("--http example.com: 'example.com' is not an origin");
    assertThat(cli.call("sh", "-c", "curl -s " + origin + "/", "--http", origin).err())
        .contains("http_denied");
  }

  @Test
  void verify_finds_a_changed_artifact_which_does_not_run() throws IOException {
    String whole = cli.call("commands", "verify").err();
    assertThat(whole).matches("\\d+ artifacts, 0 damaged\n");
    int shipped = Integer.parseInt(whole.substring(0, whole.indexOf(' ')));
    assertThat(shipped).isPositive();
    assertThat(cli.data()).doesNotExist();
    byte[] program = Programs.importing("wasi_snapshot_preview1", "sched_yield");
    Path file = Files.write(directory.resolve("y.wasm"), program);
    assertThat(cli.call("commands", "add", "mine", file).exit()).isZero();
    Path kept = Programs.artifact(cli.data(), program);
    Files.writeString(kept, "changed");

    Call verify = cli.call("commands", "verify");
    assertThat(verify.exit()).isEqualTo(1);
    assertThat(verify.err())
        .contains("mine: artifact_integrity: ")
        .contains(shipped + 1 + " artifacts, 1 damaged");
    Call exec = cli.call("exec", "mine");
    assertThat(exec.exit()).isEqualTo(125);
    assertThat(exec.err()).startsWith("mine: artifact_integrity: ").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"commands", "commands verify", "exec cat"})
  void a_damaged_manifest_is_a_warning(String words) throws IOException {
    Files.createDirectories(cli.data().resolve("commands"));
    Files.write(cli.data().resolve("commands/registry.json"), "{".getBytes(StandardCharsets.UTF_8));
    Call call = cli.call((Object[]) words.split(" "));
    assertThat(call.err()).contains("warning: registry.json is not valid JSON");
    assertThat(call.exit()).isEqualTo(words.endsWith("verify") ? 1 : 0);
  }
}
