package dev.escarole.engine.executor;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.KeptSteps;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.content.LostContentException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The results that a rerun reuses from the earlier run. Immutable; as thread-safe as the records.
 */
public final class Reuse {

  private static final Logger LOG = LoggerFactory.getLogger(Reuse.class);

  /** No reused results. */
  public static final Reuse NONE = new Reuse(null, Map.of(), step -> false);

  private final @Nullable RunRecords records;
  private final Map<Integer, StoredAttempt> attempts;
  private final Predicate<Step> whollyKept;

  private Reuse(
      @Nullable RunRecords records,
      Map<Integer, StoredAttempt> attempts,
      Predicate<Step> whollyKept) {
    this.records = records;
    this.attempts = attempts;
    this.whollyKept = whollyKept;
  }

  /**
   * Reuses the results of kept steps.
   *
   * @param earlier the attempts of the earlier run in order of completion
   */
  public static Reuse of(RunRecords records, KeptSteps kept, List<StoredAttempt> earlier) {
    Map<Integer, StoredAttempt> last = new HashMap<>();
    earlier.forEach(attempt -> last.put(attempt.stepIndex(), attempt));
    Map<Integer, StoredAttempt> attempts = new HashMap<>();
    kept.kept()
        .forEach(
            (index, before) -> {
              StoredAttempt attempt = last.get(before.index());
              if (attempt != null) {
                attempts.put(index, attempt);
              }
            });
    return new Reuse(records, attempts, kept::isWhollyKept);
  }

  /** Number of leaves with a reusable result. */
  public int size() {
    return attempts.size();
  }

  /**
   * Whether there is a result to reuse for a leaf of the new plan, unless its input has changed.
   */
  public boolean has(Step leaf) {
    return attempts.containsKey(leaf.index());
  }

  /** Whether nothing in the step runs, so that its delay can be skipped. */
  boolean isWhollyKept(Step step) {
    return !attempts.isEmpty() && whollyKept.test(step);
  }

  /**
   * The result to reuse, or null if the command must run: its input has changed, or the result is
   * lost.
   */
  @Nullable LeafResult result(LeafStep leaf, Content stdin) {
    StoredAttempt attempt = attempts.get(leaf.index());
    if (records == null || attempt == null || !attempt.stdin().sha256().equals(stdin.sha256())) {
      return null;
    }
    Content stdout = content(records, attempt.stdout());
    Content stderr = content(records, attempt.stderr());
    return stdout == null || stderr == null
        ? null
        : new LeafResult(attempt.outcome(), stdout, stderr, Usage.ofFuel(0), LeafOrigin.REUSED);
  }

  private static @Nullable Content content(RunRecords records, ContentRef ref) {
    try {
      return records.contentParts(ref).map(Content::of).orElse(null);
    } catch (LostContentException e) {
      LOG.warn("A result is not reused, its command runs instead: {}", e.getMessage());
      return null;
    }
  }
}
