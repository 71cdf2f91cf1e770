package dev.escarole.web.page.run;

import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.words.Words;
import java.util.Optional;

/**
 * A join in one line. Immutable.
 *
 * @param name the author's label, or the path
 * @param verdict one word: {@code complete}, {@code degraded}, {@code insufficient data} or {@code
 *     open}
 * @param tone the state whose colour the verdict has
 * @param coverage in per cent; empty while the join is open
 * @param counts such as {@code 3 of 5 branches done}
 */
public record JoinLine(
    String path,
    String name,
    String verdict,
    String tone,
    String coverage,
    String counts,
    Bar branches) {

  static JoinLine of(RunRecord record, Node node) {
    StateTally tally = new StateTally();
    node.children().forEach(child -> tally.add(child.state()));
    Optional<Join> join = record.join(node.path()).filter(unused -> node.state().isEnded());
    String counts =
        "%s of %s done"
            .formatted(
                Words.number(tally.count(StepState.DONE)),
                Words.count(node.children().size(), "branch", "branches"));
    return new JoinLine(
        node.path(),
        Words.brief(node.name(), 60),
        join.map(JoinLine::verdict).orElse("open"),
        join.map(JoinLine::tone).orElse(record.isOver() ? "skipped" : "running"),
        join.map(each -> Words.percent(each.coverage())).orElse(""),
        counts,
        tally.bar());
  }

  static String verdict(Join join) {
    if (!join.usable()) {
      return join.minimum() == null ? "nothing usable" : "insufficient data";
    }
    return join.degraded() ? "degraded" : "complete";
  }

  static String tone(Join join) {
    return !join.usable() ? "failed" : join.degraded() ? "degraded" : "done";
  }
}
