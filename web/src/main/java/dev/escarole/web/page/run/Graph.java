package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Draws a folded run as a graph. Used once, by one thread. */
public final class Graph {

  private static final int LONGEST_LABEL = 32;
  private static final int LONGEST_NAMES = 44;
  private static final int LETTER = 8;
  private static final int MARGIN = 34;
  private static final int HEIGHT = 40;

  /** With a bar below the words. */
  private static final int TALL = 48;

  /** Of the dot before branches and of a group's name; as large as a finger needs it at least. */
  private static final int DOT = 24;

  /** States that can be chosen from the beginning, so that choices do not come and go. */
  private static final Set<StepState> USUAL =
      EnumSet.of(
          StepState.FAILED, StepState.RUNNING, StepState.QUEUED, StepState.PENDING, StepState.DONE);

  private final RunRecord record;
  private final Toggles toggles;
  private final GraphLayout layout = new GraphLayout();
  private final List<Box> boxes = new ArrayList<>();
  private final List<Opened> opened = new ArrayList<>();
  private boolean folded;

  /**
   * Content of the page.
   *
   * @param address of what is shown, with all choices
   * @param whole address of the graph without any choice
   * @param choices states to choose from
   * @param drawing null if no step is in one of the chosen states
   * @param full whether something stays closed because too much is open
   */
  public record View(
      RunTitle head,
      String address,
      String whole,
      List<Choice> choices,
      @Nullable Drawing drawing,
      boolean full) {

    /** The chosen states as words; empty if all steps are shown. */
    public String chosen() {
      List<String> words =
          choices.stream().filter(Choice::chosen).map(each -> each.share().word()).toList();
      return String.join(" or ", words);
    }
  }

  /**
   * The boxes in their places.
   *
   * @param folded whether something is shown as one that is many
   * @param opened groups that the reader has opened
   */
  public record Drawing(
      List<Box> boxes, GraphLayout.Placed placed, boolean folded, List<Opened> opened) {}

  /**
   * A state that can be chosen.
   *
   * @param address where it is chosen, or no more
   */
  public record Choice(Bar.Share share, boolean chosen, String address) {}

  /**
   * A group that the reader has opened.
   *
   * @param address where it is closed
   */
  public record Opened(String name, String address) {}

  /**
   * A step, several similar ones, or a join.
   *
   * @param key identifies the box as long as it shows the same steps
   * @param shape {@code step}, {@code many}, {@code others}, {@code fork}, {@code name} or {@code
   *     join}
   * @param note a second line; may be empty
   * @param bar the states of what is in it; null for what is not folded
   * @param address of its page, or where it opens
   * @param words the full text, for a tooltip and for screen readers
   */
  public record Box(
      String key,
      int width,
      int height,
      String shape,
      String state,
      String label,
      String note,
      @Nullable Bar bar,
      String address,
      String words) {

    /** Whether it leads to another view of the graph, not to a page. */
    public boolean isToggle() {
      return !shape.equals("step") && !shape.equals("join");
    }
  }

  private Graph(RunRecord record, Toggles toggles) {
    this.record = record;
    this.toggles = toggles;
  }

  static View of(Visit visit) {
    RunRecord record = visit.record();
    RunTitle head = RunTitle.of(visit, RunTitle.Tab.GRAPH);
    Set<StepState> states = StepsPage.states(visit.ctx());
    String whole = head.address() + "/graph";
    String base = StepsPage.address(whole, states).toString();
    Toggles toggles = Toggles.of(visit.ctx(), base, Folding.Room.GRAPH.toggles());
    StateFilter filter = new StateFilter(record, states);
    List<Choice> choices = choices(record, whole, states);
    if (!filter.wants(record.root())) {
      return new View(head, toggles.address(), whole, choices, null, false);
    }
    Folding folding = new Folding(record, Folding.Room.GRAPH, filter, toggles);
    Drawing drawing = new Graph(record, toggles).draw(folding.root());
    return new View(
        head, toggles.address(), whole, choices, drawing, toggles.isFull() || folding.isFull());
  }

  private static List<Choice> choices(RunRecord record, String whole, Set<StepState> states) {
    StateTally leaves = record.leaves();
    List<Choice> choices = new ArrayList<>();
    for (StepState state : StateTally.ORDER) {
      boolean usual = !record.isOver() && USUAL.contains(state);
      if (leaves.count(state) > 0 || usual || states.contains(state)) {
        Set<StepState> next = EnumSet.noneOf(StepState.class);
        next.addAll(states);
        boolean chosen = next.remove(state) || !next.add(state);
        Bar.Share share = new Bar.Share(state.word(), leaves.count(state));
        choices.add(new Choice(share, chosen, StepsPage.address(whole, next).toString()));
      }
    }
    return choices;
  }

  private Drawing draw(Folded root) {
    add(root);
    return new Drawing(boxes, layout.place(), folded, opened);
  }

  /** Where a part of the graph is entered and left, as numbers of boxes. */
  private record Ends(int in, int out) {}

  private Ends add(Folded part) {
    if (part.open() && toggles.contains(part.key())) {
      opened.add(new Opened(part.title(LONGEST_LABEL), toggles.toggled(part.key())));
    }
    if (part.isMany()) {
      return part.open() ? chain(part.children()) : single(many(part));
    }
    Node node = part.first();
    if (part.children().isEmpty()) {
      return single(step(part));
    }
    if (node.children().isEmpty()) {
      return withRecovery(part);
    }
    return node.isParallel() ? parallel(part) : named(part);
  }

  /** A sequence that has a name of its own begins with it. */
  private Ends named(Folded part) {
    if (!part.first().isLabelled()) {
      return chain(part.children());
    }
    int name = put(close(part, "name", part.title(LONGEST_LABEL)));
    Ends steps = chain(part.children());
    layout.connect(name, steps.in());
    return new Ends(name, steps.out());
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

  /** The recovery of a single step stands behind it, off the way to the next one. */
  private Ends withRecovery(Folded part) {
    Ends step = single(step(part));
    part.children().forEach(recovery -> layout.connect(step.out(), add(recovery).in()));
    return step;
  }

  private Ends parallel(Folded part) {
    Node node = part.first();
    int fork = put(close(part, "fork", ""));
    int join = put(join(node));
    part.children().forEach(child -> beside(fork, child, join));
    return new Ends(fork, join);
  }

  /** A recovery and the members of an opened fold stand beside the branches. */
  private void beside(int fork, Folded part, int join) {
    if (!part.isMany() || !part.open()) {
      Ends branch = add(part);
      layout.connect(fork, branch.in());
      layout.connect(branch.out(), join);
      return;
    }
    if (toggles.contains(part.key())) {
      opened.add(new Opened(part.title(LONGEST_LABEL), toggles.toggled(part.key())));
    }
    part.children().forEach(member -> beside(fork, member, join));
  }

  private Box step(Folded part) {
    Node node = part.first();
    boolean group = !node.children().isEmpty();
    folded |= group;
    String label = part.title(LONGEST_LABEL);
    String words = node.path() + " " + part.title(Folded.LONG) + ": " + node.status();
    if (!group) {
      String note = tries(node);
      return new Box(
          part.key(),
          width(label, note),
          HEIGHT,
          "step",
          node.status(),
          label,
          note,
          null,
          record.address(node),
          words);
    }
    String note = node.picture().kind() + ", " + Words.count(node.size() - 1, "step", "steps");
    return stack(part, "many", label, note, StateTally.inside(node).bar(), words + ", " + note);
  }

  private static String tries(Node node) {
    String state = node.status();
    return node.step().attempts() > 1 ? state + ", " + node.step().attempts() + " tries" : state;
  }

  private Box many(Folded part) {
    folded = true;
    String shape = part.kind() == Folded.Kind.OTHERS ? "others" : "many";
    String note = part.states();
    Bar bar = StateTally.of(part.members()).bar();
    String words = part.title(Folded.LONG) + ": " + note;
    return stack(part, shape, part.title(LONGEST_NAMES), note, bar, words);
  }

  private Box stack(Folded part, String shape, String label, String note, Bar bar, String words) {
    return new Box(
        part.key(),
        width(label, note),
        TALL,
        shape,
        part.status(),
        label,
        note,
        bar,
        toggles.toggled(part.key()),
        "open " + words);
  }

  /** What closes a group that is open. */
  private Box close(Folded part, String shape, String label) {
    return new Box(
        part.key() + "~fork",
        label.isEmpty() ? DOT : LETTER * label.length() + DOT,
        DOT,
        shape,
        "pending",
        label,
        "",
        null,
        toggles.toggled(part.key()),
        "close " + part.title(Folded.LONG));
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
        null,
        record.address(node),
        "join " + node.path() + ": " + line.state() + ", " + line.counts());
  }

  private static int width(String label, String note) {
    return MARGIN + LETTER * Math.max(label.length(), note.length());
  }
}
