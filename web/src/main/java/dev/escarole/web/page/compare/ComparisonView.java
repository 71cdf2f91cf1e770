package dev.escarole.web.page.compare;

import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.RunComparison.StepFacts;
import dev.escarole.web.app.compare.RunComparison.StepPair;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Two runs side by side.
 *
 * @param only which steps are shown
 * @param first whether this is the first page of them
 * @param now when the page was made
 */
public record ComparisonView(RunComparison runs, String only, boolean first, Instant now) {

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_CHANGE = 300;

  /**
   * A choice of steps.
   *
   * @param count how many there are
   * @param chosen whether they are shown
   */
  public record Filter(String words, int count, String address, boolean chosen) {}

  /** The choices of steps. */
  public List<Filter> filters() {
    RunComparison.Counts counts = runs.counts();
    List<Filter> filters = new ArrayList<>();
    filters.add(filter("differences", "Any difference", counts.differing()));
    filters.add(filter("plan", "Plan", counts.plan()));
    filters.add(filter("state", "State", counts.state()));
    filters.add(filter("output", "Output", counts.output()));
    filters.add(filter("duration", "Duration", counts.duration()));
    filters.add(filter("all", "All steps", counts.steps()));
    return filters;
  }

  private Filter filter(String word, String words, int count) {
    return new Filter(words, count, address(word, null), word.equals(only));
  }

  private String address(String word, @Nullable String from) {
    return new Address("/compare")
        .with("run", runs.before().run())
        .with("run", runs.after().run())
        .with("only", word.equals("differences") ? "" : word)
        .with("from", from)
        .toString();
  }

  /** The next page of steps; null on the last one. */
  public @Nullable String next() {
    return runs.next() == null ? null : address(only, runs.next());
  }

  /** The first page of steps. */
  public String start() {
    return address(only, null);
  }

  /** The same with the runs exchanged. */
  public String swapped() {
    return new Address("/compare")
        .with("run", runs.after().run())
        .with("run", runs.before().run())
        .toString();
  }

  /** Whether nothing but durations is different. */
  public boolean isAlike() {
    return runs.counts().differing() == 0
        && runs.planChanges().isEmpty()
        && runs.values().isEmpty()
        && runs.directories().isEmpty()
        && runs.sameInput()
        && !Boolean.FALSE.equals(runs.sameResult());
  }

  /** Whether one of them goes on. */
  public boolean isUnfinished() {
    return !runs.before().hasEnded() || !runs.after().hasEnded();
  }

  /** How long a run took; empty while it goes on. */
  public String duration(RunHead run) {
    return Words.duration(run.durationMillis());
  }

  /** How much longer the run after took; empty if that is not known. */
  public String longer() {
    return longer(runs.before().durationMillis(), runs.after().durationMillis());
  }

  private static String longer(@Nullable Long before, @Nullable Long after) {
    if (before == null || after == null) {
      return "";
    }
    long more = after - before;
    return more == 0 ? "" : (more > 0 ? "+" : "−") + Words.duration(Math.abs(more));
  }

  /** How much longer the step after took; empty if that is not known. */
  public String longer(StepPair pair) {
    return pair.before() == null || pair.after() == null
        ? ""
        : longer(pair.before().durationMillis(), pair.after().durationMillis());
  }

  /** The label or command of a step. */
  public String name(StepPair pair) {
    String label = pair.label();
    String command = pair.argv().isEmpty() ? pair.one().step() : Words.shell(pair.argv());
    return Words.brief(
        label == null || label.isEmpty() ? command : label + ": " + command, LONGEST_NAME);
  }

  /** A difference in the plan. */
  public String brief(String change) {
    return Words.brief(change, LONGEST_CHANGE);
  }

  /** The page of a step. */
  public String step(RunHead run, StepFacts step) {
    return "/runs/"
        + run.run()
        + (step.step().equals("parallel") ? "/joins/" : "/steps/")
        + step.path();
  }

  /** The page that compares the outputs of a step line by line. */
  public String output(StepPair pair) {
    StepFacts before = Objects.requireNonNull(pair.before());
    StepFacts after = Objects.requireNonNull(pair.after());
    return text("stdout")
        .with("path", before.path())
        .with("other-path", before.path().equals(after.path()) ? "" : after.path())
        .toString();
  }

  /** The page that compares other texts of the runs. */
  public String texts(String what) {
    return text(what).toString();
  }

  private Address text(String what) {
    return new Address("/compare/text")
        .with("run", runs.before().run())
        .with("run", runs.after().run())
        .with("what", what);
  }
}
