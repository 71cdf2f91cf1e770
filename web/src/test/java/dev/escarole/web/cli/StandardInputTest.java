package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Terminal;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is piped in is read by whatever reads it, and blocks nothing else. */
@Timeout(120)
class StandardInputTest {

  /** A terminal as standard input alone. */
  private static final Terminal TYPED = new Terminal(true, false, false, 80, 24, false, true);

  private static final ProcessBuilder.Redirect NOTHING =
      ProcessBuilder.Redirect.from(new File("/dev/null"));

  @TempDir private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp() {
    cli = new CliHarness(directory);
  }

  /** A pipe that stays open and never has data. */
  private static InputStream idle() throws IOException {
    return new PipedInputStream(new PipedOutputStream());
  }

  @Test
  void a_run_is_given_what_is_piped_in() {
    Path recipe = cli.file("r.yaml", "template: [sort, head -n 1]\n");
    Call call = cli.stdin("b\na\n").call("run", recipe, "-q");
    assertThat(call.exit()).isZero();
    assertThat(call.text()).isEqualTo("a\n");
    assertThat(call.err()).isEmpty();
  }

  @Test
  void the_option_wins_over_the_pipe() throws IOException {
    Path recipe = cli.file("r.yaml", "template: cat\n");
    Path file = Files.writeString(directory.resolve("given"), "given\n");
    assertThat(cli.stdin("piped\n").call("run", recipe, "-q", "--stdin", file).text())
        .isEqualTo("given\n");
    assertThat(cli.stdin(idle()).call("run", recipe, "-q", "--stdin", "/dev/null").text())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo hi",
        "cat /in/words",
        "[seq 3, sort]",
        "[{template: sort, when: no}, seq 3]",
        "{parallel: true, template: [echo a, seq 2]}"
      })
  void a_recipe_that_does_not_read_is_not_blocked_by_a_pipe_that_stays_open(String template)
      throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve("in")).resolve("words"), "a\n");
    Path recipe = cli.file("r.yaml", "template: " + template + "\n");
    Call call =
        cli.stdin(idle()).call("run", recipe, "-q", "--dir", directory.resolve("in") + "::/in:ro");
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.err()).isEmpty();
  }

  @Test
  void a_recipe_is_read_from_standard_input() throws IOException {
    String text = "name: typed\nargs: ['n:int=2']\ntemplate: [cat, 'head -n {n}']\n";
    Path file = Files.writeString(directory.resolve("words"), "a\nb\nc\n");
    assertThat(cli.stdin(text).call("run", "-", "-q", "--stdin", file).text()).isEqualTo("a\nb\n");
    Call run = cli.stdin(text).call("run", "-", "--json", "--set", "n=1");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.json().path("recipe").asText()).isEqualTo("typed");
    assertThat(cli.stdin("\"echo hi\"").call("run", "-", "-q").text()).isEqualTo("hi\n");
    assertThat(cli.stdin(text).call("plan", "-").text()).contains("typed:", "head -n 2");
    assertThat(cli.stdin(text).call("inputs", "-").text()).contains("n ", "default: 2");
    assertThat(cli.stdin(text).call("validate", "-").exit()).isZero();
    Call wrong = cli.stdin("template: [cat\n").call("validate", "-");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("stdin:2:");
  }

  @Test
  void a_recipe_on_standard_input_is_refused_where_it_cannot_be() {
    cli.stdin("template: cat\n");
    assertThat(cli.call("run", "-", "--stdin", "-").err())
        .contains("both the recipe and the input", "--stdin FILE");
    assertThat(cli.call("run", "-", "--watch").err()).contains("standard input is none");
    assertThat(cli.call("validate", "-", "-").err()).contains("'-' is given more than once");
    assertThat(cli.stdin("").call("run", "-").exit()).isEqualTo(2);
  }

  @Test
  void a_directory_as_standard_input_is_refused() throws Exception {
    Path recipe = cli.file("r.yaml", "template: sort\n");
    for (String[] call :
        new String[][] {
          {"run", recipe.toString()},
          {"run", "-"},
          {"validate", "-"},
          {"exec", "sort"},
          {"sh", "-c", "sort"}
        }) {
      Process process = underShell("< " + directory, call).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(said).as(String.join(" ", call)).contains("standard input is a directory");
      assertThat(process.exitValue()).as(String.join(" ", call)).isEqualTo(2);
    }
  }

  @Test
  void data_that_nothing_reads_is_told() {
    Path recipe = cli.file("r.yaml", "template: echo hi\n");
    Call call = cli.stdin("lost\n").call("run", recipe, "-q");
    assertThat(call.exit()).isZero();
    assertThat(call.err())
        .isEqualTo(
            "warning: standard input is not used: no first command of the recipe reads it\n");
    assertThat(cli.call("run", recipe, "-q", "--stdin", "/dev/null").err()).isEmpty();
    cli.stdin("lost\n").call("runs", "rerun", "last", "-q");
    assertThat(cli.stdin("lost\n").call("runs", "rerun", "last", "-q").err())
        .contains("warning: standard input is not used: a rerun has the input of the earlier run");
  }

  @Test
  void more_than_a_command_may_read_is_refused_and_not_cut() {
    Path recipe = cli.file("r.yaml", "template: wc -c\n");
    Call call = cli.stdin(new Endless()).call("run", recipe, "-q");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("more than 64 MiB", "--stdin -");
  }

  @Test
  void exec_reads_what_is_piped_only_if_the_command_does() throws IOException {
    assertThat(cli.stdin("b\na\n").call("exec", "sort").text()).isEqualTo("a\nb\n");
    assertThat(cli.stdin(idle()).call("exec", "echo", "hi").text()).isEqualTo("hi\n");
    assertThat(cli.stdin(new Endless()).call("exec", "head", "--", "-c", "3").text())
        .isEqualTo("xxx");
    assertThat(cli.stdin("b\n").call("exec", "cat", "--json").json().path("stdout").asText())
        .isEqualTo("b\n");
  }

  @Test
  void a_line_reads_what_is_piped_only_if_its_first_command_does() throws IOException {
    assertThat(cli.stdin("b\na\n").call("sh", "-c", "sort | head -n 1").text()).isEqualTo("a\n");
    assertThat(cli.stdin(idle()).call("sh", "-c", "seq 2 | tac").text()).isEqualTo("2\n1\n");
    Path script = cli.file("lines", "# first\ntac\ncat\n");
    assertThat(cli.stdin("1\n2\n").call("sh", script).text()).isEqualTo("2\n1\n");
  }

  @Test
  void a_terminal_is_not_read() throws IOException {
    Path recipe = cli.file("r.yaml", "template: sort\n");
    cli.on(TYPED).stdin(idle());
    assertThat(cli.call("run", recipe, "-q").exit()).isZero();
    assertThat(cli.call("exec", "sort").exit()).isZero();
  }

  /** Never ends. */
  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return 'x';
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      java.util.Arrays.fill(into, offset, offset + length, (byte) 'x');
      return length;
    }
  }

  private Process start(ProcessBuilder.Redirect in, String... args) throws IOException {
    return builder(args).redirectInput(in).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private ProcessBuilder builder(String... args) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    line.addAll(List.of(args));
    line.addAll(List.of("--data", directory.resolve("data").toString()));
    return new ProcessBuilder(line);
  }

  /** With a redirection that Java cannot do. */
  private ProcessBuilder underShell(String redirection, String... args) {
    List<String> line = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" " + redirection, "sh"));
    line.addAll(builder(args).command());
    return new ProcessBuilder(line);
  }

  private static String output(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return text;
  }

  @Test
  void a_process_reads_pipes_and_files_and_nothing_where_nothing_is() throws Exception {
    String recipe = cli.file("r.yaml", "template: wc -c\n").toString();
    Process piped = start(ProcessBuilder.Redirect.PIPE, "run", recipe);
    try (OutputStream in = piped.getOutputStream()) {
      in.write("four".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(output(piped)).isEqualTo("4\n");
    File file = Files.writeString(directory.resolve("in"), "sixsix").toFile();
    assertThat(output(start(ProcessBuilder.Redirect.from(file), "run", recipe))).isEqualTo("6\n");
    assertThat(output(start(NOTHING, "run", recipe))).isEqualTo("0\n");
  }

  @Test
  void a_process_whose_pipe_stays_open_ends_if_it_does_not_read() throws Exception {
    String recipe = cli.file("r.yaml", "template: echo hi\n").toString();
    Process process = start(ProcessBuilder.Redirect.PIPE, "run", recipe);
    assertThat(output(process)).isEqualTo("hi\n");
    process.getOutputStream().close();
  }

  @Test
  void a_process_whose_standard_input_is_closed_reads_nothing() throws Exception {
    String recipe = cli.file("r.yaml", "template: wc -c\n").toString();
    Process process =
        underShell("<&-", "run", recipe).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    assertThat(output(process)).isEqualTo("0\n");
  }

  @Test
  void others_use_the_database_while_a_process_waits_for_its_pipe() throws Exception {
    String recipe = cli.file("hi.yaml", "template: echo hi\n").toString();
    output(start(NOTHING, "run", recipe));
    String reading = cli.file("r.yaml", "template: wc -c\n").toString();
    Process waiting = builder("run", reading, "-q").start();
    assertThat(waiting.errorReader().readLine()).startsWith("waiting for standard input");
    checkThatOthersRun(recipe);
    waiting.getOutputStream().close();
    assertThat(output(waiting)).isEqualTo("0\n");
  }

  @Test
  void others_use_the_database_while_an_agent_has_a_server_that_could_not_open_it()
      throws Exception {
    String recipe = cli.file("hi.yaml", "template: echo hi\n").toString();
    output(start(NOTHING, "run", recipe));
    String policy = cli.file("policy.yaml", "rules: [\n").toString();
    Process server = builder("mcp", "--recipes", directory.toString(), "--policy", policy).start();
    assertThat(server.errorReader().readLine()).contains("bad-policy");
    checkThatOthersRun(recipe);
    server.getOutputStream().close();
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Runs a recipe in another process, which finds the database free. */
  private void checkThatOthersRun(String recipe) throws Exception {
    Process other = builder("run", recipe, "-q").redirectInput(NOTHING).start();
    String told = new String(other.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(told).isEmpty();
    assertThat(output(other)).isEqualTo("hi\n");
  }
}
