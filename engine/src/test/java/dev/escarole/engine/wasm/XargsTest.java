package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.CommandNames;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Policy.Capabilities;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.ReservedPlaces;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the command xargs can reach and what stops it. Its options are in the cases. */
@Timeout(300)
class XargsTest {

  private static final Principal AGENT = new Principal("agent", false);
  private static final Policy GRANTED =
      Policy.allCommands()
          .withCapabilities(new Capabilities(true, false, false))
          .withGrants(Policy.Grants.EVERYTHING);

  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final WasmRunner runner = new WasmRunner(builtIns);
  private final MemoryAuditLog audit = new MemoryAuditLog(10_000);
  private Policy policy = GRANTED;
  private final ExecBroker broker =
      new ExecBroker(
          new CommandRegistry(builtIns.all()),
          runner,
          principal -> policy,
          audit,
          InstantSource.system(),
          ReservedPlaces.NONE);

  @AfterEach
  void close() {
    runner.close();
  }

  private InvocationResult xargs(
      UnaryOperator<Invocation.Builder> more, String stdin, String... arguments) {
    Invocation.Builder call =
        Invocation.of("xargs").arguments(arguments).stdin(stdin).limits(Sandbox.LIMITS);
    return broker.execute(AGENT, more.apply(call).build());
  }

  private InvocationResult xargs(String stdin, String... arguments) {
    return xargs(call -> call, stdin, arguments);
  }

  private List<String> audited() {
    return audit.entries().stream().map(AuditLog.Entry::command).toList();
  }

  @Test
  void xargs_withoutTheCapability_isDeniedBeforeItStarts() {
    policy = Policy.allCommands();

    InvocationResult result = xargs("a", "echo");

    assertThat(result.outcome().kind()).isEqualTo(Kind.DENIED);
    assertThat(result.outcome().detail()).contains("needs the capability exec");
    assertThat(audited()).containsExactly("xargs");
  }

  @Test
  void xargs_itemThatLooksLikeAShellLine_isOneArgument() {
    String item = "a; rm -rf / | $(x) `y` > f && *";

    assertThat(xargs(item + "\n", "-I", "{}", "echo", "{}").stdout().utf8()).isEqualTo(item + "\n");
    assertThat(audited()).containsExactly("echo", "xargs");
  }

  @Test
  void xargs_commandThatIsUnknownOrNotGranted_endsIt() {
    InvocationResult unknown = xargs("a b", "-n", "1", "echoo");
    policy = GRANTED.withCommands(new CommandNames(Set.of("xargs")));
    InvocationResult notGranted = xargs("a b", "-n", "1", "echo");

    assertThat(unknown.outcome()).isEqualTo(Outcome.exited(127));
    assertThat(unknown.stderr().utf8()).contains("did you mean echo");
    assertThat(notGranted.outcome()).isEqualTo(Outcome.exited(126));
    assertThat(notGranted.stderr().utf8()).contains("this command is not granted to 'agent'");
    assertThat(audit.entries()).hasSize(4);
  }

  @Test
  void xargs_commandThatALimitStops_endsItWith125() {
    InvocationResult result = xargs("1 2", "-n", "1", "awk", "BEGIN { while (1) n++ }");

    assertThat(result.outcome()).isEqualTo(Outcome.exited(125));
    assertThat(audited()).containsExactly("awk", "xargs");
    assertThat(audit.entries().get(0).outcome().kind()).isEqualTo(Kind.OUT_OF_FUEL);
  }

  @Test
  void xargs_ofItself_endsAtTheDepthOfThePolicy() {
    String[] line = Collections.nCopies(12, "xargs").toArray(String[]::new);

    InvocationResult result = xargs("a", line);

    assertThat(result.outcome().kind()).isEqualTo(Kind.EXITED);
    assertThat(result.outcome().exitCode()).isEqualTo(123);
    assertThat(result.stderr().utf8()).contains("nested 9 deep, at most 8 are allowed");
    assertThat(audit.entries()).hasSize(10);
  }

  @Test
  void xargs_thatForksWithoutEnd_endsWithItsWallClock() {
    Limits limits = Sandbox.LIMITS.withFuel(1L << 50).withWallClock(Duration.ofMillis(500));
    String items = "x ".repeat(60_000);
    UnaryOperator<Invocation.Builder> limited = call -> call.limits(limits);

    InvocationResult result =
        xargs(limited, items, "-n", "1", "-P", "1000", "xargs", "-n1", "echo");

    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
  }

  @Test
  void xargs_thatIsCancelled_stopsItsCommand() {
    Cancellation cancellation = new Cancellation();
    CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS).execute(cancellation::cancel);
    Limits limits = Sandbox.LIMITS.withFuel(1L << 50);

    InvocationResult result =
        xargs(call -> call.limits(limits).cancellation(cancellation), "60", "sleep");

    assertThat(result.outcome().kind()).isEqualTo(Kind.CANCELLED);
  }

  @Test
  void xargs_argumentThatNoCommandCanHave_isNamed() {
    Invocation.Builder call = Invocation.of("xargs").arguments("echo").limits(Sandbox.LIMITS);

    InvocationResult result =
        broker.execute(AGENT, call.stdin(new byte[] {'a', (byte) 0xff}).build());

    assertThat(result.outcome()).isEqualTo(Outcome.exited(126));
    assertThat(result.stderr().utf8()).contains("echo: cannot be run").contains("not UTF-8");
  }
}
