package dev.escarole.web.page.run;

import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.run.Join;
import dev.escarole.web.page.words.Words;
import java.util.Optional;

/** Says in words what a join came to and why. */
final class JoinVerdict {

  private JoinVerdict() {}

  static JoinView.Verdict of(
      RunRecord record, Node node, Optional<Join> join, JoinView.Numbers numbers) {
    Controls controls = node.step().controls();
    String quorum =
        controls.hasQuorum()
            ? "at least "
                + Words.count(controls.minSuccessful(), "usable branch", "usable branches")
            : "none; the author asked for no number";
    return join.map(
            decided ->
                new JoinView.Verdict(record.word(node), sentence(decided, node), quorum, true))
        .orElseGet(() -> open(record, node, numbers, quorum));
  }

  private static JoinView.Verdict open(
      RunRecord record, Node node, JoinView.Numbers numbers, String quorum) {
    if (record.isOver() || node.state().isEnded()) {
      return new JoinView.Verdict(
          record.word(node), "It ended before its branches were joined.", quorum, false);
    }
    String sentence =
        "%s of %s so far; the join waits for the others."
            .formatted(
                Words.number(numbers.done()),
                Words.count(numbers.expected(), "branch is done", "branches are done"));
    return new JoinView.Verdict(record.word(node), sentence, quorum, false);
  }

  private static String sentence(Join join, Node node) {
    int meant = join.expected() - join.skipped();
    int missing = meant - join.done();
    if (!join.degraded()) {
      return meant == 0
          ? "No branch was to run."
          : "All %s came through; nothing is missing."
              .formatted(Words.count(meant, "branch", "branches"));
    }
    Integer minimum = join.minimum();
    if (minimum == null) {
      return join.done() == 0
          ? "None of %s came through; there is nothing to go on with."
              .formatted(Words.count(meant, "branch", "branches"))
          : "%s of %s did not come through; what is left is handed on."
              .formatted(Words.number(missing), Words.count(meant, "branch", "branches"));
    }
    String usable =
        "%d of %s usable, and at least %d had to be"
            .formatted(
                join.usableBranches(), Words.count(meant, "branch is", "branches are"), minimum);
    String end =
        join.usable()
            ? ": enough to go on, but not all."
            : Node.isTrouble(node.state())
                ? ": not enough, so the node fails."
                : ": not enough. The author lets the run go on nevertheless.";
    return usable + end;
  }
}
