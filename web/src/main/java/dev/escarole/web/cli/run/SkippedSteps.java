package dev.escarole.web.cli.run;

import dev.escarole.web.cli.text.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Says which steps were skipped: a few each on a line, many that follow each other for the same
 * reason on one line with their number. What comes one by one again and again is counted after the
 * first few, and told at the end. Confined to whoever tells it.
 */
final class SkippedSteps {

  /** As many for the same reason have a line each. */
  static final int FEW = 3;

  private final StepTree tree;
  private final Consumer<String> out;
  private final List<Integer> waiting = new ArrayList<>();
  private String reason = "";

  /** Lines said for each reason. */
  private final Map<String, Integer> said = new TreeMap<>();

  /** Steps that were left out, by reason. */
  private final Map<String, List<Integer>> leftOut = new TreeMap<>();

  SkippedSteps(StepTree tree, Consumer<String> out) {
    this.tree = tree;
    this.out = out;
  }

  /** One more step; it may wait for those that follow it. */
  void add(int index, String why) {
    if (!why.equals(reason)) {
      say();
    }
    reason = why;
    waiting.add(index);
  }

  /** Says what waits, because something else happened. */
  void say() {
    if (waiting.size() > FEW) {
      out.accept(text(waiting, "", reason));
    } else {
      waiting.forEach(this::sayOne);
    }
    waiting.clear();
  }

  private void sayOne(int index) {
    if (said.merge(reason, 1, Integer::sum) <= FEW) {
      out.accept(tree.name(index) + because(reason));
    } else {
      leftOut.computeIfAbsent(reason, key -> new ArrayList<>()).add(index);
    }
  }

  /** Says all that is left. */
  void end() {
    say();
    leftOut.forEach((why, steps) -> out.accept(text(steps, "more ", why)));
    leftOut.clear();
  }

  private String text(List<Integer> steps, String more, String why) {
    boolean leaves = steps.stream().allMatch(tree::isLeaf);
    String count =
        leaves
            ? TextFormat.count(steps.size(), more + "command", more + "commands")
            : TextFormat.count(steps.size(), more + "step", more + "steps");
    int first = steps.stream().min(Integer::compare).orElseThrow();
    int last = steps.stream().max(Integer::compare).orElseThrow();
    String range =
        first == last
            ? tree.name(first)
            : tree.node(first).path() + " to " + tree.node(last).path();
    return count + ", " + range + because(why);
  }

  private static String because(String why) {
    return why.isEmpty() ? "" : ": " + why;
  }
}
