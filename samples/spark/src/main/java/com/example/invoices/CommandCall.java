package com.example.invoices;

import dev.escarole.engine.Engine;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import java.io.Serializable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command call on its way to an executor: its words, its input and its limits.
 *
 * @param most memory, input, arguments, output and fuel, as in {@link Limits}
 */
record CommandCall(
    String command,
    List<String> arguments,
    byte[] stdin,
    Map<String, String> environment,
    Duration wallClock,
    List<Long> most)
    implements Serializable {

  static CommandCall of(Invocation invocation) {
    Limits limits = invocation.limits();
    return new CommandCall(
        invocation.commandName(),
        List.copyOf(invocation.arguments()),
        invocation.stdin(),
        new LinkedHashMap<>(invocation.environment()),
        limits.wallClock(),
        List.of(
            limits.memoryBytes(),
            limits.stdinBytes(),
            limits.argvBytes(),
            limits.outputBytes(),
            limits.fuel()));
  }

  /** Makes the call in the engine of an executor. */
  Reply call(Engine engine) {
    Limits limits =
        new Limits(wallClock, most.get(0), most.get(1), most.get(2), most.get(3), most.get(4));
    Invocation invocation =
        Invocation.of(command)
            .arguments(arguments)
            .stdin(stdin)
            .environment(environment)
            .limits(limits)
            .build();
    return Reply.of(engine.call(Principal.localOperator(), invocation));
  }

  /**
   * What a call has come to, on its way back.
   *
   * @param cost nanoseconds, bytes of memory and fuel, as in {@link InvocationResult}
   */
  record Reply(
      String kind,
      int exitCode,
      String detail,
      byte[] stdout,
      byte[] stderr,
      boolean stdoutTruncated,
      boolean stderrTruncated,
      List<Long> cost)
      implements Serializable {

    private static Reply of(InvocationResult result) {
      return new Reply(
          result.outcome().kind().name(),
          result.outcome().exitCode(),
          result.outcome().detail(),
          result.stdout().bytes(),
          result.stderr().bytes(),
          result.stdout().truncated(),
          result.stderr().truncated(),
          List.of(result.wallNanos(), result.peakMemoryBytes(), result.fuelUsed()));
    }

    InvocationResult result() {
      return new InvocationResult(
          new Outcome(Outcome.Kind.valueOf(kind), exitCode, detail),
          Output.of(stdout, stdoutTruncated),
          Output.of(stderr, stderrTruncated),
          cost.get(0),
          cost.get(1),
          cost.get(2));
    }
  }
}
