package dev.escarole.engine.rehearsal;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.rehearsal.Expected.JoinRule;
import dev.escarole.engine.rehearsal.Expected.StepRule;
import dev.escarole.engine.rehearsal.Rehearsal.Attempt;
import dev.escarole.engine.rehearsal.Rehearsal.Ended;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.StepState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares a run with what a test expects. */
final class Checks {

  private static final String NOT_STARTED = "not started";

  private final Expected expected;
  private final NamedSteps names;
  private final List<Mismatch> found;

  /**
   * @param found receives what differs
   */
  Checks(Expected expected, NamedSteps names, List<Mismatch> found) {
    this.expected = expected;
    this.names = names;
    this.found = found;
  }

  /** Compares the plan. */
  void plan(Plan plan) {
    List<String> commands = expected.commands();
    if (commands != null) {
      String planned =
          plan.steps().stream()
              .filter(step -> step instanceof LeafStep && !step.isSkipped())
              .map(step -> NamedSteps.command((LeafStep) step))
              .collect(Collectors.joining("\n"));
      TextRule.equalTo(String.join("\n", commands)).check("plan", planned, found::add);
    }
    if (expected.plan() != null) {
      TextRule.equalTo(expected.plan()).check("plan", tree(plan), found::add);
    }
  }

  /** The tree of a plan, without what comes before its root. */
  private static String tree(Plan plan) {
    StringBuilder text = new StringBuilder();
    try {
      PlanPrinter.print(plan, PlanFormat.TREE, List.of(), text);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    List<String> lines = text.toString().lines().toList();
    String root = plan.root().path() + ' ';
    int first = 0;
    while (!lines.get(first).startsWith(root)) {
      first++;
    }
    return String.join("\n", lines.subList(first, lines.size()));
  }

  /** Compares a run that is over. */
  void run(Ended run) {
    String status = expected.status();
    if (status != null) {
      compare("status", status, run.over().status().word());
    }
    if (expected.accepted() != null) {
      compare("accepted", expected.accepted(), run.over().acceptance().accepted());
    }
    Content stdout = run.over().result().stdout();
    check(expected.stdout(), "stdout", stdout);
    String selected = run.plan().output().value();
    check(expected.output(), "output", selected == null ? stdout : Content.of(selected));
    steps(run);
    joins(run);
  }

  private void steps(Ended run) {
    if (expected.steps().isEmpty()) {
      return;
    }
    Map<Integer, Attempt> last = new HashMap<>();
    Map<Integer, Integer> counts = new HashMap<>();
    for (Attempt attempt : run.attempts()) {
      last.put(attempt.leaf().index(), attempt);
      counts.merge(attempt.leaf().index(), 1, Integer::sum);
    }
    Map<String, Join> joins = joinsByPath(run);
    expected
        .steps()
        .forEach(
            (name, rule) -> {
              List<Step> steps = names.find(name);
              if (steps.isEmpty()) {
                found.add(names.unknown("steps", name));
              }
              for (Step step : steps) {
                Attempt attempt = last.get(step.index());
                step(
                    new Ran(
                        step,
                        run.machine().state(step),
                        run.machine().result(step) != null,
                        attempt == null ? Content.EMPTY : attempt.stdin(),
                        run.outputs().getOrDefault(step.index(), Content.EMPTY),
                        counts.getOrDefault(step.index(), 0),
                        joins.get(step.path())),
                    rule);
              }
            });
  }

  /** What became of a step. */
  private record Ran(
      Step step,
      StepState state,
      boolean ended,
      Content stdin,
      Content stdout,
      int attempts,
      @Nullable Join join) {

    String status() {
      return ended ? Join.word(state, join) : NOT_STARTED;
    }
  }

  private void step(Ran ran, StepRule rule) {
    String what = NamedSteps.of(ran.step());
    if (rule.status() != null) {
      compare(what, rule.status(), ran.status());
    }
    if (rule.attempts() != null) {
      compare(what + ": attempts", rule.attempts(), ran.attempts());
    }
    check(rule.stdin(), what + ": stdin", ran.stdin());
    check(rule.stdout(), what + ": stdout", ran.stdout());
  }

  private void joins(Ended run) {
    Map<String, Join> joins = joinsByPath(run);
    expected.joins().forEach((name, rule) -> joins(name, rule, joins));
  }

  private void joins(String name, JoinRule rule, Map<String, Join> joins) {
    List<Step> steps = names.find(name);
    if (steps.isEmpty()) {
      found.add(names.unknown("joins", name));
    }
    for (Step step : steps) {
      Join join = joins.get(step.path());
      String what = "join of " + NamedSteps.of(step);
      if (join == null) {
        found.add(new Mismatch(what, "a join", "there is none"));
      } else {
        rule.facts()
            .forEach((fact, value) -> compare(what + ": " + fact, value, JoinFacts.of(fact, join)));
      }
    }
  }

  private static Map<String, Join> joinsByPath(Ended run) {
    return run.machine().joins().stream().collect(Collectors.toMap(Join::path, join -> join));
  }

  private void compare(String what, Object wanted, Object actual) {
    if (!wanted.toString().equals(actual.toString())) {
      found.add(new Mismatch(what, wanted.toString(), actual.toString()));
    }
  }

  private void check(@Nullable TextRule rule, String what, Content actual) {
    if (rule != null) {
      rule.check(what, actual.text(), found::add);
    }
  }
}
