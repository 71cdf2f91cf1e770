package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WasmRunnerTest {

  private static final Executor SOON = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

  /** A guest that nobody stops goes on. */
  private static final Limits WIDE = Sandbox.LIMITS.withFuel(1_000_000_000_000_000_000L);

  private final Sandbox sandbox = new Sandbox();

  @AfterEach
  void nothingInterruptsTheThreadAfterwards() {
    assertThat(Thread.interrupted()).isFalse();
    sandbox.close();
  }

  /** So that what is stopped soon is the guest and not its compilation. */
  private void compile() {
    assertThat(sandbox.probe("exit", "0").outcome()).isEqualTo(Outcome.exited(0));
  }

  @Test
  void run_program_returnsWhatItWrote() {
    InvocationResult result = sandbox.probe(i -> i.stdin("hello, wörld\n"), "upper");

    assertThat(result.outcome().isSuccess()).isTrue();
    assertThat(result.stdout().utf8()).isEqualTo("HELLO, WöRLD\n");
    assertThat(result.stderr().bytes()).isEmpty();
    assertThat(result.wallNanos()).isPositive();
    assertThat(result.peakMemoryBytes()).isEqualTo(3 * 65_536);
  }

  @Test
  void wc_35_run_arguments_arriveAsTheyAreAfterTheName() {
    InvocationResult result = sandbox.probe("argv", "ada; rm -rf /", "", "$(x) `y` \"z\"");

    assertThat(result.stdout().utf8()).isEqualTo("[guest][argv][ada; rm -rf /][][$(x) `y` \"z\"]");
    assertThat(result.stderr().utf8()).startsWith("guest\nargv\n");
  }

  @Test
  void run_environment_isEmptyButForWhatWasGiven() {
    assertThat(sandbox.probe("env").stdout().utf8()).isEmpty();
    assertThat(sandbox.probe(i -> i.environment(Map.of("LANG", "C")), "env").stdout().utf8())
        .isEqualTo("LANG=C\n");
  }

  @Test
  void run_exitCode_isTheGuestsOwn() {
    Outcome outcome = sandbox.probe("exit", "3").outcome();

    assertThat(outcome).isEqualTo(Outcome.exited(3));
    assertThat(outcome.exitCode()).isEqualTo(3);
    assertThat(sandbox.probe("exit", "0").outcome().isSuccess()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "trap, unreachable",
    "divide, divide by zero",
    "out-of-bounds, out of bounds memory access",
    "negative-address, out of bounds memory access",
    "abort, unreachable",
    "recurse, call stack exhausted",
    "overflow, out of bounds memory access",
    "raise, the program raised a signal"
  })
  void run_forbiddenStep_traps(String what, String reason) {
    Outcome outcome = sandbox.probe(what).outcome();

    assertThat(outcome.kind()).isEqualTo(Kind.TRAPPED);
    assertThat(outcome.detail()).contains(reason);
    assertThat(outcome.exitCode()).isEqualTo(134);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop", "branch", "sleep 60"})
  void wc_15_run_pastTheWallClock_isStopped(String what) {
    // Compiling is over by then.
    assertThat(sandbox.probe().outcome().kind()).isEqualTo(Kind.EXITED);
    InvocationResult result =
        sandbox.probe(
            i -> i.limits(Sandbox.LIMITS.withWallClock(Duration.ofMillis(100))), what.split(" "));

    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(result.outcome().exitCode()).isEqualTo(124);
    assertThat(result.outcome().detail()).isEqualTo("still running after 100 ms");
    assertThat(result.wallNanos()).isGreaterThanOrEqualTo(100_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loop", "branch", "sleep 60"})
  void cancel_whileRunning_stopsTheGuest(String what) {
    compile();
    Cancellation cancellation = new Cancellation();
    SOON.execute(cancellation::cancel);

    InvocationResult result =
        sandbox.probe(i -> i.cancellation(cancellation).limits(WIDE), what.split(" "));

    assertThat(result.outcome().kind()).isEqualTo(Kind.CANCELLED);
    assertThat(result.outcome().exitCode()).isEqualTo(130);
  }

  @Test
  void cancel_beforeTheStart_endsAtOnce() {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();

    assertThat(sandbox.probe(i -> i.cancellation(cancellation), "loop").outcome().kind())
        .isEqualTo(Kind.CANCELLED);
  }

  @Test
  void close_whileRunning_cancels() {
    compile();
    SOON.execute(sandbox::close);

    assertThat(sandbox.probe(i -> i.limits(WIDE), "loop").outcome().kind())
        .isEqualTo(Kind.CANCELLED);
    assertThat(sandbox.probe("loop").outcome().kind()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  void interrupt_bySomebodyElse_endsTheGuestAndStays() {
    compile();
    Thread worker = Thread.currentThread();
    SOON.execute(worker::interrupt);

    Outcome outcome = sandbox.probe(i -> i.limits(WIDE), "loop").outcome();

    assertThat(outcome.kind()).isEqualTo(Kind.CANCELLED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void run_memoryBomb_isHeldByTheLimit() {
    InvocationResult result =
        sandbox.probe(i -> i.limits(Sandbox.LIMITS.withMemoryBytes(32 << 20)), "memory-bomb");

    assertThat(result.outcome().isSuccess()).isTrue();
    assertThat(result.stdout().utf8()).endsWith(" pages, then 4294967295\n");
    assertThat(result.peakMemoryBytes()).isBetween(24L << 20, 32L << 20);
  }

  @Test
  void run_programThatNeedsMoreMemoryThanAllowed_doesNotStart() {
    InvocationResult result =
        sandbox.probe(i -> i.limits(Sandbox.LIMITS.withMemoryBytes(65_536)), "exit", "0");

    assertThat(result.outcome().kind()).isEqualTo(Kind.OUT_OF_MEMORY);
    assertThat(result.outcome().exitCode()).isEqualTo(125);
    assertThat(result.stderr().utf8())
        .isEqualTo("guest: needs 3 pages of 64 KiB to start, at most 1 are allowed\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void run_outputBomb_isStoppedAndKeepsWhatFits(int descriptor) {
    InvocationResult result =
        sandbox.probe(
            i -> i.limits(Sandbox.LIMITS.withOutputBytes(100_005)), "output-bomb", "" + descriptor);

    assertThat(result.outcome().kind()).isEqualTo(Kind.OUTPUT_TOO_LARGE);
    var output = descriptor == 1 ? result.stdout() : result.stderr();
    assertThat(output.bytes()).hasSize(100_005);
    assertThat(output.truncated()).isTrue();
    assertThat(output.utf8()).startsWith("0123456789abcdef0123").endsWith("abcdef01234");
  }

  @Test
  void wc_17_run_largeStdin_isRefusedBeforeTheStart() {
    InvocationResult result =
        sandbox.probe(
            i -> i.stdin(new byte[11]).limits(Sandbox.LIMITS.withStdinBytes(10)), "upper");

    assertThat(result.outcome().kind()).isEqualTo(Kind.STDIN_TOO_LARGE);
    assertThat(result.stderr().utf8())
        .isEqualTo("guest: standard input has 11 bytes, at most 10 are allowed\n");
    assertThat(result.wallNanos()).isZero();
  }

  @Test
  void wc_18_run_largeArguments_areRefusedBeforeTheStart() {
    assertThat(
            sandbox
                .probe(i -> i.limits(Sandbox.LIMITS.withArgvBytes(9)), "argv", "äö")
                .outcome()
                .kind())
        .isEqualTo(Kind.ARGV_TOO_LARGE);
    assertThat(
            sandbox
                .probe(i -> i.limits(Sandbox.LIMITS.withArgvBytes(10)), "argv", "äö")
                .outcome()
                .isSuccess())
        .isTrue();
  }

  @Test
  void run_damagedArtifact_isRefused() {
    Command good = sandbox.guests().command("probe.wasm");
    byte[] damaged = Guests.bytes("probe.wasm");
    damaged[damaged.length - 1] ^= 1;
    try (WasmRunner runner = new WasmRunner(id -> damaged)) {
      InvocationResult result = runner.run(good, Invocation.of("guest").build());

      assertThat(result.outcome().kind()).isEqualTo(Kind.ARTIFACT_INTEGRITY);
      assertThat(result.stderr().utf8()).contains(good.artifact().sha256(), "is damaged");
    }
  }

  @Test
  void run_artifactThatComesBack_runsAgain() {
    Guests guests = new Guests();
    Command command = guests.command("probe.wasm");
    boolean[] there = {false};
    try (WasmRunner runner =
        new WasmRunner(id -> there[0] ? guests.store().read(id) : new byte[0])) {
      assertThat(runner.run(command, Invocation.of("guest").build()).outcome().kind())
          .isEqualTo(Kind.ARTIFACT_INTEGRITY);
      there[0] = true;
      assertThat(runner.run(command, Invocation.of("guest").build()).outcome().exitCode())
          .isEqualTo(98);
    }
  }

  @Test
  void run_whatIsNoProgram_isRefused() {
    assertRefused(new byte[] {1, 2, 3}, "it is not a WebAssembly program");
    assertRefused(Modules.start(0x6a), "it is not a WebAssembly program");
    assertRefused(Modules.silent(), "it exports no function _start");
    assertRefused(Modules.importing("env", "exec"), "it imports env.exec, which is not offered");
    assertRefused(Modules.importing("env", "fd_close"), "env.fd_close, which is not offered");
    assertRefused(Modules.memories(0), "it has 0 memories of its own instead of one");
    assertRefused(Modules.memories(2, 0, 1, 0, 1), "memories of its own instead of one");
    assertRefused(Modules.memories(1, 3, 1, 1), "its memory is shared between threads");
    assertRefused(Modules.hugeTable(), "its tables need more than 1048576 entries");
    assertRefused(Modules.collected(), "it uses garbage-collected types");
  }

  private void assertRefused(byte[] module, String why) {
    Outcome outcome = sandbox.run(module).outcome();
    assertThat(outcome.kind()).isEqualTo(Kind.UNUSABLE_PROGRAM);
    assertThat(outcome.detail()).contains("cannot run").contains(why);
  }

  @Test
  void run_emptyProgram_exits() {
    assertThat(sandbox.run(Modules.start()).outcome()).isEqualTo(Outcome.exited(0));
    assertThat(sandbox.run(Modules.memories(1, 0, 0)).outcome()).isEqualTo(Outcome.exited(0));
  }

  @Test
  void run_hostileVectors_areAnsweredWithErrors() {
    InvocationResult result = sandbox.probe(i -> i.stdin("x"), "vectors");

    assertThat(result.outcome().isSuccess()).isTrue();
    assertThat(result.stdout().utf8()).isEqualTo("21 21 21 21 28 28 21 21 21 21 21 21 8 21 28 8\n");
  }

  @Test
  void run_sockets_areNotOffered() {
    assertThat(sandbox.probe("sockets").stdout().utf8()).isEqualTo("57 8\n");
  }

  @Test
  void run_renumber_acceptsOnlyOpenDescriptors() {
    InvocationResult result = sandbox.probe("renumber");

    assertThat(result.stderr().bytes()).isEmpty();
    assertThat(result.stdout().utf8()).isEqualTo("now the other\n");
  }

  @Test
  void run_clock_isTheOneThatWasGiven() {
    Clocks clocks = new Clocks(InstantSource.fixed(Instant.ofEpochSecond(12_345)), () -> 0);
    try (Sandbox fixed = new Sandbox(FileQuota.defaults(), clocks)) {
      assertThat(fixed.probe("clock").stdout().utf8()).isEqualTo("12345\n");
    }
  }

  @Test
  void run_table_isBounded() {
    assertThat(sandbox.run(Modules.growingTable(5)).outcome()).isEqualTo(Outcome.exited(1));
    assertThat(sandbox.run(Modules.growingTable(GuestTables.MOST_ENTRIES)).outcome())
        .isEqualTo(Outcome.exited(-1));
  }
}
