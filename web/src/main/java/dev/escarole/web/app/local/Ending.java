package dev.escarole.web.app.local;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  /** What to do about the limit that ended it; null if none did. */
  public @Nullable String remedy() {
    Remedy remedy = Remedy.of(kind());
    return remedy == null ? null : remedy.text();
  }

  /** Whether it was cancelled. */
  public boolean isCancelled() {
    return kind() == Outcome.Kind.CANCELLED;
  }

  private Outcome.Kind kind() {
    return Outcome.Kind.valueOf(outcome.toUpperCase(Locale.ROOT));
  }

  /** Whether policy refused the command; a name that means nothing is a mistake of another kind. */
  boolean isDenial() {
    Outcome.Kind kind = kind();
    return kind.isDenial() && kind != Outcome.Kind.UNKNOWN_COMMAND;
  }
}
