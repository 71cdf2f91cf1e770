package dev.escarole.web.page.run;

import dev.escarole.web.page.run.Folding.Folded;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws a folded run as a graph. Used once, by one thread. */
public final class Graph {

  private static final int LONGEST_LABEL = 32;
  private static final int LETTER = 8;
  private static final int MARGIN = 28;
  private static final int HEIGHT = 40;
  private static final int DOT = 18;

  private final RunRecord record;
  private final Folding.Toggles toggles;
  private final GraphLayout layout = new GraphLayout();
  private final List<Box> boxes = new ArrayList<>();
  private boolean folded;

  /**
   * Content of the page.
   *
   * @param placed where the boxes are
   * @param folded whether something is shown as one that is many
   */
  public record View(RunTitle head, List<Box> boxes, GraphLayout.Placed placed, boolean folded) {}

  /**
   * A step, several equal ones, or a join.
   *
   * @param key identifies the box as long as it shows the same steps
   * @param shape {@code step}, {@code many}, {@code fork} or {@code join}
   * @param note a second line; may be empty
   * @param address of its page, or where it opens; null if it has none
   * @param words the full text, shown in a tooltip
   */
  public record Box(
      String key,
      int width,
      int height,
      String shape,
      String state,
      String label,
      String note,
      @Nullable String address,
      String words) {}

  private Graph(RunRecord record, Folding.Toggles toggles) {
    this.record = record;
    this.toggles = toggles;
  }

  static View of(Visit visit) {
    RunRecord record = visit.record();
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.GRAPH);
    Folding.Toggles toggles = Folding.Toggles.of(visit.ctx(), head.address() + "/graph");
    Graph graph = new Graph(record, toggles);
    graph.add(Folding.of(record, toggles.keys()));
    return new View(head, graph.boxes, graph.layout.place(), graph.folded);
  }

  /** Where a part of the graph is entered and left, as numbers of boxes. */
  private record Ends(int in, int out) {}

  private Ends add(Folded part) {
    if (part.isMany()) {
      return part.open() ? members(part) : single(many(part));
    }
    Node node = part.first();
    if (part.children().isEmpty()) {
      return single(step(part));
    }
    return node.isParallel() ? parallel(part) : chain(part.children());
  }

  private Ends single(Box box) {
    int number = put(box);
    return new Ends(number, number);
  }

  private int put(Box box) {
    boxes.add(box);
    return layout.add(box.width(), box.height());
  }

  private Ends chain(List<Folded> parts) {
    Ends first = null;
    Ends last = null;
    for (Folded part : parts) {
      Ends next = add(part);
      if (last != null) {
        layout.connect(last.out(), next.in());
      }
      first = first == null ? next : first;
      last = next;
    }
    if (first == null || last == null) {
      throw new IllegalStateException("BUG: an open group has no children");
    }
    return new Ends(first.in(), last.out());
  }

  private Ends parallel(Folded part) {
    Node node = part.first();
    int fork = put(fork(part));
    int join = put(join(node));
    for (Folded child : part.children()) {
      // A recovery and members of an opened fold stand beside the branches.
      if (child.isMany() && child.open()) {
        child.children().forEach(member -> connect(fork, add(member), join));
        int hidden = child.members().size() - child.children().size();
        if (hidden > 0) {
          connect(fork, single(many(child)), join);
        }
      } else {
        connect(fork, add(child), join);
      }
    }
    return new Ends(fork, join);
  }

  private void connect(int fork, Ends branch, int join) {
    layout.connect(fork, branch.in());
    layout.connect(branch.out(), join);
  }

  /** In a sequence the opened members follow each other. */
  private Ends members(Folded part) {
    Ends ends = chain(part.children());
    if (part.members().size() == part.children().size()) {
      return ends;
    }
    int rest = put(many(part));
    layout.connect(ends.out(), rest);
    return new Ends(ends.in(), rest);
  }

  private Box step(Folded part) {
    Node node = part.first();
    boolean group = !node.children().isEmpty();
    folded |= group;
    String label = Words.brief(node.name(), LONGEST_LABEL);
    String note =
        group
            ? node.picture().kind() + ", " + Words.count(node.size() - 1, "step", "steps")
            : tries(node);
    return box(
        part.key(),
        group ? "many" : "step",
        node,
        label,
        note,
        group ? toggles.toggled(part.key()) : record.address(node));
  }

  private String tries(Node node) {
    String state = node.status();
    return node.step().attempts() > 1 ? state + ", " + node.step().attempts() + " tries" : state;
  }

  private Box many(Folded part) {
    folded = true;
    int count = part.members().size() - (part.open() ? part.children().size() : 0);
    String label =
        Words.number(count) + " × " + Words.brief(part.first().name(), LONGEST_LABEL - 8);
    return box(
        part.key() + (part.open() ? "~rest" : ""),
        "many",
        part.first(),
        label,
        part.first().status(),
        toggles.toggled(part.key()));
  }

  private Box fork(Folded part) {
    Node node = part.first();
    String words = "close " + node.name();
    return new Box(
        part.key() + "~fork",
        DOT,
        DOT,
        "fork",
        "pending",
        "",
        "",
        toggles.toggled(part.key()),
        words);
  }

  private Box join(Node node) {
    OverviewPage.JoinLine line = OverviewPage.JoinLine.of(record, node);
    String label =
        Words.brief(node.name().equals("parallel") ? "join" : node.name(), LONGEST_LABEL);
    String note = line.coverage().isEmpty() ? line.state() : line.state() + ", " + line.coverage();
    return new Box(
        node.path() + "~join",
        width(label, note),
        HEIGHT,
        "join",
        line.state(),
        label,
        note,
        record.address(node),
        "join " + node.path() + ": " + line.state() + ", " + line.counts());
  }

  private Box box(
      String key, String shape, Node node, String label, String note, @Nullable String address) {
    return new Box(
        key,
        width(label, note),
        HEIGHT,
        shape,
        node.status(),
        label,
        note,
        address,
        node.path() + " " + node.name() + ": " + node.status());
  }

  private static int width(String label, String note) {
    return MARGIN + LETTER * Math.max(label.length(), note.length());
  }
}
