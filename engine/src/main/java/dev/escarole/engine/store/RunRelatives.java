package dev.escarole.engine.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs around a run. Immutable.
 *
 * @param previous the run of the same recipe before it, or null
 * @param next the run of the same recipe after it, or null
 * @param lastGood the newest run of the same recipe before it that is done, or degraded with
 *     consent; null if there is none among the {@value RelativeRows#MOST_SEARCHED} runs before it
 * @param reruns runs of the same recipe that rerun it, oldest first: at most {@value
 *     RelativeRows#MOST_RERUNS} among the {@value RelativeRows#MOST_SEARCHED} runs after it
 */
public record RunRelatives(
    @Nullable StoredRun previous,
    @Nullable StoredRun next,
    @Nullable StoredRun lastGood,
    List<StoredRun> reruns) {

  public RunRelatives {
    reruns = List.copyOf(reruns);
  }
}
