package dev.escarole.engine.executor;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.KeptSteps;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.content.ContentRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The results that a rerun reuses from the earlier run. Immutable; as thread-safe as the store. */
public final class Reuse {

  /** No reused results. */
  public static final Reuse NONE = new Reuse(null, Map.of(), step -> false);

  private final @Nullable RunStore store;
  private final Map<Integer, StoredAttempt> attempts;
  private final Predicate<Step> whollyKept;

  private Reuse(
      @Nullable RunStore store, Map<Integer, StoredAttempt> attempts, Predicate<Step> whollyKept) {
    this.store = store;
    this.attempts = attempts;
    this.whollyKept = whollyKept;
  }

  /**
   * Reuses the results of kept steps.
   *
   * @param earlier the attempts of the earlier run in order of completion
   */
  public static Reuse of(RunStore store, KeptSteps kept, List<StoredAttempt> earlier) {
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
    return new Reuse(store, attempts, kept::isWhollyKept);
  }

  /** Number of leaves with a reusable result. */
  public int size() {
    return attempts.size();
  }

  /** Whether nothing in the step runs, so that its delay can be skipped. */
  boolean isWhollyKept(Step step) {
    return !attempts.isEmpty() && whollyKept.test(step);
  }

  /** The result to reuse, or null if the command must run because its input has changed. */
  @Nullable LeafResult result(LeafStep leaf, Content stdin) {
    StoredAttempt attempt = attempts.get(leaf.index());
    if (store == null || attempt == null || !attempt.stdin().sha256().equals(stdin.sha256())) {
      return null;
    }
    Content stdout = content(store, attempt.stdout());
    Content stderr = content(store, attempt.stderr());
    return stdout == null || stderr == null
        ? null
        : new LeafResult(attempt.outcome(), stdout, stderr, Usage.ofFuel(0), LeafOrigin.REUSED);
  }

  private static @Nullable Content content(RunStore store, ContentRef ref) {
    return store.contentParts(ref.sha256()).map(Content::of).orElse(null);
  }
}
