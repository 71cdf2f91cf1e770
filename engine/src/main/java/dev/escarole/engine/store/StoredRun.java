package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored run without its steps. Immutable.
 *
 * @param number increases in the order in which runs were stored; used for paging
 * @param recipe the recipe's name
 * @param stepCount steps of its plan
 * @param principal the principal of the run
 * @param output the declared result; its value is null if it is the result text
 * @param endedAt null until it ends
 * @param stdinSha256 its input
 * @param stdoutSha256 the result text
 * @param error why it failed or was cancelled; null if it did not
 * @param labels its labels, in alphabetical order
 * @param counts how its leaves and branches ended; null until it ends, or if unknown
 * @param accepted whether the author consented to how it ended; null until it ends
 * @param rerunOf the run that it reruns, which may have been deleted; or null
 * @param causes why steps failed, the most frequent cause first; empty until it ends
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
    @Nullable RunId rerunOf,
    List<CauseTally> causes) {

  public StoredRun {
    labels = List.copyOf(labels);
    causes = List.copyOf(causes);
  }
}
