package dev.escarole.engine.store.launch;

import java.time.Duration;

/** As many runs of a recipe are queued as its author allows; nothing was stored. */
public final class QueueFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  QueueFullException(String recipe, LaunchTurn turn, Duration retryAfter) {
    super(
        "%s of '%s' %s at once, and %s"
            .formatted(
                turn.rule().atOnce() == 1 ? "one run" : turn.rule().atOnce() + " runs",
                recipe,
                turn.rule().atOnce() == 1 ? "is allowed" : "are allowed",
                queue(turn.rule().queue())),
        null,
        false,
        false);
    this.retryAfter = retryAfter;
  }

  private static String queue(int most) {
    return switch (most) {
      case 0 -> "its launches are not queued";
      case 1 -> "another one is already queued";
      default -> most + " more are already queued";
    };
  }

  /**
   * When there may be a place: estimated from recent runs of the recipe, from a second to an hour.
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
