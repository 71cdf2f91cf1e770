package dev.escarole.engine.store;

import dev.escarole.engine.store.launch.LaunchTurn;
import dev.escarole.recipe.notify.NotifyRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a launch stores beside its run. Immutable.
 *
 * @param key stores it at most once; null to store it in any case
 * @param turn null if the recipe does not limit its runs at once
 * @param rules who is told about it, besides those who are told about every run
 * @param offer null if the engine that stores the run starts it
 */
public record LaunchTerms(
    @Nullable LaunchKey key,
    @Nullable LaunchTurn turn,
    List<NotifyRule> rules,
    @Nullable Offer offer) {

  /** A launch in any case, at once. */
  public static final LaunchTerms NONE = new LaunchTerms(null, null, List.of(), null);

  public LaunchTerms {
    rules = List.copyOf(rules);
    if (offer != null && turn == null) {
      throw new IllegalArgumentException("a run that any engine may claim needs a turn");
    }
  }

  /**
   * Leaves a run to any engine that has room.
   *
   * @param node the label of those that may claim it; null for any
   */
  public record Offer(@Nullable String node) {}

  /** A launch under a key. */
  public static LaunchTerms under(LaunchKey key) {
    return new LaunchTerms(key, null, List.of(), null);
  }
}
