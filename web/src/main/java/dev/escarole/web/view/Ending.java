package dev.escarole.web.view;

import dev.escarole.engine.command.Outcome;
import java.util.Locale;

/**
 * How a step or an attempt ended.
 *
 * @param outcome the outcome's word, such as {@code exited} or {@code timed_out}
 * @param exitCode the exit code as recipes see it
 * @param detail one sentence for people; empty when the outcome says it all
 */
public record Ending(String outcome, int exitCode, String detail) {

  static Ending of(Outcome outcome) {
    return new Ending(outcome.word(), outcome.exitCode(), outcome.detail());
  }

  /** Whether policy refused the command; a name that means nothing is a mistake of another kind. */
  boolean isDenial() {
    Outcome.Kind kind = Outcome.Kind.valueOf(outcome.toUpperCase(Locale.ROOT));
    return kind.isDenial() && kind != Outcome.Kind.UNKNOWN_COMMAND;
  }
}
