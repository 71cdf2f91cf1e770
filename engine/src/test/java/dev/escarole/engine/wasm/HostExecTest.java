package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.ExecRequest;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policies;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Policy.Capabilities;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.broker.WireForm;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.ReservedPlaces;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guests that run other commands: real programs, the real broker, and what it writes down. */
@Timeout(300)
class HostExecTest {

  private static final Principal AGENT = new Principal("agent", false);
  private static final Capabilities EXEC = new Capabilities(true, false, false);
  private static final Policy GRANTED =
      Policy.allCommands().withCapabilities(EXEC).withGrants(Policy.Grants.EVERYTHING);

  private static final Policy REVOKED = GRANTED.withStanding(Policy.Standing.REVOKED);

  /** A guest that nobody stops goes on. */
  private static final Limits WIDE = Sandbox.LIMITS.withFuel(1_000_000_000_000_000_000L);

  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final Map<String, Command> registered = new HashMap<>();
  private final CommandRegistry registry = new CommandRegistry(builtIns.all(), () -> registered);
  private final Guests guests = new Guests();
  private final MemoryAuditLog audit = new MemoryAuditLog(10_000);
  private final ArtifactStore guestStore = guests.store();
  private final WasmRunner runner =
      new WasmRunner(
          id ->
              builtIns.all().stream().anyMatch(command -> command.artifact().equals(id))
                  ? builtIns.read(id)
                  : guestStore.read(id));
  private Policy policy = GRANTED;
  private Function<Principal, Policy> policies = principal -> policy;
  private final ExecBroker broker =
      new ExecBroker(
          registry,
          runner,
          name -> policies.apply(name),
          audit,
          InstantSource.system(),
          ReservedPlaces.NONE);

  @BeforeEach
  void register() throws Exception {
    register("nest", "nest.wasm");
    register("probe", "probe.wasm");
  }

  @AfterEach
  void nothingInterruptsTheThreadAfterwards() {
    assertThat(Thread.interrupted()).isFalse();
    runner.close();
  }

  private void register(String name, String file) throws Exception {
    registered.put(
        name, new Command(name, guests.command(file).artifact(), Command.Origin.REGISTERED));
  }

  private InvocationResult nest(String... arguments) {
    return nest(invocation -> invocation, arguments);
  }

  private InvocationResult nest(UnaryOperator<Invocation.Builder> more, String... arguments) {
    Invocation.Builder invocation =
        Invocation.of("nest").arguments(arguments).limits(Sandbox.LIMITS);
    return broker.execute(AGENT, more.apply(invocation).build());
  }

  @Test
  void wc_76_nested_commands_runToDepthEight() {
    InvocationResult result = nest("down", "8");

    assertThat(result.stdout().utf8()).isEqualTo("bottom\n");
    assertThat(result.stderr().utf8()).isEmpty();
    assertThat(result.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(audit.entries()).hasSize(9);
  }

  @Test
  void wc_25_wc_76_the_ninth_nested_command_isRefused() {
    InvocationResult result = nest("down", "9");

    assertThat(result.stdout().utf8()).isEqualTo("outcome 13\n");
    assertThat(result.stderr().utf8()).isEqualTo("nest: nested 9 deep, at most 8 are allowed\n");
    assertThat(result.outcome()).isEqualTo(Outcome.exited(126));
    assertThat(audit.entries())
        .extracting(entry -> entry.outcome().word())
        .containsExactly(
            "max_depth",
            "exited",
            "exited",
            "exited",
            "exited",
            "exited",
            "exited",
            "exited",
            "exited",
            "exited");
  }

  @Test
  void wc_30_without_the_capability_aProgramThatImportsItDoesNotStart() {
    policy = Policy.allCommands();

    InvocationResult result = nest("down", "0");

    assertThat(result.outcome().kind()).isEqualTo(Kind.DENIED);
    assertThat(result.outcome().exitCode()).isEqualTo(126);
    assertThat(result.wallNanos()).isZero();
    assertThat(result.stderr().utf8())
        .isEqualTo(
            "nest: the program imports env.host_exec to run other commands, which needs the"
                + " capability exec\n");
    assertThat(audit.entries())
        .extracting(AuditLog.Entry::outcome)
        .containsExactly(result.outcome());
  }

  @Test
  void wc_29_the_capability_isNotNeededByOtherPrograms_norEnoughByItself() {
    policy = Policy.allCommands();
    assertThat(broker.execute(AGENT, Invocation.of("wbox").arguments("true").build()).outcome())
        .isEqualTo(Outcome.exited(0));
    policy = Policy.nothing().withCapabilities(EXEC);
    assertThat(nest("down", "0").outcome().kind()).isEqualTo(Kind.DENIED);
  }

  @Test
  void policy_holdsForNestedCommandsToo() {
    policy = Policies.onlyCommands(Set.of("nest", "upper")).withCapabilities(EXEC);

    assertThat(nest(i -> i.stdin("ada"), "call", "4096", "upper").stdout().utf8()).isEqualTo("ADA");
    assertThat(nest("call", "4096", "wbox", "true").stdout().utf8()).isEqualTo("outcome 14\n");
    policy = GRANTED;
    assertThat(nest("call", "4096", "nope").stdout().utf8()).isEqualTo("outcome 15\n");
    assertThat(nest("call", "4096", "/bin/sh").outcome()).isEqualTo(Outcome.exited(127));
  }

  @Test
  void wc_2_wc_34_arguments_andInput_arriveByteForByte() {
    InvocationResult result =
        nest("call", "4096", "probe", "argv", "ada; rm -rf /", "", "$(x) 'y'");

    assertThat(result.stdout().utf8()).isEqualTo("[probe][argv][ada; rm -rf /][][$(x) 'y']");
    assertThat(result.stderr().utf8()).startsWith("probe\nargv\n");
    byte[] input = new byte[256];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) i;
    }
    assertThat(nest(i -> i.stdin(input), "call", "4096", "wbox", "cat").stdout().bytes())
        .isEqualTo(input);
  }

  @Test
  void wc_38_stdin1_holdsForNestedCommandsToo() {
    assertThat(nest(i -> i.stdin("ada\nbob\n"), "call", "4096", "grep", "ad").stdout().utf8())
        .isEqualTo("ada\n");
  }

  @Test
  void exitCode_andOutcome_comeBackToTheGuest() {
    assertThat(nest("call", "4096", "probe", "exit", "7").outcome()).isEqualTo(Outcome.exited(7));
    InvocationResult trapped = nest("call", "4096", "probe", "trap");
    assertThat(trapped.stdout().utf8()).isEqualTo("outcome 7\n");
    assertThat(trapped.outcome()).isEqualTo(Outcome.exited(134));
  }

  @Test
  void grants_areTheGuestsOwn_andItsEnvironmentIsNot(@TempDir Path host) throws Exception {
    Files.writeString(host.resolve("in"), "inside");
    UnaryOperator<Invocation.Builder> granted =
        i ->
            i.directories(List.of(new DirectoryGrant(host, "/data", Mode.READ_ONLY)))
                .environment(Map.of("SECRET", "s"));

    assertThat(nest(granted, "call", "4096", "probe", "cat", "/data/in").stdout().utf8())
        .isEqualTo("inside");
    assertThat(nest(granted, "call", "4096", "probe", "put", "/data/out", "x").outcome())
        .isEqualTo(Outcome.exited(1));
    assertThat(nest("call", "4096", "probe", "cat", "/data/in").outcome())
        .isEqualTo(Outcome.exited(1));
    assertThat(nest(granted, "call", "4096", "probe", "env").stdout().utf8()).isEmpty();
    assertThat(host.resolve("out")).doesNotExist();
  }

  @Test
  void response_thatDoesNotFit_isCutAndSaysSo() {
    String twenty = "0123456789abcdefghij";

    assertThat(nest(i -> i.stdin(twenty), "call", "40", "wbox", "cat").stdout().utf8())
        .isEqualTo(twenty);
    assertThat(nest(i -> i.stdin(twenty), "call", "30", "wbox", "cat").stdout().utf8())
        .isEqualTo("0123456789cut 1\n");
    assertThat(nest(i -> i.stdin(twenty), "call", "20", "wbox", "cat").stdout().utf8())
        .isEqualTo("cut 1\n");
    InvocationResult both = nest("call", "40", "probe", "argv", "x");
    assertThat(both.stdout().utf8()).isEqualTo("[probe][argv][x]cut 2\n");
    assertThat(both.stderr().utf8()).isEqualTo("prob");
  }

  @Test
  void output_beyondTheLimit_isItsOwnOutcomeAndCut() {
    Limits limits = Sandbox.LIMITS.withOutputBytes(100);

    InvocationResult result =
        nest(i -> i.limits(limits), "call", "60", "probe", "output-bomb", "1");

    assertThat(result.stdout().utf8())
        .isEqualTo("0123456789abcdef0123456789abcdef01234567outcome 6\ncut 1\n");
  }

  @Test
  void wc_33_pointersThatLeadOut_haveNamesAndTouchNothing() {
    assertThat(nest("hostile").stdout().utf8()).isEqualTo("-1 -1 -1 -1 -1 -1 -1 -3 -2 -2\n");
    assertThat(audit.entries()).hasSize(1);
  }

  @Test
  void response_overItsOwnRequest_isFine() {
    assertThat(nest("overlap").stdout().utf8()).isEqualTo("26 twice\n");
  }

  @Test
  void wc_31_frame_fromOutside_isAnsweredInTheLayoutOfTheText() {
    byte[] request =
        WireForm.of(
            new ExecRequest(
                "grep", List.of("ada; rm -rf /"), "ada\n".getBytes(StandardCharsets.UTF_8)));

    InvocationResult result = nest(i -> i.stdin(request), "frame");

    ByteBuffer response = ByteBuffer.wrap(result.stdout().bytes()).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(result.stderr().utf8()).isEqualTo("20");
    assertThat(List.of(response.getInt(), response.getInt(), response.getInt()))
        .containsExactly(0, 1, 0);
    assertThat(List.of(response.getInt(), response.getInt())).containsExactly(0, 0);
  }

  @Test
  void wc_33_frame_malformed_isAnErrorAndNoCall() {
    byte[] request = WireForm.of(new ExecRequest("grep", List.of("x"), new byte[3]));
    request[0] = (byte) 0xff;

    assertThat(nest(i -> i.stdin(request), "frame").stderr().utf8()).isEqualTo("-4");
    assertThat(audit.entries()).extracting(AuditLog.Entry::command).containsExactly("nest");
  }

  @Test
  void limit_ofArguments_holdsForNestedCommands() {
    Limits limits = Sandbox.LIMITS.withArgvBytes(120);
    byte[] large = WireForm.of(new ExecRequest("probe", List.of("x".repeat(120)), new byte[0]));
    byte[] many = WireForm.of(new ExecRequest("probe", Collections.nCopies(121, ""), new byte[0]));

    assertThat(nest(i -> i.stdin(large).limits(limits), "frame").stdout().bytes())
        .startsWith(5, 0, 0, 0, 125);
    assertThat(nest(i -> i.stdin(many).limits(limits), "frame").stderr().utf8()).isEqualTo("-7");
  }

  @Test
  void cap_onConcurrentCalls_countsEveryLevel() {
    policy =
        GRANTED.withQuota(new Policy.Quota(OptionalInt.empty(), OptionalInt.of(3), Policy.DEEPEST));

    assertThat(nest("down", "2").outcome()).isEqualTo(Outcome.exited(0));
    assertThat(nest("down", "3").stdout().utf8()).isEqualTo("outcome 16\n");
    assertThat(nest("down", "2").outcome()).isEqualTo(Outcome.exited(0));
  }

  @Test
  void revoked_whileItsGuestRuns_aPrincipalGetsNoNestedCommandAnyMore() {
    Cancellation enough = new Cancellation();
    policies =
        principal -> {
          if (audit.entries().size() == 20) {
            enough.cancel();
          }
          return audit.entries().size() < 3 ? GRANTED : REVOKED;
        };

    InvocationResult result = nest(i -> i.cancellation(enough).limits(WIDE), "again", "wbox");

    assertThat(result.outcome().kind()).isEqualTo(Kind.CANCELLED);
    assertThat(audit.entries().subList(3, audit.entries().size() - 1))
        .isNotEmpty()
        .allSatisfy(entry -> assertThat(entry.outcome().kind()).isEqualTo(Kind.REVOKED));
  }

  @Test
  void run_andStep_ofTheCaller_areWrittenDownForNestedCommands() {
    Call step = Call.by(AGENT, "run-1", "0.2");
    var unused = broker.execute(step, Invocation.of("nest").arguments("down", "2").build());

    assertThat(audit.entries()).hasSize(3).extracting(AuditLog.Entry::call).containsOnly(step);
  }

  @Test
  void fuel_ofANestedCommand_isItsOwn() {
    InvocationResult alone =
        broker.execute(
            AGENT, Invocation.of("probe").arguments("exit", "0").limits(Sandbox.LIMITS).build());
    InvocationResult caller = nest("call", "4096", "probe", "exit", "0");
    InvocationResult starved =
        nest(i -> i.limits(Sandbox.LIMITS.withFuel(2_000_000)), "call", "4096", "probe", "loop");

    assertThat(caller.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(alone.fuelUsed()).isPositive();
    assertThat(caller.fuelUsed()).isLessThan(2_000_000);
    assertThat(starved.stdout().utf8()).isEqualTo("outcome 2\n");
    assertThat(starved.outcome()).isEqualTo(Outcome.exited(125));
    assertThat(starved.fuelUsed()).isLessThan(2_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"call 4096 probe loop", "call 4096 probe sleep 60", "again wbox true"})
  void wallClock_ofANestedCommand_endsWithTheCallers(String line) {
    Limits limits = Sandbox.LIMITS.withWallClock(Duration.ofMillis(300));

    InvocationResult result = nest(i -> i.limits(limits), line.split(" "));

    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
  }

  @Test
  void wallClock_deepInTheNest_stopsEveryLevel() {
    String[] line = {
      "call", "4096", "nest", "call", "4096", "nest", "call", "4096", "nest", "loop"
    };
    int before = 0;
    // Where a machine stands still, time is up before the deepest has begun: then with more time.
    for (long millis = 500; audit.entries().size() < before + 4 && millis < 60_000; millis *= 4) {
      Limits limits = WIDE.withWallClock(Duration.ofMillis(millis));
      before = audit.entries().size();

      InvocationResult result = nest(i -> i.limits(limits), line);

      assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
    }
    assertThat(audit.entries()).hasSize(before + 4);
    assertThat(audit.entries())
        .allSatisfy(
            entry -> assertThat(entry.outcome().kind()).isIn(Kind.TIMED_OUT, Kind.CANCELLED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "call 4096 probe loop",
        "call 4096 probe sleep 60",
        "call 4096 nest call 4096 probe loop",
        "again wbox true"
      })
  void cancel_reachesNestedCommands(String line) {
    Cancellation cancellation = new Cancellation();
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(cancellation::cancel);

    InvocationResult result = nest(i -> i.cancellation(cancellation).limits(WIDE), line.split(" "));

    assertThat(result.outcome().kind()).isEqualTo(Kind.CANCELLED);
    assertThat(audit.entries()).last().extracting(AuditLog.Entry::command).isEqualTo("nest");
  }

  @Test
  void close_reachesNestedCommands() {
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(runner::close);

    assertThat(nest(i -> i.limits(WIDE), "call", "4096", "probe", "loop").outcome().kind())
        .isEqualTo(Kind.CANCELLED);
  }

  @Test
  void stack_thatIsUsedUp_trapsTheGuestAndHarmsNothingElse() {
    for (int i = 0; i < 5; i++) {
      Outcome outcome = nest("recurse").outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.TRAPPED);
      assertThat(outcome.detail()).isEqualTo("call stack exhausted");
    }
    assertThat(audit.entries())
        .allSatisfy(entry -> assertThat(entry.outcome().kind()).isIn(Kind.TRAPPED, Kind.EXITED));
    assertThat(nest("down", "8").outcome()).isEqualTo(Outcome.exited(0));
  }
}
