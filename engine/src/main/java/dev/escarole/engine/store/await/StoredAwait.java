package dev.escarole.engine.store.await;

import dev.escarole.recipe.template.AwaitKind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wait of a step. Immutable.
 *
 * @param recipe name of the run's recipe
 * @param principal principal of the run
 * @param path place of the step in the plan
 * @param label label of the step, or null
 * @param shown what those who decide are shown; may be empty
 * @param needed how many people have to approve
 * @param expiresAt when its time runs out; null for never
 * @param inputBytes size of the step's input
 * @param endedAt null while it is open
 * @param decisions in the order in which they were made
 */
public record StoredAwait(
    AwaitKey key,
    String recipe,
    String principal,
    String path,
    AwaitKind kind,
    @Nullable String label,
    String shown,
    int needed,
    Instant openedAt,
    @Nullable Instant expiresAt,
    long inputBytes,
    AwaitState state,
    @Nullable Instant endedAt,
    List<StoredDecision> decisions) {

  public StoredAwait {
    decisions = List.copyOf(decisions);
  }

  /** Whether nobody has answered yet, or not enough people. */
  public boolean isOpen() {
    return state == AwaitState.OPEN;
  }

  /** How many people have approved. */
  public int approvals() {
    return (int) decisions.stream().filter(StoredDecision::approves).count();
  }
}
