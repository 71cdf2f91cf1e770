package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.executor.HostStreams;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.recipe.RecipeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the text on Command Handles demands of streams, arguments, checks and results. */
@Timeout(300)
class HandleRunTest extends HandleRuns {

  @ParameterizedTest
  @DisplayName("CH-20: the command reads the text in its encoding")
  @CsvSource({"utf8,c3a90a", "latin1,e90a", "utf16le,e9000a00"})
  void the_command_reads_the_text_in_its_encoding(String encoding, String hex) {
    RunResult run =
        run(
            request(
                    "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"cat\",\"io\":{\"stdin\":\"{{x}}\\n"
                        + "\",\"encoding\":\""
                        + encoding
                        + "\"}}")
                .value("x", "é"));
    byte[] printed = content(only(run).stdout());
    assertThat(HexFormat.of().formatHex(printed)).isEqualTo(hex);
    assertThat(result(run).plain().get("stdout")).isEqualTo("é\n");
  }

  @Test
  @DisplayName("CH-20: bytes arrive as they are, and come back as they are")
  void bytes_arrive_as_they_are() {
    RunResult run =
        run(
            request(
                "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"cat\",\"io\":{\"encoding\":\"base64\","
                    + "\"stdin\":{\"$use\":\"\\u0000é\",\"$encode\":\"base64\"}}}"));
    assertThat(result(run).plain().get("stdout")).isEqualTo("AMOp");
  }

  @Test
  @DisplayName("CH-21, CH-22, CH-26: what is ignored is neither kept nor in the result")
  void what_is_ignored_is_not_kept() {
    RunResult run =
        run(
            "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"ls\",\"arguments\":[\".\",\"missing\"],"
                + "\"io\":{\"stdout\":\"ignore\",\"stderr\":\"ignore\"}}");
    assertThat(result(run).plain()).isEqualTo(Map.of("exitCode", 2));
    assertThat(only(run).stdout().bytes()).isZero();
    assertThat(only(run).stderr().bytes()).isZero();
    assertThat(run.stdout().isEmpty()).isTrue();
  }

  @Test
  @DisplayName("CH-26: what is inherited goes to the host's stream, if the host offers one")
  void what_is_inherited_goes_to_the_host() {
    String handle =
        probe("[\"argv\", \"x\"]", "\"io\": {\"stdout\": \"inherit\", \"stderr\": \"inherit\"}");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    RunResult run = run(request(handle).hostStreams(new HostStreams(out, err)));
    assertThat(result(run).plain()).isEqualTo(Map.of("exitCode", 0));
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("[probe][argv][x]");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("probe\nargv\nx\n");
    assertThat(only(run).stdout().bytes()).isZero();
  }

  @ParameterizedTest
  @DisplayName("CH-26: a host that offers no stream refuses, and nothing runs")
  @ValueSource(strings = {"stdout", "stderr"})
  void without_a_stream_of_the_host_nothing_is_inherited(String stream) {
    RunResult run =
        run(probe("[\"put\", \"here\", \"x\"]", "\"io\": {\"" + stream + "\": \"inherit\"}"));
    assertThat(outcome(run)).isEqualTo("denied");
    assertThat(workspace(run)).isEmptyDirectory();
    assertThat(engine.audit().calls(AuditQuery.latest(99).withWhich(AuditQuery.Which.DENIALS)))
        .extracting(StoredAudit::entry)
        .filteredOn(entry -> run.run().value().equals(entry.caller().run()))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.command()).isEqualTo("probe");
              assertThat(entry.outcome().detail()).contains("'inherit'");
            });
  }

  @Test
  @DisplayName("CH-24: without stdin, the command reads the end of its input at once")
  void without_stdin_the_input_is_closed() {
    for (String io : List.of("", "\"io\": {}", "\"io\": {\"stdin\": {\"$\": \"gone\"}}")) {
      RunResult run = run(request(probe("[\"upper\"]", io)).stdin(Content.of("not for it")));
      assertThat(result(run).plain()).isEqualTo(Map.of("exitCode", 0, "stdout", "", "stderr", ""));
      assertThat(only(run).stdin().bytes()).isZero();
    }
  }

  @Test
  @DisplayName("CH-24: what the step before printed is read only by a handle that allows it")
  void the_flow_is_read_only_if_the_handle_allows_it() {
    String closed = probe("[\"upper\"]", "");
    String open = probe("[\"upper\"]", "\"allow_stdin\": true");
    assertThat(run("[\"echo a\", " + closed + "]").stdout().text()).isEmpty();
    assertThat(run("[\"echo a\", " + open + "]").stdout().text()).isEqualTo("A\n");
    String own = probe("[\"upper\"]", "\"allow_stdin\": true, \"io\": {\"stdin\": \"b\"}");
    assertThat(run("[\"echo a\", " + own + "]").stdout().text()).isEqualTo("B");
  }

  @Test
  @DisplayName("CH-25: without io, both outputs are captured as UTF-8 text")
  void both_outputs_are_captured() {
    RunResult run = run(request(probe("[\"argv\", \"{{x}}\"]", "")).value("x", "é"));
    assertThat(result(run).plain())
        .isEqualTo(
            Map.of("exitCode", 0, "stdout", "[probe][argv][é]", "stderr", "probe\nargv\né\n"));
  }

  // Checks before, and what is left after

  @Test
  @DisplayName("CH-27, CH-34: after a mistake nothing is stored and nothing starts")
  void after_a_mistake_nothing_starts() {
    String tree =
        "[\"touch first\", "
            + probe("[{\"$\": \"n\"}]", "\"directory\": {\"$\": \"gone\"}")
                .replace(
                    "\"name\": \"t\"",
                    "\"name\": \"t\", \"parameters\": {\"type\": \"object\", \"properties\":"
                        + " {\"n\": {\"type\": \"integer\"}}}")
            + "]";
    int runs = engine.records().runs(RunQuery.latest(1000)).size();
    int calls = engine.audit().calls(AuditQuery.latest(1000)).size();
    assertThatThrownBy(() -> engine.start(request(tree).value("n", 5).build()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            refused ->
                assertThat(codes(refused)).containsExactly("arguments-type", "bad-directory"));
    assertThat(engine.records().runs(RunQuery.latest(1000))).hasSize(runs);
    assertThat(engine.audit().calls(AuditQuery.latest(1000))).hasSize(calls);
  }

  @Test
  @DisplayName(
      "CH-28, CH-33: a command that nobody has registered does not run, whatever the host has")
  void only_registered_commands_run() {
    for (String command : List.of("nosuch", "/bin/sh", "/usr/bin/env", "perl", "bash")) {
      RunRequest request =
          request("{\"name\":\"t\",\"handle\":\"command\",\"command\":\"" + command + "\"}")
              .build();
      assertThatThrownBy(() -> engine.start(request))
          .isInstanceOfSatisfying(
              RecipeException.class,
              refused -> assertThat(codes(refused)).containsExactly("unknown-command"));
    }
  }

  @Test
  @DisplayName("CH-29, CH-32, CH-52: the command gets exactly the arguments, byte for byte")
  void the_command_gets_exactly_the_arguments() {
    List<String> hostile =
        List.of(
            "*",
            "$HOME",
            "a;b",
            "|",
            "~",
            "`id`",
            "$(id)",
            "a  b",
            "'",
            "\"",
            "\\",
            "{{x}}",
            "{x}",
            "\u00e9\u65e5",
            "&&",
            "",
            "\n");
    RunResult run =
        run(request(probe("[\"argv\", {\"$spread\": \"$.all\"}]", "")).value("all", hostile));
    StringBuilder expected = new StringBuilder("[probe][argv]");
    hostile.forEach(each -> expected.append('[').append(each).append(']'));
    assertThat(run.stdout().text()).isEqualTo(expected.toString());
    List<String> argv = new ArrayList<>(List.of("probe", "argv"));
    argv.addAll(hostile);
    assertThat(run.attempts().get(0).argv()).isEqualTo(argv);
  }

  @Test
  @DisplayName(
      "CH-30: after success, failure and time-out no thread, file or open directory is left")
  void nothing_is_left_behind() throws IOException {
    run(probe("[\"exit\", \"0\"]", ""));
    run(
        "[\"mkdir d\", {\"timeout\": 50, \"template\": "
            + probe("[\"loop\"]", "\"directory\": \"d\"")
            + "}]");
    long before = openFiles();
    for (int i = 0; i < 5; i++) {
      run("[\"mkdir d\", " + probe("[\"ls\", \".\"]", "\"directory\": \"d\"") + "]");
      run("[\"mkdir d\", " + probe("[\"exit\", \"3\"]", "\"directory\": \"d\"") + "]");
      run(
          "[\"mkdir d\", {\"timeout\": 50, \"template\": "
              + probe("[\"loop\"]", "\"directory\": \"d\"")
              + "}]");
    }
    assertThat(openFiles()).isLessThan(before + 10);
    while (guestsThatRun() > 0) {
      Thread.onSpinWait();
    }
    assertThat(ProcessHandle.current().children()).isEmpty();
  }

  /** Threads that are inside a guest; one whose time is over needs a moment to get out. */
  private static long guestsThatRun() {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(frame -> frame.getClassName().startsWith("com.dylibso.chicory")))
        .count();
  }

  private static long openFiles() throws IOException {
    try (var open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  @Test
  @DisplayName("CH-31: a non-zero exit code is a result, with the output that was captured")
  void a_non_zero_exit_code_is_a_result() {
    RunResult run =
        run(
            "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"ls\",\"arguments\":[\".\",\"missing\"]}");
    assertThat(result(run).exitCode()).isEqualTo(2);
    assertThat(result(run).plain().get("stderr")).asString().contains("missing");
    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result(run(probe("[\"exit\", \"200\"]", ""))).exitCode()).isEqualTo(200);
  }

  @Test
  @DisplayName("CH-53: what a caller gives never becomes a flag of the command that runs")
  void callers_give_no_flags_to_what_runs() {
    String handle = probe("[\"argv\", {\"$\": \"x\"}]", "");
    int calls = engine.audit().calls(AuditQuery.latest(1000)).size();
    for (String flag : List.of("-rf", "--exec=x", "+x", "--")) {
      assertThatThrownBy(() -> engine.start(request(handle).value("x", flag).build()))
          .isInstanceOfSatisfying(
              RecipeException.class,
              refused -> assertThat(codes(refused)).containsExactly("args-flag-injection"));
    }
    assertThat(engine.audit().calls(AuditQuery.latest(1000))).hasSize(calls);
  }

  @Test
  @DisplayName("CH-53: what a recipe writes in 'with' is a caller's for the handle, too")
  void with_gives_no_flags_either() {
    String tree =
        "{\"with\": {\"x\": \"-rf\"}, \"template\": "
            + probe("[\"argv\", {\"$\": \"x\"}]", "")
            + "}";
    assertThatThrownBy(() -> engine.plan(request(tree).build()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            refused -> assertThat(codes(refused)).containsExactly("args-flag-injection"));
  }

  @Test
  @DisplayName("CH-55: limits hold, and each is named")
  void limits_hold() throws Exception {
    Limits limits =
        Limits.defaults()
            .withWallClock(Duration.ofSeconds(2))
            .withFuel(1_000_000_000_000L)
            .withOutputBytes(1000);
    try (Engine small = Engine.open(EngineOptions.inMemory().withLimits(limits))) {
      small.addCommand("probe", TestPrograms.probe(), ArgumentMode.ARGV);
      assertThat(ended(small, probe("[\"loop\"]", ""))).isEqualTo("timed_out");
      assertThat(ended(small, probe("[\"output-bomb\", \"1\"]", ""))).isEqualTo("output_too_large");
      assertThat(
              ended(small, probe("[\"output-bomb\", \"1\"]", "\"io\": {\"stdout\": \"ignore\"}")))
          .isEqualTo("output_too_large");
      assertThat(ended(small, probe("[\"trap\"]", ""))).startsWith("trapped");
    }
  }

  private static String ended(Engine engine, String handle) throws InterruptedException {
    return engine.run(request(handle).build()).attempts().get(0).outcome().word();
  }

  @Test
  @DisplayName("CH-55: a handle passes the policy like any command, and every call is audited")
  void a_handle_passes_the_policy() throws Exception {
    Path file =
        Files.writeString(
            data.resolve("p.yaml"), "principals: {ci: {allow: true, commands: [echo]}}");
    try (Engine strict = Engine.open(EngineOptions.inMemory().withPolicyFile(file))) {
      String handle =
          "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"%s\",\"arguments\":[\"x\"]}";
      Principal ci = new Principal("ci", false);
      RunResult denied = strict.run(request(handle.formatted("cat")).principal(ci).build());
      RunResult done = strict.run(request(handle.formatted("echo")).principal(ci).build());
      assertThat(denied.status()).isEqualTo(RunStatus.FAILED);
      assertThat(done.stdout().text()).isEqualTo("x\n");
      assertThat(strict.audit().calls(AuditQuery.latest(10)))
          .extracting(
              each -> each.entry().caller().principal(),
              each -> each.entry().command(),
              each -> each.entry().outcome().word())
          .containsExactlyInAnyOrder(
              tuple("ci", "cat", "command_not_granted"), tuple("ci", "echo", "exited"));
    }
  }

  @Test
  @DisplayName("CH-60: arguments are validated before anything is evaluated or runs")
  void arguments_are_validated_first() {
    String handle =
        "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"probe\",\"arguments\":[\"argv\",\"{{n}}\"],"
            + "\"parameters\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"maximum\":9}},\"required\":[\"n\"]}}";
    assertThat(run(request(handle).value("n", "7")).stdout().text()).isEqualTo("[probe][argv][7]");
    for (Object bad : List.of("10", "x", true, List.of(1))) {
      assertThatThrownBy(() -> engine.start(request(handle).value("n", bad).build()))
          .isInstanceOfSatisfying(
              RecipeException.class,
              refused -> assertThat(codes(refused)).containsExactly("bad-arguments"));
    }
    assertThatThrownBy(() -> engine.start(request(handle).build()))
        .isInstanceOf(RecipeException.class);
  }

  @Test
  @DisplayName("CH-63: what is refused is told without the values")
  void refusals_quote_no_values() {
    String handle = probe("[\"argv\", {\"$\": \"x\"}]", "");
    assertThatThrownBy(() -> engine.start(request(handle).value("x", "--s3cret").build()))
        .hasMessageNotContaining("s3cret");
  }
}
