package dev.escarole.engine.command;

import dev.escarole.engine.command.Outcome.Kind;
import org.jspecify.annotations.Nullable;

/**
 * How to raise the limit that ended a command. Immutable.
 *
 * @param policy what an operator changes in the policy; begins with a verb in lower case
 * @param option the option of {@code run}, {@code exec} and {@code sh} that sets the same limit if
 *     the policy does not; null if there is none
 */
public record Remedy(String policy, @Nullable String option) {

  /** The remedy for an outcome; null for one that no limit causes. */
  public static @Nullable Remedy of(Kind kind) {
    return switch (kind) {
      case TIMED_OUT ->
          new Remedy(
              "raise the step's 'timeout' if it sets one, else limits.wall_clock in the policy",
              "--timeout");
      case OUT_OF_FUEL -> new Remedy("raise limits.fuel in the policy", "--fuel");
      case OUT_OF_MEMORY ->
          new Remedy(
              "raise limits.memory in the policy, or ESCAROLE_GUEST_MEMORY if all commands together"
                  + " need more",
              "--memory");
      case STDIN_TOO_LARGE ->
          new Remedy(
              "reduce the output of the previous step, or raise limits.stdin in the policy", null);
      case ARGV_TOO_LARGE ->
          new Remedy("pass the data as input, or raise limits.argv in the policy", null);
      case OUTPUT_TOO_LARGE -> new Remedy("raise limits.stdout in the policy", "--stdout");
      case RATE_LIMITED -> new Remedy("raise calls_per_second in the policy", null);
      case TOO_MANY_PROCESSES -> new Remedy("raise concurrent_calls in the policy", null);
      case MAX_DEPTH -> new Remedy("raise depth in the policy", null);
      default -> null;
    };
  }

  /** The remedy where somebody called the command itself, in no recipe; null as for {@link #of}. */
  public static @Nullable Remedy ofCall(Kind kind) {
    return switch (kind) {
      case TIMED_OUT -> new Remedy("raise limits.wall_clock in the policy", "--timeout");
      case STDIN_TOO_LARGE ->
          new Remedy("give it less input, or raise limits.stdin in the policy", null);
      default -> of(kind);
    };
  }

  /** One line that also names the option, for somebody who runs a recipe. */
  public String text() {
    return option == null ? policy : policy + ", or run with " + option;
  }

  /** One line that also names the option, for somebody who calls a command. */
  public String textOfCall() {
    return option == null ? policy : policy + ", or give a larger " + option;
  }
}
