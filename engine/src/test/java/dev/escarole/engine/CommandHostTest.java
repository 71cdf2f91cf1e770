package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One's own commands with real programs: registry, files, broker and sandbox together. */
@Timeout(300)
class CommandHostTest {

  @TempDir Path data;
  private CommandHost host;

  @BeforeEach
  void open() {
    host = CommandHost.open(data, warning -> {});
  }

  @AfterEach
  void close() {
    host.close();
  }

  private InvocationResult execute(String name, String stdin, String... arguments) {
    return host.execute(
        Principal.localOperator(), Invocation.of(name).arguments(arguments).stdin(stdin).build());
  }

  private Path file(byte[] program) {
    return data.resolve("commands").resolve(ArtifactId.of(program) + ".wasm");
  }

  @Test
  void wc_11_a_call_under_way_finishes_on_the_old_bytes() throws Exception {
    boolean meanwhile = false;
    // A machine that stands still for as long as the call lasts shows nothing: then a longer one.
    for (int seconds = 1; !meanwhile && seconds <= 27; seconds *= 3) {
      meanwhile = swappedDuringACallOf(seconds);
    }
    assertThat(meanwhile).as("swapped while the call was under way").isTrue();
    assertThat(file(TestPrograms.probe())).exists();
  }

  private boolean swappedDuringACallOf(int seconds) throws Exception {
    host.add("tool", TestPrograms.probe(), ArgumentMode.ARGV);
    assertThat(execute("tool", "", "exit", "3").outcome()).isEqualTo(Outcome.exited(3));
    CompletableFuture<Outcome> slow = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> slow.complete(execute("tool", "", "sleep", "" + seconds).outcome()), "caller");
    caller.start();
    while (caller.getState() != Thread.State.TIMED_WAITING && !slow.isDone()) {
      Thread.onSpinWait();
    }
    host.add("tool", TestPrograms.exiting(7), ArgumentMode.ARGV);

    assertThat(execute("tool", "").outcome()).isEqualTo(Outcome.exited(7));
    boolean meanwhile = !slow.isDone();
    assertThat(slow.get()).isEqualTo(Outcome.exited(0));
    return meanwhile;
  }

  @Test
  void wc_10_hammer_every_call_runs_a_version_that_was_in_force_during_it() throws Exception {
    int versions = 40;
    AtomicInteger begun = new AtomicInteger(1);
    AtomicInteger done = new AtomicInteger(1);
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger calls = new AtomicInteger();
    host.add("tool", TestPrograms.exiting(1), ArgumentMode.ARGV);
    Callable<String> caller =
        () -> {
          while (!over.get()) {
            int least = done.get();
            Outcome outcome = execute("tool", "").outcome();
            int most = begun.get();
            calls.incrementAndGet();
            int version = outcome.exitCode();
            if (outcome.kind() != Kind.EXITED || version < least || version > most) {
              return outcome + " but from " + least + " to " + most + ": " + outcome.detail();
            }
          }
          return "";
        };
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<String>> callers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        callers.add(pool.submit(caller));
      }
      for (int version = 2; version <= versions; version++) {
        begun.set(version);
        host.add("tool", TestPrograms.exiting(version), ArgumentMode.ARGV);
        done.set(version);
        int enough = calls.get() + 100;
        while (calls.get() < enough && callers.stream().noneMatch(Future::isDone)) {
          Thread.onSpinWait();
        }
      }
      over.set(true);
      for (Future<String> each : callers) {
        assertThat(each.get()).isEmpty();
      }
    } finally {
      over.set(true);
      pool.shutdownNow();
    }
    assertThat(calls.get()).isGreaterThan(3_000);
  }

  @Test
  void wc_14_a_non_zero_exit_keeps_the_output() throws Exception {
    host.add("tool", TestPrograms.probe(), ArgumentMode.ARGV);
    InvocationResult result = execute("tool", "", "cat", "/nowhere", "x");
    assertThat(result.outcome()).isEqualTo(Outcome.exited(1));
    assertThat(result.stderr().utf8()).contains("/nowhere");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "/bin/sh", "/usr/bin/rm", "perl"})
  void wc_20_what_nobody_registered_is_unknown(String name) {
    assertThat(execute(name, "").outcome().kind()).isEqualTo(Kind.UNKNOWN_COMMAND);
  }

  @Test
  void wc_30_a_program_that_wants_more_than_wasi_is_refused_by_name() {
    assertThatThrownBy(
            () ->
                host.add(
                    "tool", TestPrograms.calling("env", "host_http_get", 0), ArgumentMode.ARGV))
        .hasMessageStartingWith("not_a_program: ")
        .hasMessageContaining("env.host_http_get");
    assertThatThrownBy(() -> host.add("tool", new byte[] {1, 2, 3}, ArgumentMode.ARGV))
        .hasMessageContaining("not a WebAssembly program");
    assertThat(data).isEmptyDirectory();
    assertThat(host.registry().find("tool")).isEmpty();
    Outcome direct =
        host.execute(
                Principal.localOperator(),
                TestPrograms.calling("env", "host_http_get", 0),
                Invocation.of("tool").build())
            .outcome();
    assertThat(direct.kind()).isEqualTo(Kind.UNUSABLE_PROGRAM);
    assertThat(direct.detail()).contains("env.host_http_get");
  }

  @Test
  void wc_30_a_program_that_wants_host_exec_in_another_shape_is_refused() {
    assertThatThrownBy(
            () -> host.add("tool", TestPrograms.calling("env", "host_exec", 0), ArgumentMode.ARGV))
        .hasMessageStartingWith("not_a_program: ")
        .hasMessageContaining("host_exec");
  }

  @Test
  void wc_76_a_program_without_a_name_runs_the_commands_of_the_host() throws Exception {
    Invocation call = Invocation.of("file").arguments("call", "4096", "upper").stdin("ada").build();
    assertThat(host.execute(Principal.localOperator(), TestPrograms.nest(), call).stdout().utf8())
        .isEqualTo("ADA");
    Invocation itself = Invocation.of("grep").arguments("down", "1").build();
    assertThat(host.execute(Principal.localOperator(), TestPrograms.nest(), itself).stdout().utf8())
        .isEmpty();

    assertThat(callsCommands(host.add("nest", TestPrograms.nest(), ArgumentMode.ARGV))).isTrue();
    assertThat(callsCommands(host.add("tool", TestPrograms.probe(), ArgumentMode.ARGV))).isFalse();
    assertThat(execute("nest", "", "down", "8").stdout().utf8()).isEqualTo("bottom\n");
  }

  private boolean callsCommands(Command command) {
    return host.program(command).orElseThrow().callsCommands();
  }

  @Test
  void wc_37_argv_hands_over_arguments() throws Exception {
    host.add("tool", TestPrograms.probe(), ArgumentMode.ARGV);
    assertThat(execute("tool", "", "argv", "a b;c").stdout().utf8())
        .isEqualTo("[tool][argv][a b;c]");
  }

  @Test
  void wc_38_stdin1_makes_arguments_the_first_line() throws Exception {
    host.add("shout", TestPrograms.builtIn("upper"), ArgumentMode.STDIN1);
    InvocationResult result = execute("shout", "data\n", "one", "--two three");
    assertThat(result.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(result.stdout().utf8()).isEqualTo("ONE --TWO THREE\nDATA\n");
    assertThat(execute("shout", "data", "").stdout().utf8()).isEqualTo("\nDATA");
  }

  @Test
  void wc_38_the_guest_sees_no_arguments() throws Exception {
    host.add("tool", TestPrograms.probe(), ArgumentMode.STDIN1);
    assertThat(execute("tool", "", "exit", "3").outcome()).isEqualTo(Outcome.exited(98));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "\r", "x\n"})
  void wc_38_an_argument_cannot_forge_a_line(String argument) throws Exception {
    host.add("shout", TestPrograms.builtIn("upper"), ArgumentMode.STDIN1);
    InvocationResult result = execute("shout", "data", "fine", argument);
    assertThat(result.outcome().kind()).isEqualTo(Kind.DENIED);
    assertThat(result.outcome().detail()).contains("argument 2").contains("line break");
    assertThat(result.stdout().utf8()).isEmpty();
  }

  @Test
  void wc_38_the_limits_hold_for_the_line() throws Exception {
    host.add("shout", TestPrograms.builtIn("upper"), ArgumentMode.STDIN1);
    Limits limits = Limits.defaults().withArgvBytes(10).withStdinBytes(12);
    Invocation.Builder call = Invocation.of("shout").limits(limits);
    assertThat(
            host.execute(Principal.localOperator(), call.arguments("1234", "6789").build())
                .outcome())
        .isEqualTo(Outcome.exited(0));
    assertThat(
            host.execute(Principal.localOperator(), call.arguments("1234", "67890").build())
                .outcome()
                .kind())
        .isEqualTo(Kind.ARGV_TOO_LARGE);
    assertThat(
            host.execute(
                    Principal.localOperator(), call.arguments("1").stdin("x".repeat(13)).build())
                .outcome()
                .kind())
        .isEqualTo(Kind.STDIN_TOO_LARGE);
  }

  @Test
  void wc_39_without_arguments_stdin_is_untouched_in_either_mode() throws Exception {
    host.add("one", TestPrograms.builtIn("upper"), ArgumentMode.STDIN1);
    host.add("two", TestPrograms.builtIn("upper"), ArgumentMode.ARGV);
    assertThat(execute("one", "a\nb").stdout().utf8()).isEqualTo("A\nB");
    assertThat(execute("two", "a\nb").stdout().utf8()).isEqualTo("A\nB");
  }

  @Test
  void wc_65_a_changed_file_stops_a_program_that_is_compiled_already() throws Exception {
    byte[] program = TestPrograms.exiting(5);
    host.add("tool", program, ArgumentMode.ARGV);
    assertThat(execute("tool", "").outcome()).isEqualTo(Outcome.exited(5));
    Files.write(file(program), TestPrograms.exiting(6));

    InvocationResult refused = execute("tool", "");
    assertThat(refused.outcome().kind()).isEqualTo(Kind.ARTIFACT_INTEGRITY);
    assertThat(refused.outcome().detail()).contains("commands/" + ArtifactId.of(program));
    assertThat(refused.wallNanos()).isZero();
    Files.write(file(program), program);
    assertThat(execute("tool", "").outcome()).isEqualTo(Outcome.exited(5));
  }

  @Test
  void an_engine_runs_its_own_commands_and_keeps_them() throws Exception {
    Path file = Files.write(data.resolve("exit.wasm"), TestPrograms.exiting(4));
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      engine.addCommand("tool", Files.readAllBytes(file), ArgumentMode.ARGV);
      assertThat(exitCode(engine)).isEqualTo(4);
      // Somebody else changes the commands while the engine has its database locked.
      host.add("tool", TestPrograms.exiting(5), ArgumentMode.ARGV);
      assertThat(exitCode(engine)).isEqualTo(5);
    }
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      assertThat(exitCode(engine)).isEqualTo(5);
      assertThat(engine.removeCommand("tool")).isTrue();
      assertThatThrownBy(() -> exitCode(engine))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("unknown-command");
    }
  }

  @Test
  void an_engine_in_memory_has_commands_until_it_is_closed() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      engine.addCommand("tool", TestPrograms.exiting(4), ArgumentMode.ARGV);
      assertThat(exitCode(engine)).isEqualTo(4);
    }
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      assertThat(engine.commands().find("tool")).isEmpty();
    }
  }

  private static int exitCode(Engine engine) throws InterruptedException {
    RunResult result =
        engine.run(RunRequest.of(new RecipeReader().read("\"tool\"", "test.json")).build());
    return result.attempts().get(0).outcome().exitCode();
  }
}
