package dev.escarole.engine.store.launch;

import dev.escarole.recipe.schedule.LaunchRule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What decides when the turn of a run comes. Immutable.
 *
 * @param rule of its recipe, as it was launched
 * @param priority of the run; higher ones start first
 * @param launchedAt when it was launched
 */
public record LaunchTurn(LaunchRule rule, int priority, Instant launchedAt) {

  /** The same for a rerun that is launched now. */
  public LaunchTurn again(Instant now) {
    return new LaunchTurn(rule, priority, now);
  }

  /** When it expires unless it has started; null for never. */
  public @Nullable Instant expiresAt() {
    return rule.deadline() == null ? null : launchedAt.plus(rule.deadline());
  }
}
