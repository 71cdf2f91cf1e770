package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;

/**
 * A join in one line. Immutable.
 *
 * @param name the author's label, or the path
 * @param state the word for how it stands
 * @param coverage in per cent; empty while the join is open
 * @param counts such as {@code 3 of 5 branches done}
 */
public record JoinLine(
    String path, String name, String state, String coverage, String counts, Bar branches) {

  static JoinLine of(RunRecord record, Node node) {
    StateTally tally = StateTally.of(node.children());
    String counts =
        "%s of %s done"
            .formatted(
                Words.number(tally.count(StepState.DONE)),
                Words.count(node.children().size(), "branch", "branches"));
    return new JoinLine(
        node.path(),
        Words.brief(node.name(), 60),
        node.status(),
        record.join(node).map(each -> Words.percent(each.coverage())).orElse(""),
        counts,
        tally.bar());
  }
}
