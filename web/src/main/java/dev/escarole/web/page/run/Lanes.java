package dev.escarole.web.page.run;

import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.draw.Segment;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lays a run out as lanes. Used once, by one thread. */
final class Lanes {

  private static final int LONGEST_NAME = 60;

  private final RunRecord record;
  private final Toggles toggles;
  private final Segments axis;
  private final Instant until;
  private final List<LanesView.Lane> lanes = new ArrayList<>();
  private boolean folded;

  private Lanes(RunRecord record, Toggles toggles) {
    this.record = record;
    this.toggles = toggles;
    this.axis = Segments.of(record);
    this.until = record.until();
  }

  static LanesView of(RunTitle head, RunRecord record, Toggles toggles) {
    Lanes lanes = new Lanes(record, toggles);
    lanes.add(Folding.of(record, toggles.keys()), 0);
    return new LanesView(head, lanes.axis.ticks(), lanes.lanes, lanes.folded);
  }

  private void add(Folded folded, int depth) {
    lanes.add(folded.isMany() ? many(folded, depth) : one(folded, depth));
    folded.children().forEach(child -> add(child, depth + 1));
    int hidden = folded.members().size() - folded.children().size();
    if (folded.isMany() && folded.open() && hidden > 0) {
      lanes.add(rest(folded.key() + "~rest", hidden, depth + 1));
    }
  }

  private LanesView.Lane one(Folded folded, int depth) {
    Node node = folded.first();
    String state = record.word(node);
    boolean closedGroup = !node.children().isEmpty() && !folded.open();
    this.folded |= closedGroup;
    return new LanesView.Lane(
        depth,
        folded.key(),
        Words.brief(node.name(), LONGEST_NAME),
        address(record, node),
        state,
        note(node),
        toggle(folded),
        folded.open(),
        closedGroup ? leaves(node) : null,
        axis.of(node, state, until));
  }

  private LanesView.Lane many(Folded folded, int depth) {
    this.folded = true;
    Node first = folded.first();
    String name =
        "%s × %s".formatted(Words.number(folded.members().size()), Words.brief(first.name(), 40));
    List<Segment> segments = axis.of(folded.members(), until);
    return new LanesView.Lane(
        depth,
        folded.key(),
        name,
        null,
        record.word(first),
        "alike",
        toggle(folded),
        folded.open(),
        null,
        segments);
  }

  private static LanesView.Lane rest(String key, int hidden, int depth) {
    String name = "and " + Words.number(hidden) + " more: see Steps";
    return new LanesView.Lane(depth, key, name, null, "pending", "", null, false, null, List.of());
  }

  private @Nullable String toggle(Folded folded) {
    return folded.canOpen() ? toggles.toggled(folded.key()) : null;
  }

  /** Parallel nodes have a page of their own. */
  static String address(RunRecord record, Node node) {
    String place = node.isParallel() ? "/joins/" : "/steps/";
    return "/runs/" + record.run().id() + place + node.path();
  }

  private static String note(Node node) {
    int tries = node.attempts().size();
    if (tries > 1) {
      return tries + " tries";
    }
    String kind = node.step().recovery() ? "recovery" : node.step().kind();
    boolean plain = node.isLeaf() && !node.step().recovery();
    return plain || kind.equals(node.name()) ? "" : kind;
  }

  private static Bar leaves(Node group) {
    StateTally tally = new StateTally();
    count(group, tally);
    return tally.bar();
  }

  private static void count(Node node, StateTally tally) {
    if (node.isLeaf()) {
      tally.add(node.state());
    }
    node.children().forEach(child -> count(child, tally));
  }
}
