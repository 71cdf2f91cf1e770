package dev.escarole.engine.shell;

import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Command.Origin;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.Streams.OutputSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Commands that only exist in tests, each of which takes ten seconds of a clock of their own:
 * {@code show} prints its arguments one a line, {@code cut} prints more than fits, {@code late}
 * runs out of time, {@code take} reads a byte if its input is read as it comes.
 */
final class Scripted implements CommandRunner {

  static final Duration COST = Duration.ofSeconds(10);

  final List<Invocation> calls = new ArrayList<>();
  private long now;

  Shell shell(ShellOptions options) {
    CommandRegistry registry =
        new CommandRegistry(
            Stream.of("show", "cut", "late", "take")
                .map(name -> new Command(name, ArtifactId.of(new byte[0]), Origin.BUILT_IN))
                .toList());
    ExecBroker broker =
        new ExecBroker(
            registry,
            this,
            principal -> Policy.localOperator(),
            new MemoryAuditLog(1),
            InstantSource.system(),
            ReservedPlaces.NONE);
    return new Shell(broker, Principal.localOperator(), options, () -> now);
  }

  @Override
  public InvocationResult run(Command command, Invocation invocation) {
    calls.add(invocation);
    if (command.name().equals("take")) {
      take(invocation);
    }
    boolean late = command.name().equals("late");
    now += late ? invocation.limits().wallClock().toNanos() : COST.toNanos();
    Outcome outcome = late ? Outcome.of(Kind.TIMED_OUT, "took too long") : Outcome.exited(0);
    byte[] text = String.join("\n", invocation.arguments()).getBytes(StandardCharsets.UTF_8);
    Output stdout = written(invocation, Output.of(text, command.name().equals("cut")));
    return new InvocationResult(outcome, stdout, Output.of(command.name() + "!"), 1, 1, 1);
  }

  /** Time that passes while the line waits. */
  void pass(Duration time) {
    now += time.toNanos();
  }

  private static void take(Invocation invocation) {
    try {
      int unused = Objects.requireNonNull(invocation.streams().input()).read(new byte[1], 0, 1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Output written(Invocation invocation, Output output) {
    OutputSink sink = invocation.streams().stdout();
    if (sink == null) {
      return output;
    }
    try {
      sink.write(output.bytes(), 0, output.bytes().length);
      return Output.of(new byte[0], output.truncated());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
