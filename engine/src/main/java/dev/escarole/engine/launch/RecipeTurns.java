package dev.escarole.engine.launch;

import dev.escarole.engine.store.launch.UnclaimedRuns.Group;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whose turn it is among recipes with the same priority: the one whose last turn was longest ago.
 * Not thread-safe.
 */
final class RecipeTurns {

  /** Recipes whose last turns are remembered. */
  private static final int MOST = 10_000;

  /** The number of each recipe's last turn, the longest ago first. */
  private final Map<String, Long> last = new LinkedHashMap<>();

  private long turn;

  /** The groups in the order of their turns; the order given decides between new recipes. */
  List<Group> order(List<Group> groups) {
    return groups.stream()
        .sorted(
            Comparator.comparingInt((Group group) -> -group.priority())
                .thenComparingLong(group -> last.getOrDefault(group.recipe(), 0L)))
        .toList();
  }

  /** Notes that a recipe has had its turn. */
  void had(String recipe) {
    last.remove(recipe);
    last.put(recipe, ++turn);
    if (last.size() > MOST) {
      last.remove(last.keySet().iterator().next());
    }
  }
}
