package dev.escarole.web.app.local;

import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.run.Judgement;
import dev.escarole.web.app.run.ResultText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Shows the runs of a store. Immutable; as thread-safe as the store. */
public final class StoredRuns {

  private final RunStore store;
  private final Predicate<RunId> underWay;
  private final Function<RunId, @Nullable RunCounts> counts;

  /**
   * @param underWay whether some engine executes a run that is not over
   * @param counts how far the steps of a run are that this process executes; null for other runs
   */
  public StoredRuns(
      RunStore store, Predicate<RunId> underWay, Function<RunId, @Nullable RunCounts> counts) {
    this.store = store;
    this.underWay = underWay;
    this.counts = counts;
  }

  /**
   * The heads of the runs that the query asks for, newest first. Of those asked for as running or
   * interrupted there may be fewer than its limit although there are more.
   */
  public List<RunView.Head> list(RunQuery query) {
    Set<RunStatus> statuses = query.filter().statuses();
    return store.runs(query).stream()
        .map(this::head)
        .filter(head -> statuses.isEmpty() || statuses.contains(head.status()))
        .toList();
  }

  /** The head of a run; empty if there is no such run. */
  public Optional<RunView.Head> head(RunId id) {
    return store.run(id).map(this::head);
  }

  /** A step as all consumers see it. */
  public static StepFacts step(StoredStep step) {
    return StoredDetails.view(step);
  }

  /** The joins of a run that were decided, in plan order. */
  public DecidedJoins joins(RunId id) {
    StoredDetails details = new StoredDetails(store, id);
    return new DecidedJoins(details.joins(), details.states());
  }

  /**
   * Joins that were decided.
   *
   * @param states of the steps of their run, by path
   */
  public record DecidedJoins(List<Join> joins, Map<String, StepState> states) {
    public DecidedJoins {
      joins = List.copyOf(joins);
      states = Map.copyOf(states);
    }
  }

  /** The origin and the history of a run. */
  public RunView.Past past(RunId id) {
    return store.run(id).map(this::past).orElse(RunView.Past.NONE);
  }

  private RunView.Past past(StoredRun run) {
    RunId again = run.rerunOf();
    return new RunView.Past(
        store.resumes(run.id()).size(),
        again == null ? null : again.value(),
        run.stdoutSha256() == null ? run.error() : null,
        store.launch(run.id()).map(StoredRuns::ignoredFields).orElse(List.of()),
        store.reports().computed(run.id()));
  }

  /** A recipe that an earlier version took may be none for this one. */
  private static List<String> ignoredFields(NewRun launch) {
    try {
      return new RecipeReader().read(launch.recipeSource(), "recipe").ignoredFields();
    } catch (RecipeException unreadable) {
      return List.of();
    }
  }

  /** The results of the last calls of handles in a run, in plan order. */
  public List<RunView.HandleView> handles(RunId id) {
    return HandleResults.read(store, id);
  }

  /** A run with all that happened in it. */
  public Optional<RunView> run(RunId id) {
    return store.run(id).map(this::view);
  }

  /** Likewise, of a run that was read already. */
  public RunView view(StoredRun run) {
    RunView.Details details = new StoredDetails(store, run.id()).read();
    ExitCode exitCode =
        run.status().isOver()
            ? ExitCode.of(
                run.status(), run.accepted(), RunView.firstOutcome(details), Judgement.AUTHOR)
            : null;
    Acceptance acceptance = store.reports().acceptance(run.id()).orElse(null);
    return new RunView(head(run), exitCode, acceptance, result(run), past(run), details);
  }

  private RunView.@Nullable Result result(StoredRun run) {
    String sha256 = run.stdoutSha256();
    if (sha256 == null) {
      return null;
    }
    long bytes =
        store
            .reports()
            .contentSize(sha256)
            .orElseThrow(
                () -> new IllegalStateException("the store has lost the content " + sha256));
    return new RunView.Result(
        ResultText.of(bytes, () -> new StoredStream(store.reports(), sha256, 0, bytes)),
        run.output());
  }

  /** The bytes that a step or a run has left in the store. */
  public byte[] bytes(ContentRef content) {
    return bytes(content.sha256());
  }

  /**
   * The bytes of this SHA-256.
   *
   * @throws IllegalStateException if the store has lost them
   */
  public byte[] bytes(String sha256) {
    return store
        .content(sha256)
        .orElseThrow(() -> new IllegalStateException("the store has lost the content " + sha256));
  }

  /** The head of a run. */
  public RunView.Head head(StoredRun run) {
    boolean abandoned = !run.status().isOver() && !underWay.test(run.id());
    return new RunView.Head(
        run.id().value(),
        run.recipe(),
        run.planHash(),
        abandoned ? RunStatus.INTERRUPTED : run.status(),
        run.accepted(),
        run.startedAt(),
        millis(run.startedAt(), run.endedAt()),
        run.labels(),
        run.principal(),
        run.counts() == null ? counts.apply(run.id()) : run.counts());
  }

  static @Nullable Long millis(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? null : Duration.between(from, to).toMillis();
  }
}
