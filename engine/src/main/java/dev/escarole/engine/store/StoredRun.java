package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the store knows of a run without looking at its steps. Immutable.
 *
 * @param number grows from run to run in the order in which they were stored; a page of a list ends
 *     at one
 * @param recipe the recipe's name
 * @param stepCount steps of its plan
 * @param principal on whose behalf it acts
 * @param output the result that the author wants; its value is null where that is the result text
 * @param endedAt null while it runs, as are the others that the end decides
 * @param stdinSha256 what it was started with
 * @param stdoutSha256 the result text
 * @param error why it failed or was cancelled; null if it did not
 * @param labels what it can be found by, in alphabetical order
 * @param counts how its leaves and branches ended; null while it runs, and if nobody counted
 * @param accepted whether the author agreed to how it ended; null while it runs, and if it ended
 *     before this was kept
 * @param rerunOf the run that it runs again, which may have been deleted since; or null
 */
public record StoredRun(
    RunId id,
    long number,
    String recipe,
    String planHash,
    int stepCount,
    String principal,
    RunStatus status,
    Plan.Output output,
    Instant startedAt,
    @Nullable Instant endedAt,
    String stdinSha256,
    @Nullable String stdoutSha256,
    @Nullable String error,
    List<String> labels,
    @Nullable RunCounts counts,
    @Nullable Boolean accepted,
    @Nullable RunId rerunOf) {

  public StoredRun {
    labels = List.copyOf(labels);
  }
}
