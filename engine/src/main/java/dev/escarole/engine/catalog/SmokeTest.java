package dev.escarole.engine.catalog;

import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A call of a program and its expected result. Immutable.
 *
 * @param command which of the program's names is called
 * @param arguments without the name
 * @param stdin its standard input, as text
 * @param stdout its whole standard output; null if only the pattern counts
 * @param matches must be found in standard output or standard error; null if not asked for
 * @param exit its exit code
 */
public record SmokeTest(
    String command,
    List<String> arguments,
    String stdin,
    @Nullable String stdout,
    @Nullable Pattern matches,
    int exit) {

  private static final int SHOWN = 200;

  public SmokeTest {
    arguments = List.copyOf(arguments);
  }

  /** The result of a call, with what was wrong with it. */
  public record Trial(InvocationResult result, Optional<String> problem) {}

  /**
   * Calls the program in the sandbox.
   *
   * @param sandbox carries out one call
   * @param limits limits of the call
   */
  public Trial run(Function<Invocation, InvocationResult> sandbox, Limits limits) {
    Invocation call =
        Invocation.of(command).arguments(arguments).stdin(stdin).limits(limits).build();
    InvocationResult result = sandbox.apply(call);
    return new Trial(result, problem(result));
  }

  private Optional<String> problem(InvocationResult result) {
    Outcome outcome = result.outcome();
    String printed = result.stdout().utf8();
    String complaint = result.stderr().utf8();
    if (outcome.kind() != Outcome.Kind.EXITED) {
      return Optional.of(outcome.word() + ": " + outcome.detail());
    }
    if (outcome.exitCode() != exit) {
      return Optional.of(
          "exit code %d instead of %d: %s".formatted(outcome.exitCode(), exit, cut(complaint)));
    }
    if (stdout != null && !stdout.equals(printed)) {
      return Optional.of("printed '" + cut(printed) + "' instead of '" + cut(stdout) + "'");
    }
    if (matches != null && !matches.matcher(printed + complaint).find()) {
      return Optional.of("printed '" + cut(printed) + "', which does not match " + matches);
    }
    return Optional.empty();
  }

  private static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
