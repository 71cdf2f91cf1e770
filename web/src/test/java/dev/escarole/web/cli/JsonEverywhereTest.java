package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every command that prints facts prints them as JSON, too. */
class JsonEverywhereTest {

  /** Commands that print no facts: they serve, speak a protocol, or print a document or a help. */
  private static final Set<String> WITHOUT_FACTS =
      Set.of("serve", "mcp", "completion", "help", "schema", "report");

  @TempDir private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp() {
    cli = new CliHarness(directory);
  }

  private static CommandLine tree() {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new ByteArrayOutputStream(),
            new PrintStream(new ByteArrayOutputStream()),
            Terminal.NONE,
            Map.of(),
            InstantSource.system());
    return new Cli(console).commandLine();
  }

  private static void walk(CommandLine command, List<String> without, List<String> walked) {
    String name = command.getCommandName();
    boolean onlyHolds = command.getCommand() instanceof CommandGroup;
    if (!onlyHolds && !WITHOUT_FACTS.contains(name)) {
      String words = command.getCommandSpec().qualifiedName(" ");
      walked.add(words);
      if (command.getCommandSpec().findOption("--json") == null) {
        without.add(words);
      }
    }
    command.getSubcommands().values().forEach(each -> walk(each, without, walked));
  }

  @Test
  void every_command_that_prints_facts_has_the_option() {
    List<String> without = new ArrayList<>();
    List<String> walked = new ArrayList<>();
    walk(tree(), without, walked);
    assertThat(walked).contains("escarole runs list", "escarole exec").hasSizeGreaterThan(20);
    assertThat(without).isEmpty();
  }

  @Test
  void exec_prints_outcome_outputs_fuel_and_time() throws IOException {
    Call call = cli.stdin("b\na\n").call("exec", "sort", "--stdin", "-", "--json");
    assertThat(call.exit()).isZero();
    assertThat(call.err()).isEmpty();
    JsonNode reply = call.json();
    assertThat(reply.path("command").asText()).isEqualTo("sort");
    assertThat(reply.path("outcome").asText()).isEqualTo("exited");
    assertThat(reply.path("exitCode").intValue()).isZero();
    assertThat(reply.path("stdout").asText()).isEqualTo("a\nb\n");
    assertThat(reply.path("stdoutBase64").isNull()).isTrue();
    assertThat(reply.path("fuelUsed").longValue()).isPositive();
    assertThat(reply.path("wallNanos").longValue()).isPositive();

    Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, 10});
    JsonNode bytes = cli.call("exec", "cat", "--stdin", binary, "--json").json();
    assertThat(bytes.path("stdout").isNull()).isTrue();
    assertThat(bytes.path("stdoutBase64").binaryValue()).containsExactly(0xff, 10);
  }

  @Test
  void exec_prints_a_failure_as_json_with_the_exit_code_of_the_command() {
    Call failed = cli.call("exec", "false", "--json");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.json().path("exitCode").intValue()).isEqualTo(1);
    Call unknown = cli.call("exec", "nothing-like-it", "--json");
    assertThat(unknown.exit()).isEqualTo(127);
    assertThat(unknown.json().path("outcome").asText()).isEqualTo("unknown_command");
    Call spent = cli.call("exec", "seq", "--fuel", "1000", "--json", "--", "100000");
    assertThat(spent.exit()).isEqualTo(125);
    assertThat(spent.json().path("outcome").asText()).isEqualTo("out_of_fuel");
    assertThat(spent.json().path("remedy").asText()).isNotEmpty();
    Call misused = cli.call("exec", "--json", "echo", "--dir", "nowhere");
    assertThat(misused.exit()).isEqualTo(2);
    assertThat(misused.json().path("errors").path(0).path("code").asText())
        .isEqualTo("bad-directory");
  }

  @Test
  void arguments_of_a_program_do_not_ask_for_json() {
    Call call = cli.call("exec", "--no-such-option", "--", "--json");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.text()).isEmpty();
    assertThat(cli.call("exec", "echo", "--", "--json").text()).isEqualTo("--json\n");
  }

  @Test
  void sh_prints_one_object_for_each_line() throws IOException {
    JsonNode reply = cli.call("sh", "-c", "seq 2 | tac", "--json").json();
    assertThat(reply.path("exitCode").intValue()).isZero();
    assertThat(reply.path("stdout").asText()).isEqualTo("2\n1\n");
    Call script = cli.call("sh", cli.file("lines", "echo a\n\n| b\necho c\n"), "--json");
    assertThat(script.exit()).isEqualTo(2);
    assertThat(script.text().lines()).hasSize(2);
    assertThat(script.text()).contains("\"word\":\"parse_error\"");
  }

  @Test
  void plan_prints_the_plan_and_with_a_run_the_differences() {
    Path recipe = cli.file("r.yaml", "template: echo a\n");
    JsonNode plan = cli.call("plan", recipe, "--json").json();
    assertThat(plan).isEqualTo(cli.call("plan", recipe, "--format", "json").json());
    assertThat(plan.path("steps")).hasSize(1);
    Call both = cli.call("plan", recipe, "--json", "--format", "dot");
    assertThat(both.exit()).isEqualTo(2);
    assertThat(both.json().path("errors").path(0).path("code").asText()).isEqualTo("two-formats");

    assertThat(cli.call("run", recipe, "-q").exit()).isZero();
    JsonNode same = cli.call("plan", recipe, "--diff", "last", "--json").json();
    assertThat(same.path("samePlan").booleanValue()).isTrue();
    Path other = cli.file("other.yaml", "template: echo b\n");
    JsonNode changed = cli.call("plan", other, "--diff", "last", "--json").json();
    assertThat(changed.path("changes").path(0).path("kind").asText()).isEqualTo("changed");
  }

  @Test
  void version_prints_what_runs() {
    JsonNode version = cli.call("version", "--json").json();
    assertThat(cli.call("version").text())
        .contains(
            version.path("version").asText(),
            version.path("java").asText(),
            version.path("os").asText(),
            version.path("architecture").asText());
    assertThat(version.path("version").asText()).isNotEmpty();
  }

  @Test
  void tokens_are_created_listed_and_revoked() {
    JsonNode created = cli.call("token", "create", "ci", "--role", "operator", "--json").json();
    assertThat(created.path("name").asText()).isEqualTo("ci");
    assertThat(created.path("role").asText()).isEqualTo("operator");
    assertThat(created.path("token").asText()).hasSizeGreaterThan(20);
    JsonNode list = cli.call("token", "list", "--json").json();
    assertThat(list.path("tokens")).hasSize(1);
    assertThat(list.path("tokens").path(0).path("createdAt").asText()).startsWith("20");
    assertThat(list.toString()).doesNotContain(created.path("token").asText());
    assertThat(cli.call("token", "revoke", "ci", "--json").json().path("name").asText())
        .isEqualTo("ci");
    assertThat(cli.call("token", "list", "--json").json().path("tokens")).isEmpty();
    Call unknown = cli.call("token", "revoke", "ci", "--json");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.json().path("errors").path(0).path("code").asText())
        .isEqualTo("no-such-token");
  }

  @Test
  void commands_are_verified_added_and_removed() throws IOException {
    Path program = directory.resolve("mine.wasm");
    try (InputStream in =
        dev.escarole.engine.command.BuiltInCommands.class.getResourceAsStream(
            "builtin/upper.wasm")) {
      Files.write(program, in.readAllBytes());
      // An empty section that nobody reads, so that it is not the built-in program itself.
      Files.write(program, new byte[] {0, 2, 1, 'x'}, StandardOpenOption.APPEND);
    }
    JsonNode added = cli.call("commands", "add", "mine", program, "--json").json();
    assertThat(added.path("name").asText()).isEqualTo("mine");
    JsonNode sound = cli.call("commands", "verify", "--json").json();
    assertThat(sound.path("damaged").intValue()).isZero();
    assertThat(sound.path("artifacts").size()).isGreaterThan(2);

    Path kept = damage(added.path("artifact").asText());
    Call verified = cli.call("commands", "verify", "--json");
    assertThat(verified.exit()).as("damage of %s", kept).isEqualTo(1);
    assertThat(verified.json().path("damaged").intValue()).isEqualTo(1);
    assertThat(verified.text()).contains("\"names\":[\"mine\"]");

    JsonNode removed = cli.call("commands", "remove", "mine", "--json").json();
    assertThat(removed.path("artifact").asText()).isEqualTo(added.path("artifact").asText());
    Call gone = cli.call("commands", "remove", "mine", "--json");
    assertThat(gone.exit()).isEqualTo(2);
    assertThat(gone.json().path("errors").path(0).path("code").asText())
        .isEqualTo("no-such-command");
  }

  private Path damage(String artifact) throws IOException {
    try (var files = Files.walk(cli.data())) {
      Path file =
          files
              .filter(Files::isRegularFile)
              .filter(each -> each.getFileName().toString().contains(artifact))
              .findFirst()
              .orElseThrow();
      var unused = file.toFile().setWritable(true);
      return Files.writeString(file, "damaged");
    }
  }

  @Test
  void outputs_are_texts_or_base64() throws IOException {
    Path recipe = cli.file("r.yaml", "template: cat\n");
    Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff});
    assertThat(cli.call("run", recipe, "-q", "--stdin", binary).exit()).isZero();
    JsonNode bytes = cli.call("runs", "output", "last", "--json").json();
    assertThat(bytes.path("bytes").intValue()).isEqualTo(1);
    assertThat(bytes.path("text").isNull()).isTrue();
    assertThat(bytes.path("base64").binaryValue()).containsExactly(0xff);
    assertThat(cli.stdin("é\n").call("run", recipe, "-q", "--stdin", "-").exit()).isZero();
    JsonNode text = cli.call("runs", "output", "last", "0", "--json").json();
    assertThat(text.path("text").asText()).isEqualTo("é\n");
    assertThat(text.path("step").asText()).isEqualTo("0");
    assertThat(text.path("run").asText())
        .isEqualTo(cli.call("runs", "show", "last", "--json").json().path("run").asText())
        .startsWith("20");
  }

  @Test
  void mistakes_are_told_without_the_words_of_the_parser() {
    Path recipe = cli.file("r.yaml", "template: echo a\n");
    assertThat(cli.call("run", recipe, "--fuel", "x").err())
        .startsWith("error: Invalid value for option '--fuel': 'x' is no whole number\n");
    assertThat(cli.call("runs", "list", "--limit", "9e9", "--json").text())
        .contains("'9e9' is no whole number");
    assertThat(cli.call("run", "--fule", "3", recipe).err())
        .startsWith("error: Unknown option: '--fule'\n");
    assertThat(cli.call("rnu").err()).startsWith("error: Unknown command: 'rnu'\n");
    assertThat(cli.call("runs", "show", "last", "more").err())
        .startsWith("error: Unknown argument: 'more'\n");
  }

  @Test
  void cleared_results_and_resumed_runs_are_counted() {
    Path recipe = cli.file("r.yaml", "template: echo a\n");
    assertThat(cli.call("run", recipe, "-q", "--cache").exit()).isZero();
    assertThat(cli.call("cache", "clear", "--json").json().path("results").intValue()).isOne();
    JsonNode resumed = cli.call("runs", "resume", "--all", "--json").json();
    assertThat(resumed.path("runs")).isEmpty();
    assertThat(resumed.path("refused")).isEmpty();
  }
}
