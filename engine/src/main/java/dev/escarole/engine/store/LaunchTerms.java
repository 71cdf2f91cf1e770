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
 */
public record LaunchTerms(
    @Nullable LaunchKey key, @Nullable LaunchTurn turn, List<NotifyRule> rules) {

  /** A launch in any case, at once. */
  public static final LaunchTerms NONE = new LaunchTerms(null, null, List.of());

  public LaunchTerms {
    rules = List.copyOf(rules);
  }

  /** A launch under a key. */
  public static LaunchTerms under(LaunchKey key) {
    return new LaunchTerms(key, null, List.of());
  }
}
