package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.cli.text.Glyphs;
import dev.escarole.web.cli.text.Paint;
import dev.escarole.web.cli.text.TextFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Draws the steps of a run and how far they have come, as lines of text. Immutable. */
public final class TreeRenderer {

  /** As many rows as there are steps: none is folded. */
  public static final int ALL_ROWS = Integer.MAX_VALUE;

  private static final int BRIEF_MILLIS = 100;

  private final int width;
  private final int rows;
  private final Glyphs glyphs;
  private final Paint paint;

  /**
   * @param width columns that a line may take
   * @param rows lines that a picture may take; what does not fit is folded
   */
  public TreeRenderer(int width, int rows, Glyphs glyphs, Paint paint) {
    this.width = width;
    this.rows = rows;
    this.glyphs = glyphs;
    this.paint = paint;
  }

  /** The picture at one moment; the frame turns what is under way. */
  public List<String> lines(TreeState state, Instant now, int frame) {
    return new Picture(state, now, frame).draw();
  }

  String totals(TreeState state) {
    StateCounts counts = new StateCounts();
    for (int i = 0; i < state.tree().size(); i++) {
      if (state.tree().isLeaf(i) && state.isVisible(i)) {
        counts.add(state.state(i));
      }
    }
    String text =
        String.format(
            Locale.ROOT,
            "%,d of %s ended: %s",
            counts.ended(),
            TextFormat.count(counts.total(), "command", "commands"),
            counts.all());
    return paint.dim(TextFormat.fit(text, width, glyphs.ellipsis()));
  }

  private final class Picture {
    private final TreeState state;
    private final StepTree tree;
    private final SkippedSiblings skipped;
    private final Instant now;
    private final int frame;
    private final List<String> lines = new ArrayList<>();
    private final Map<Integer, List<Integer>> shownChildren = new HashMap<>();
    private final Map<Integer, StateCounts> childStates = new HashMap<>();
    private final Map<Integer, StateCounts> foldedStates = new HashMap<>();

    Picture(TreeState state, Instant now, int frame) {
      this.state = state;
      this.tree = state.tree();
      this.skipped = SkippedSiblings.of(state, rows != ALL_ROWS);
      this.now = now;
      this.frame = frame;
    }

    List<String> draw() {
      List<Integer> shown = TreeFold.choose(state, skipped, rows);
      for (int index : shown) {
        shownChildren.computeIfAbsent(tree.parent(index), key -> new ArrayList<>()).add(index);
        childStates.put(index, new StateCounts());
        foldedStates.put(index, new StateCounts());
      }
      count(new HashSet<>(shown));
      roots().forEach(root -> step(root, 0));
      return lines;
    }

    private List<Integer> roots() {
      return shownChildren.getOrDefault(StepTree.NO_PARENT, List.of());
    }

    private void count(Set<Integer> shown) {
      for (int i = 0; i < tree.size(); i++) {
        StateCounts siblings = childStates.get(tree.parent(i));
        if (siblings != null && state.isVisible(i)) {
          siblings.add(state.state(i));
          if (!shown.contains(i) && !(skipped.isHidden(i) && shown.contains(skipped.first(i)))) {
            foldedStates.getOrDefault(tree.parent(i), siblings).add(state.state(i));
          }
        }
      }
    }

    private void step(int index, int depth) {
      String indent = "  ".repeat(depth);
      lines.add(indent + glyphs.sign(state.state(index), frame, paint) + " " + text(index, depth));
      List<Integer> inner = shownChildren.getOrDefault(index, List.of());
      inner.forEach(child -> step(child, depth + 1));
      StateCounts folded = foldedStates.get(index);
      if (!inner.isEmpty() && folded != null && folded.total() > 0) {
        String rest =
            "  ".repeat(depth + 1)
                + glyphs.ellipsis()
                + " "
                + folded.total()
                + " more: "
                + folded.all();
        lines.add(paint.dim(TextFormat.fit(rest, width, glyphs.ellipsis())));
      }
    }

    private String text(int index, int depth) {
      String time = time(index);
      int room = Math.max(8, width - 2 * depth - 2 - TextFormat.columns(time));
      String known = skipped.isRow(index) ? skipped.title(index) : tree.title(index);
      String title = TextFormat.fit(known, room, glyphs.ellipsis());
      String remark = remark(index);
      int left = room - TextFormat.columns(title) - 2;
      String shown =
          left < 8 || remark.isEmpty()
              ? ""
              : "  " + TextFormat.fit(remark, left, glyphs.ellipsis());
      return (tree.isLeaf(index) ? title : paint.bold(title))
          + colour(index, shown)
          + paint.dim(time);
    }

    private String remark(int index) {
      long wait = state.waitMillis(index, now);
      if (wait >= 0) {
        return "next attempt in " + TextFormat.duration(wait);
      }
      String note = state.note(index);
      if (tree.isLeaf(index) || note != null || skipped.isRow(index)) {
        return note == null ? "" : note;
      }
      StateCounts children = childStates.getOrDefault(index, new StateCounts());
      if (state.state(index) == StepState.PENDING || children.total() == 0) {
        return "";
      }
      String progress = children.ended() + " of " + children.total();
      String notable = children.notable();
      return notable.isEmpty() ? progress : progress + ", " + notable;
    }

    private String colour(int index, String remark) {
      return switch (state.state(index)) {
        case FAILED, TIMEOUT -> paint.red(remark);
        case CANCELLED -> paint.yellow(remark);
        case AWAITING -> paint.yellow(remark);
        case PENDING, DELAYED, QUEUED, WAITING, RUNNING, RECOVERING, STOPPING, DONE, SKIPPED ->
            paint.dim(remark);
      };
    }

    private String time(int index) {
      long millis = state.millis(index, now);
      StepState at = state.state(index);
      if (millis < 0 || at == StepState.SKIPPED || (!at.isEnded() && millis < BRIEF_MILLIS)) {
        return "";
      }
      return "  " + TextFormat.duration(millis);
    }
  }

  /** How many steps are in which state, in words. Not thread-safe. */
  private static final class StateCounts {

    private static final List<StepState> ORDER =
        List.of(
            StepState.FAILED,
            StepState.TIMEOUT,
            StepState.CANCELLED,
            StepState.RUNNING,
            StepState.RECOVERING,
            StepState.STOPPING,
            StepState.AWAITING,
            StepState.WAITING,
            StepState.DELAYED,
            StepState.QUEUED,
            StepState.DONE,
            StepState.SKIPPED,
            StepState.PENDING);

    private final Map<StepState, Integer> counts = new EnumMap<>(StepState.class);
    private int total;

    void add(StepState state) {
      counts.merge(state, 1, Integer::sum);
      total++;
    }

    int total() {
      return total;
    }

    int of(StepState state) {
      return counts.getOrDefault(state, 0);
    }

    int ended() {
      return counts.entrySet().stream()
          .filter(entry -> entry.getKey().isEnded())
          .mapToInt(Map.Entry::getValue)
          .sum();
    }

    /** All of them: {@code 2 failed, 1 running, 30 done}. */
    String all() {
      return words(ORDER);
    }

    /** Those worth a second look: what failed and what is under way. */
    String notable() {
      return words(ORDER.subList(0, ORDER.indexOf(StepState.QUEUED)));
    }

    private String words(List<StepState> states) {
      List<String> words = new ArrayList<>();
      for (StepState state : states) {
        if (of(state) > 0) {
          words.add(String.format(Locale.ROOT, "%,d %s", of(state), state.word()));
        }
      }
      return String.join(", ", words);
    }
  }
}
