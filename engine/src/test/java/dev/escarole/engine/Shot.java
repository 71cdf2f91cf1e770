package dev.escarole.engine;

import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One kind of call that the hammer makes, and how it may end.
 *
 * @param principal on whose behalf
 * @param call the call
 * @param cancelled whether it is cancelled soon after it began
 * @param endings beginnings of the outcomes that are allowed
 */
record Shot(String principal, Invocation call, boolean cancelled, List<String> endings) {

  private static final Limits LIMITS = Limits.defaults().withWallClock(Duration.ofSeconds(60));
  private static final Limits SHORT = LIMITS.withWallClock(Duration.ofMillis(15));

  boolean mayEnd(Outcome outcome) {
    return endings.stream().anyMatch(outcome.toString()::startsWith);
  }

  private static Shot steady(String line, UnaryOperator<Invocation.Builder> more, String... ends) {
    return shot("steady", line, more, ends);
  }

  private static Shot shot(
      String principal, String line, UnaryOperator<Invocation.Builder> more, String... endings) {
    String[] words = line.split(" ");
    Invocation.Builder call =
        Invocation.of(words[0]).arguments(List.of(words).subList(1, words.length)).limits(LIMITS);
    return new Shot(principal, more.apply(call).build(), false, List.of(endings));
  }

  private static Shot cancelled(String line) {
    Shot shot = steady(line, i -> i, "cancelled");
    return new Shot(shot.principal, shot.call, true, shot.endings);
  }

  private static UnaryOperator<Invocation.Builder> within(Limits limits) {
    return call -> call.limits(limits);
  }

  /** What is called, beside the commands that are swapped. */
  static List<Shot> all() {
    return List.of(
        steady("wbox true", i -> i, "exited(0)"),
        steady("upper", i -> i.stdin("x".repeat(3_000)), "exited(0)"),
        steady("grep x", i -> i.stdin("y\n"), "exited(1)"),
        steady("wbox true", i -> i.workingDirectory("/nowhere"), "bad_directory"),
        steady("probe loop", within(LIMITS.withFuel(300_000)), "out_of_fuel"),
        steady("probe loop", within(SHORT), "timed_out"),
        steady("probe sleep 60", within(SHORT), "timed_out"),
        steady("probe argv", within(LIMITS.withMemoryBytes(65_536)), "out_of_memory"),
        steady("probe memory-bomb", within(LIMITS.withMemoryBytes(4 << 20)), "exited(0)"),
        steady("probe output-bomb 1", within(LIMITS.withOutputBytes(999)), "output_too_large"),
        steady("upper", i -> i.limits(LIMITS.withStdinBytes(1)).stdin("xy"), "stdin_too_large"),
        steady("probe argv-argv", within(LIMITS.withArgvBytes(9)), "argv_too_large"),
        steady("probe trap", i -> i, "trapped"),
        steady("nope", i -> i, "unknown_command"),
        steady("gone", i -> i, "exited(5)", "unknown_command"),
        steady("nest down 4", i -> i, "exited(0)"),
        steady("nest down 9", i -> i, "exited(126)"),
        steady("nest call 64 probe trap", i -> i, "exited(134)"),
        steady("nest call 64 probe loop", within(LIMITS.withFuel(300_000)), "exited(125)"),
        steady("nest call 64 nest call 64 probe loop", within(SHORT), "timed_out"),
        steady("nest again wbox true", within(SHORT), "timed_out"),
        steady("nest call 64 gone", i -> i, "exited(5)", "exited(127)"),
        cancelled("probe loop"),
        cancelled("probe sleep 60"),
        cancelled("nest call 64 nest call 64 probe sleep 60"),
        cancelled("nest again wbox true"),
        shot("fickle", "wbox true", i -> i, "exited(0)", "revoked", "denied"),
        shot(
            "fickle",
            "nest call 64 upper",
            i -> i,
            "exited(0)",
            "exited(126)",
            "revoked",
            "denied"),
        shot("unknown", "wbox true", i -> i, "denied"),
        shot("narrow", "wbox true", i -> i, "command_not_granted"),
        shot("narrow", "upper", i -> i, "exited(0)"),
        shot("plain", "nest down 1", i -> i, "denied"),
        shot("metered", "wbox true", i -> i, "exited(0)", "rate_limited"),
        shot("crowded", "probe sleep 60", within(SHORT), "timed_out", "too_many_processes"),
        shot("crowded", "nest down 1", i -> i, "exited(126)", "too_many_processes"));
  }
}
