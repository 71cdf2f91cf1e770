package dev.escarole.web.app.compare;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import dev.escarole.web.app.Param;
import dev.escarole.web.app.run.Made;
import dev.escarole.web.app.run.RunHead;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What differs between two runs. Steps are matched by what they are, then by their labels. */
public record RunComparison(
    RunHead before,
    RunHead after,
    @Documented("Whether both execute the same plan.") boolean samePlan,
    @Documented("Whether both were launched from the same text.") boolean sameRecipe,
    @Documented("What differs beside the steps, such as: added http https://example.org.")
        List<String> planChanges,
    @Documented("Values that differ.") List<Difference> values,
    @Documented("Directories that differ, by their paths for commands.")
        List<Difference> directories,
    @Documented("Whether both had the same input.") boolean sameInput,
    @Documented("Whether both have the same result; null if one has none.")
        @Nullable Boolean sameResult,
    Counts counts,
    @Documented("The steps that were asked for, in plan order.") List<StepPair> steps,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<RunComparison> {

  public RunComparison {
    planChanges = List.copyOf(planChanges);
    values = List.copyOf(values);
    directories = List.copyOf(directories);
    steps = List.copyOf(steps);
  }

  @Override
  public RunComparison withNext(@Nullable String other) {
    return new RunComparison(
        before,
        after,
        samePlan,
        sameRecipe,
        planChanges,
        values,
        directories,
        sameInput,
        sameResult,
        counts,
        steps,
        other);
  }

  /** The same with these steps. */
  public RunComparison withSteps(List<StepPair> other) {
    return new RunComparison(
        before,
        after,
        samePlan,
        sameRecipe,
        planChanges,
        values,
        directories,
        sameInput,
        sameResult,
        counts,
        other,
        next);
  }

  /** A value or directory that differs. */
  public record Difference(
      String name,
      @Documented("Before, as text or JSON, the first 2,000 characters; null if it was not given.")
          @Nullable String before,
      @Documented("Likewise, after.") @Nullable String after) {}

  /** How many steps differ in which respect. */
  public record Counts(
      @Documented("Steps of both, matched ones once.") int steps,
      @Documented("Steps that differ in plan, state or output.") int differing,
      @Documented("Steps that are not the same in both plans: changed, added or removed.") int plan,
      @Documented("Steps that ended in another state, or with another exit code.") int state,
      @Documented("Steps that printed something else.") int output,
      @Documented("Steps that took at least half as long again, and a second longer.")
          int duration) {}

  /** A step of one run, or one of each. */
  public record StepPair(
      @Documented(
              words = {"same", "changed", "added", "removed"},
              value = "How the plans differ.")
          @Made.Word
          String kind,
      @Nullable String label,
      List<String> argv,
      @Documented("What is different in the plan, such as retry: 1 -> 3.") List<String> differences,
      @Documented("In the run before; null if it was added.") @Nullable StepFacts before,
      @Documented("In the run after; null if it was removed.") @Nullable StepFacts after,
      @Documented("Whether it ended in another state, or with another exit code.")
          boolean stateDiffers,
      @Documented("Whether it printed something else; null if one is not known.")
          @Nullable Boolean outputDiffers,
      @Documented("Whether it took at least half as long again, and a second longer.")
          boolean durationDiffers) {
    public StepPair {
      argv = List.copyOf(argv);
      differences = List.copyOf(differences);
    }

    /** Whether it differs in anything but how long it took. */
    public boolean differs() {
      return !kind.equals("same") || stateDiffers || Boolean.TRUE.equals(outputDiffers);
    }

    /** The step of the run after, or of the run before if it was removed. */
    public StepFacts one() {
      return after == null ? Objects.requireNonNull(before) : after;
    }
  }

  /** What became of a step. */
  public record StepFacts(
      @Made.Path String path,
      @Documented(words = {"leaf", "sequence", "parallel"}) @Made.Word String step,
      @Made.Word String status,
      @Nullable Integer exitCode,
      @Nullable Long durationMillis,
      @Documented("SHA-256 of what its last attempt printed; null if none has ended.") @Made.Id
          @Nullable String outputSha256,
      @Documented("Its size; null likewise.") @Nullable Long outputBytes) {}

  /** Which two runs, and which of their steps. */
  public record Query(
      @Param(
              value = "A run's id, the beginning of it, or 'last' for the newest run.",
              in = Param.Where.PATH,
              required = true)
          String run,
      @Param(
              value = "The run to compare it with, named likewise.",
              in = Param.Where.PATH,
              required = true)
          String other,
      @Param(
              value =
                  "Only steps that differ so; differences: in plan, state or output; all: every step. Without it, differences.",
              in = Param.Where.QUERY,
              words = {"differences", "plan", "state", "output", "duration", "all"})
          @Nullable String only,
      @Param(
              value = "Most steps of a page, 1 to 1000.",
              in = Param.Where.QUERY,
              min = 1,
              max = 1000,
              byDefault = 50)
          int limit,
      @Param(value = "Where the page begins: 'next' of the previous page.", in = Param.Where.QUERY)
          @Nullable String cursor) {

    /** The steps that differ, the first ones. */
    public static Query first(String run, String other, int limit) {
      return new Query(run, other, null, limit, null);
    }
  }
}
