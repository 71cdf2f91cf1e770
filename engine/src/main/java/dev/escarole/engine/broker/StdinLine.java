package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes arguments to the first line of standard input: {@link ArgumentMode#STDIN1}. */
final class StdinLine {

  private StdinLine() {}

  /**
   * Returns why an invocation's arguments cannot become a line: one contains a line break, which
   * would forge lines of data, or they are larger than allowed.
   */
  static Optional<Outcome> refusal(Invocation invocation) {
    List<String> arguments = invocation.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).chars().anyMatch(c -> c == '\r' || c == '\n' || c == '\0')) {
        return Optional.of(
            Outcome.of(
                Kind.DENIED,
                "argument "
                    + (i + 1)
                    + " holds a line break or NUL, but this command takes its arguments as one"
                    + " line of standard input (stdin1)"));
      }
    }
    // One separator or line end per argument, the same count as for argv.
    long size = line(arguments).length;
    long most = invocation.limits().argvBytes();
    if (!arguments.isEmpty() && size > most) {
      return Optional.of(
          Outcome.of(
              Kind.ARGV_TOO_LARGE,
              "the arguments take " + size + " bytes, at most " + most + " are allowed"));
    }
    return Optional.empty();
  }

  /** Returns the invocation with its arguments moved to the first line of standard input. */
  static Invocation fold(Invocation invocation) {
    ByteParts rest = invocation.input();
    // Input that is already too large is left to the runner, which refuses it.
    if (invocation.arguments().isEmpty() || rest.size() > invocation.limits().stdinBytes()) {
      return invocation;
    }
    List<byte[]> all = new ArrayList<>();
    all.add(line(invocation.arguments()));
    all.addAll(rest.arrays());
    return invocation.toBuilder().arguments(List.of()).stdin(ByteParts.of(all)).build();
  }

  private static byte[] line(List<String> arguments) {
    return (String.join(" ", arguments) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
