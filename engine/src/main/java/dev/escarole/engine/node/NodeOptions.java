package dev.escarole.engine.node;

import dev.escarole.recipe.schedule.LaunchRule;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which runs an engine takes. Immutable.
 *
 * @param capacity most runs under way for it to start or claim another one that any engine may run;
 *     0 for the default: without limit where only one process can use the database, else four for
 *     each worker and at least 16. Runs that wait for people or programs do not count.
 * @param labels what recipes can require of the node that runs them
 */
public record NodeOptions(int capacity, Set<String> labels) {

  /** The default capacity, and no labels. */
  public static final NodeOptions DEFAULT = new NodeOptions(0, Set.of());

  /** The largest capacity that can be set. */
  public static final int MOST = 100_000;

  private static final int LEAST_SHARED = 16;
  private static final int FOR_EACH_WORKER = 4;

  public NodeOptions {
    if (capacity < 0 || capacity > MOST) {
      throw new IllegalArgumentException(
          "the capacity of a node must be 1..%d, or 0 for the default; was %d"
              .formatted(MOST, capacity));
    }
    for (String label : labels) {
      if (!label.matches(LaunchRule.NODE_PATTERN)) {
        throw new IllegalArgumentException(
            "'%s' is not a label of nodes: small letters, digits, '.', '_' and '-'"
                .formatted(label));
      }
    }
    labels = Set.copyOf(new TreeSet<>(labels));
  }

  /** The same with another capacity; 0 for the default. */
  public NodeOptions withCapacity(int runs) {
    return new NodeOptions(runs, labels);
  }

  /** The same with other labels. */
  public NodeOptions withLabels(Set<String> newLabels) {
    return new NodeOptions(capacity, newLabels);
  }

  /**
   * The most runs under way.
   *
   * @param shared whether several processes can use the database at once
   */
  public int most(boolean shared, int workers) {
    if (capacity > 0) {
      return capacity;
    }
    return shared ? Math.max(LEAST_SHARED, FOR_EACH_WORKER * workers) : Integer.MAX_VALUE;
  }
}
