package dev.escarole.engine.store;

import dev.escarole.engine.run.StepState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which steps of a run to list, in plan order. Immutable.
 *
 * @param limit most steps to list: 1 to 10,000
 * @param afterIndex only steps that follow the one with this index; -1 to start with the first
 * @param states only steps that are in one of these states; empty for all
 * @param parent only children of the group with this index, and its recovery; null for all
 * @param text only steps with this text in path, label, argv or error line, ignoring case; null for
 *     all
 * @param cause only steps that failed of the cause with this key, or {@link #ANY_CAUSE}; null for
 *     all
 */
public record StepQuery(
    int limit,
    int afterIndex,
    Set<StepState> states,
    @Nullable Integer parent,
    @Nullable String text,
    @Nullable String cause) {

  /** Stands for every cause: all steps that failed by themselves, each once. */
  public static final String ANY_CAUSE = "any";

  public StepQuery {
    states = Set.copyOf(states);
    if (limit < 1 || limit > 10_000) {
      throw new IllegalArgumentException("StepQuery.limit must be 1..10000, was " + limit);
    }
  }

  /** The first steps of a run. */
  public static StepQuery first(int limit) {
    return new StepQuery(limit, -1, Set.of(), null, null, null);
  }

  public StepQuery withAfterIndex(int value) {
    return new StepQuery(limit, value, states, parent, text, cause);
  }

  public StepQuery withStates(Set<StepState> value) {
    return new StepQuery(limit, afterIndex, value, parent, text, cause);
  }

  public StepQuery withParent(@Nullable Integer value) {
    return new StepQuery(limit, afterIndex, states, value, text, cause);
  }

  public StepQuery withText(@Nullable String value) {
    String some = value == null || value.isBlank() ? null : value.strip();
    return new StepQuery(limit, afterIndex, states, parent, some, cause);
  }

  public StepQuery withCause(@Nullable String value) {
    return new StepQuery(limit, afterIndex, states, parent, text, value);
  }
}
