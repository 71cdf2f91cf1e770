package dev.escarole.web.agent.acli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.web.agent.acli.AgentCaller.Access;
import dev.escarole.web.agent.acli.Gateway.AuditEntry;
import dev.escarole.web.agent.acli.Gateway.CallRate;
import dev.escarole.web.agent.acli.Gateway.WaitLimit;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class GatewayTest {

  private static CommandDefinition command(String name, Handler handler) {
    return CommandDefinition.of(
        name, "Does " + name, List.of(), handler, List.of(), Map.of("type", "object"));
  }

  private static Lines of(String name, Handler handler) {
    return new Lines(List.of(command(name, handler)), Access.ALL);
  }

  @Test
  void ac_03_each_stage_answers_before_the_next() {
    try (Lines lines = Lines.ofSamples()) {
      assertThat(lines.code("nonsense 'open ;")).isEqualTo("PARSE_ERROR");
      assertThat(lines.code("nonsense --count ten ;")).isEqualTo("INJECTION_BLOCKED");
      assertThat(lines.code("nonsense --count ten")).isEqualTo("COMMAND_NOT_FOUND");
      assertThat(lines.code("types --count ten")).isEqualTo("VALIDATION_ERROR");
      assertThat(lines.code("types --count 10")).isEqualTo("none");
    }
  }

  @Test
  void ac_12_the_printed_sample_is_blocked_and_undeclared_paths_are_not_looked_at() {
    try (Lines lines = Lines.ofSamples()) {
      assertThat(lines.code("drive download --path ../../../etc/passwd"))
          .isEqualTo("PATH_TRAVERSAL_BLOCKED");
      assertThat(lines.code("drive list /Documents")).isEqualTo("none");
    }
  }

  @Test
  void ac_14_a_success_has_data_a_message_and_how_long_it_took() {
    try (Lines lines = of("greet", call -> new Answer(Map.of("text", "hello"), "Greeted"))) {
      assertThat(lines.json("greet").toString())
          .isEqualTo(
              "{\"success\":true,\"data\":{\"text\":\"hello\"},\"message\":\"Greeted\","
                  + "\"_meta\":{\"command\":\"greet\",\"duration_ms\":0}}");
    }
  }

  @Test
  void ac_15_an_error_has_code_message_hint_and_examples() {
    try (Lines lines = Lines.ofSamples()) {
      JsonNode json = lines.json("calendar evnts --today");
      assertThat(json.toString())
          .isEqualTo(
              "{\"success\":false,\"error\":{\"code\":\"COMMAND_NOT_FOUND\",\"message\":\"Command"
                  + " 'calendar evnts' not found\",\"hint\":\"Did you mean 'calendar events'? Run"
                  + " 'help' for available commands\",\"examples\":[\"calendar events"
                  + " --today\"]},\"_meta\":{\"command\":\"calendar evnts --today\"}}");
    }
  }

  @Test
  void ac_16_ac_17_the_nine_codes_have_their_http_equivalents() {
    List<Integer> statuses =
        List.of(
                "PARSE_ERROR",
                "INJECTION_BLOCKED",
                "COMMAND_NOT_FOUND",
                "PERMISSION_DENIED",
                "VALIDATION_ERROR",
                "EXECUTION_ERROR",
                "TIMEOUT",
                "RATE_LIMITED",
                "PATH_TRAVERSAL_BLOCKED")
            .stream()
            .map(name -> ErrorCode.valueOf(name).httpStatus())
            .toList();
    assertThat(statuses).containsExactly(400, 400, 404, 403, 400, 500, 504, 429, 400);
  }

  @Test
  void ac_37_only_allowed_roots_exist() {
    Access only = new Access(Optional.of(Set.of("calendar", "help")), Set.of());
    try (Lines lines = new Lines(SampleCommands.all(), only)) {
      assertThat(lines.code("calendar events")).isEqualTo("none");
      assertThat(lines.code("gmail search x")).isEqualTo("COMMAND_NOT_FOUND");
      assertThat(lines.code("version")).isEqualTo("none");
      assertThat(lines.data("help").get("commands")).hasSize(1);
    }
  }

  @Test
  void ac_38_denied_subcommands_are_refused_and_not_discovered() {
    Access access = new Access(Optional.empty(), Set.of(List.of("gmail", "delegates")));
    try (Lines lines = new Lines(SampleCommands.all(), access)) {
      assertThat(lines.send("gmail delegates --all").error())
          .isEqualTo(
              new AcliError(
                  ErrorCode.PERMISSION_DENIED,
                  "Permission denied for 'gmail delegates'",
                  "Check your access level",
                  List.of("help")));
      assertThat(lines.code("gmail search x")).isEqualTo("none");
      assertThat(lines.json("help gmail").toString()).doesNotContain("delegates");
      assertThat(lines.json("schema").toString()).doesNotContain("delegates");
      assertThat(lines.code("help gmail delegates")).isEqualTo("COMMAND_NOT_FOUND");
      assertThat(lines.json("gmail delegats").toString()).doesNotContain("gmail delegates");
    }
  }

  @Test
  void ac_39_each_line_is_audited_once_refused_or_not() {
    try (Lines lines = Lines.ofSamples()) {
      lines.send("calendar events --today");
      lines.send("calendar events; rm -rf /");
      Instant at = Lines.CLOCK.instant();
      AgentCaller robot = new AgentCaller("robot", "test 1.0", Access.ALL);
      assertThat(lines.audit)
          .containsExactly(
              new AuditEntry(at, robot, "calendar events --today", "calendar events", null, 0),
              new AuditEntry(
                  at, robot, "calendar events; rm -rf /", "", ErrorCode.INJECTION_BLOCKED, 0));
    }
  }

  @Test
  void waiting_lines_are_bounded_for_each_principal_and_leave_room_for_others()
      throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(WaitLimit.OF_ONE);
    CountDownLatch release = new CountDownLatch(1);
    Handler waits =
        call -> {
          inside.countDown();
          release.await();
          return Answer.of(Map.of());
        };
    CommandDefinition wait =
        CommandDefinition.of(
            "wait",
            "Waits",
            List.of(ArgumentDefinition.number("--wait", "Seconds", 0, 300).withDefault(300L)),
            waits,
            List.of(),
            Map.of("type", "object"));
    List<Thread> waiting = new ArrayList<>();
    try (Lines lines = new Lines(List.of(wait), Access.ALL)) {
      for (int i = 0; i < WaitLimit.OF_ONE; i++) {
        Thread thread = new Thread(() -> lines.send("wait"));
        thread.start();
        waiting.add(thread);
      }
      inside.await();
      assertThat(lines.send("wait").error())
          .extracting(AcliError::code, AcliError::message)
          .containsExactly(
              ErrorCode.RATE_LIMITED, "Rate limit exceeded: 16 lines are waiting already");
      assertThat(lines.code("version")).isEqualTo("none");
      release.countDown();
      for (Thread thread : waiting) {
        thread.join();
      }
      assertThat(lines.code("wait")).isEqualTo("none");
      assertThat(lines.audit).hasSize(WaitLimit.OF_ONE + 3);
    }
  }

  @Test
  void ac_36_a_handler_is_called_directly_with_the_words_of_the_line() {
    List<String> threads = new ArrayList<>();
    List<Map<String, Object>> given = new ArrayList<>();
    CommandDefinition take =
        CommandDefinition.of(
            "take",
            "Takes words",
            List.of(
                ArgumentDefinition.of("word", ValueType.STRING, "Any").asRepeated(),
                ArgumentDefinition.of("--out", ValueType.STRING, "Any")),
            call -> {
              threads.add(Thread.currentThread().getName());
              given.add(call.arguments().values());
              return Answer.of(Map.of());
            },
            List.of(),
            Map.of("type", "object"));
    GatewayOptions literal = new GatewayOptions(Lines.options().about(), false);
    try (Lines lines = new Lines(List.of(take), Access.ALL, CallRate.unlimited(), literal)) {
      // With the guard off, what a shell would act on is there, and nothing acts on it.
      assertThat(lines.code("take '$(id)' a;b * ~ `id` --out '>x' -- -rf '|' '&&'"))
          .isEqualTo("none");
    }
    assertThat(given)
        .containsExactly(
            Map.of(
                "word", List.of("$(id)", "a;b", "*", "~", "`id`", "-rf", "|", "&&"), "out", ">x"));
    assertThat(threads).singleElement().asString().startsWith("escarole-cli-");
  }

  @Test
  void ac_48_the_messages_and_hints_are_those_of_the_table() {
    assertThat(
            List.of(
                    AcliError.unparsable("D"),
                    AcliError.forbidden(";"),
                    AcliError.notFound("C", null),
                    AcliError.denied("C"),
                    AcliError.invalid("A", "H"),
                    AcliError.failed("D"),
                    AcliError.late(7),
                    AcliError.tooMany(3))
                .stream()
                .map(e -> "%s | %s | %s".formatted(e.code(), e.message(), e.hint())))
        .containsExactly(
            "PARSE_ERROR | Failed to parse command: D | Check command syntax",
            "INJECTION_BLOCKED | Forbidden character detected: ; | Remove shell metacharacters",
            "COMMAND_NOT_FOUND | Command 'C' not found | Run 'help' for available commands",
            "PERMISSION_DENIED | Permission denied for 'C' | Check your access level",
            "VALIDATION_ERROR | Invalid argument: A | H",
            "EXECUTION_ERROR | Execution failed: D | Check input and retry",
            "TIMEOUT | Command timed out after 7ms | Try a simpler query",
            "RATE_LIMITED | Rate limit exceeded | Wait 3s before retry");
  }

  @Test
  void ac_48_lines_are_answered_with_those_messages() {
    try (Lines lines = Lines.ofSamples()) {
      assertThat(lines.send("a 'b").error())
          .extracting(AcliError::message, AcliError::hint)
          .containsExactly(
              "Failed to parse command: a single quote is not closed", "Check command syntax");
      assertThat(lines.send("calendar;").error())
          .extracting(AcliError::message, AcliError::hint)
          .containsExactly("Forbidden character detected: ;", "Remove shell metacharacters");
      assertThat(lines.send("frobnicate").error())
          .extracting(AcliError::message, AcliError::hint)
          .containsExactly("Command 'frobnicate' not found", "Run 'help' for available commands");
    }
  }

  @Test
  void ac_49_a_thrown_handler_is_an_execution_error_without_its_innards() {
    Handler broken =
        call -> {
          throw new IllegalStateException("the password is 1234");
        };
    try (Lines lines = of("break", broken)) {
      AcliResponse response = lines.send("break");
      assertThat(response.error())
          .extracting(AcliError::code, AcliError::hint)
          .containsExactly(ErrorCode.EXECUTION_ERROR, "Check input and retry");
      assertThat(response.json()).doesNotContain("1234");
    }
  }

  @Test
  void ac_49_a_late_handler_is_stopped_and_answers_timeout() throws InterruptedException {
    boolean begun = false;
    // A handler that no thread has come to in time is not begun at all: then with more time.
    for (int millis = 50; !begun && millis <= 50_000; millis *= 10) {
      begun = hasBegunAndIsStopped(millis);
    }
    assertThat(begun).isTrue();
  }

  private static boolean hasBegunAndIsStopped(int patience) throws InterruptedException {
    AtomicBoolean begun = new AtomicBoolean();
    CountDownLatch stopped = new CountDownLatch(1);
    Handler slow =
        call -> {
          begun.set(true);
          CountDownLatch told = new CountDownLatch(1);
          call.cancellation().attach(told::countDown);
          told.await();
          stopped.countDown();
          return Answer.of(Map.of());
        };
    GatewayOptions hurried =
        new GatewayOptions(Lines.options().about(), true, Duration.ofMillis(patience));
    try (Lines lines =
        new Lines(List.of(command("slow", slow)), Access.ALL, CallRate.unlimited(), hurried)) {
      assertThat(lines.send("slow").error())
          .extracting(AcliError::code, AcliError::message, AcliError::hint)
          .containsExactly(
              ErrorCode.TIMEOUT,
              "Command timed out after " + patience + "ms",
              "Try a simpler query");
      if (begun.get()) {
        stopped.await();
      }
      return begun.get();
    }
  }

  @Test
  void ac_49_over_quota_is_rate_limited_with_a_wait_in_seconds() {
    AtomicInteger left = new AtomicInteger(2);
    CallRate two = principal -> left.decrementAndGet() >= 0;
    try (Lines lines = new Lines(SampleCommands.all(), Access.ALL, two, Lines.options())) {
      assertThat(lines.code("version")).isEqualTo("none");
      assertThat(lines.code("version")).isEqualTo("none");
      assertThat(lines.send("version").error())
          .extracting(AcliError::code, AcliError::message, AcliError::hint)
          .containsExactly(ErrorCode.RATE_LIMITED, "Rate limit exceeded", "Wait 1s before retry");
      assertThat(lines.audit).hasSize(3);
    }
  }

  @Test
  void a_caller_that_gives_up_stops_the_handler() throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    Cancellation cancellation = new Cancellation();
    Handler waits =
        call -> {
          CountDownLatch told = new CountDownLatch(1);
          call.cancellation().attach(told::countDown);
          cancellation.cancel();
          told.await();
          stopped.countDown();
          return Answer.of(Map.of());
        };
    try (Gateway gateway =
        new Gateway(
            () -> List.of(command("wait", waits)),
            entry -> {},
            CallRate.unlimited(),
            Lines.options(),
            Lines.CLOCK)) {
      AgentCaller caller = new AgentCaller("robot", null, Access.ALL);
      AcliResponse response = gateway.execute("wait", caller, Call.Progress.NONE, cancellation);
      assertThat(response.success()).isFalse();
      stopped.await();
    }
  }

  @Provide
  Arbitrary<String> lines() {
    Arbitrary<String> word =
        Arbitraries.of(
            "calendar",
            "calendr",
            "events",
            "evnts",
            "drive",
            "download",
            "types",
            "--max",
            "--mx",
            "--path",
            "../x",
            "--count",
            "ten",
            "10",
            "-5",
            "--flag",
            "--flag=1",
            "'a b'",
            "--",
            "\"x",
            "\\",
            ";rm",
            "--mode",
            "fixx",
            "--when",
            "now",
            "--list",
            "a,b",
            "gmail",
            "search",
            "-n",
            "-n10",
            "help",
            "--page",
            "0",
            "$(x)",
            "''");
    return word.list().ofMinSize(0).ofMaxSize(7).map(words -> String.join(" ", words));
  }

  @Property(tries = 2_000)
  void what_an_error_gives_as_an_example_is_accepted(@ForAll("lines") String line) {
    try (Lines lines = Lines.ofSamples()) {
      AcliError error = lines.send(line).error();
      if (error != null) {
        assertThat(error.examples()).isNotEmpty();
        error.examples().forEach(e -> assertThat(lines.code(e)).as(e).isEqualTo("none"));
      }
    }
  }
}
