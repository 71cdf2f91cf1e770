package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many branches of a parallel node are usable, and how many have to be. Immutable.
 *
 * @param usable branches that are done and printed something; until the join, also groups whose
 *     output is not known yet
 * @param empty branches that are done and printed nothing, so that they do not count
 * @param failed branches that failed, ran out of time or were cancelled
 * @param open branches that have not ended
 * @param required how many have to be usable; 0 without {@code min_successful}
 * @param decided whether the branches have been joined
 */
public record Quorum(
    int usable, int empty, int failed, int open, int required, boolean decided, boolean failsNode) {

  static Quorum of(RunRecord record, Node node) {
    PlanDocument.Control control = Objects.requireNonNull(node.step().control());
    JoinPicture join = record.join(node).orElse(null);
    Integer required = control.minSuccessful();
    int usable = 0;
    int empty = 0;
    int failed = 0;
    int open = 0;
    for (Node branch : node.children()) {
      StepState state = branch.state();
      if (state == StepState.DONE && isEmpty(branch)) {
        empty++;
      } else if (state == StepState.DONE) {
        usable++;
      } else if (state.isEnded() && state != StepState.SKIPPED) {
        failed++;
      } else if (!state.isEnded()) {
        open++;
      }
    }
    return new Quorum(
        usable,
        empty,
        failed,
        open,
        required == null ? 0 : required,
        join != null,
        node.hasFailed());
  }

  /** Whether a branch is done but printed nothing. */
  static boolean isEmpty(Node branch) {
    Boolean usable = branch.step().usable();
    Long bytes = branch.step().outputBytes();
    return branch.state() == StepState.DONE
        && (usable == null ? bytes != null && bytes == 0 && branch.isLeaf() : !usable);
  }

  /** Whether the node has {@code min_successful}. */
  public boolean isAsked() {
    return required > 0;
  }

  private int meant() {
    return usable + empty + failed + open;
  }

  /** Where the mark of the required number stands on the bar. */
  public int mark() {
    return (int) ((long) Bar.WIDTH * required / whole());
  }

  /** A number that is larger than that of the branches stays on the bar. */
  private int whole() {
    return Math.max(1, Math.max(meant(), required));
  }

  /** The branches as parts of a bar, to scale with the mark. */
  public List<Bar.Part> parts() {
    List<Bar.Part> parts = new ArrayList<>();
    int before = 0;
    before = add(parts, "done", before, usable);
    before = add(parts, "empty", before, empty);
    before = add(parts, "failed", before, failed);
    add(parts, "pending", before, open);
    return parts;
  }

  private int add(List<Bar.Part> parts, String word, int before, int number) {
    int from = (int) ((long) Bar.WIDTH * before / whole());
    int to = (int) ((long) Bar.WIDTH * (before + number) / whole());
    if (number > 0) {
      parts.add(new Bar.Part(word, from, to - from));
    }
    return before + number;
  }

  /** Such as {@code usable 7 / 8}. */
  public String ratio() {
    return "usable " + Words.number(usable) + " / " + Words.number(required);
  }

  /** The parts in words, such as {@code 7 usable, 1 done but empty, 2 failed}. */
  public String words() {
    List<String> words = new ArrayList<>();
    words.add(Words.number(usable) + " usable");
    if (empty > 0) {
      words.add(Words.number(empty) + " done but empty");
    }
    if (failed > 0) {
      words.add(Words.number(failed) + " failed");
    }
    if (open > 0) {
      words.add(Words.number(open) + " not ended");
    }
    return String.join(", ", words);
  }

  /** The verdict as a sentence; null without a required number. */
  public @Nullable String sentence() {
    if (!isAsked()) {
      return null;
    }
    String needed = Words.count(required, "usable branch", "usable branches");
    if (!decided) {
      String there = Words.number(usable);
      if (usable >= required) {
        return "Quorum reached so far: %s needed, %s there.".formatted(needed, there);
      }
      return usable + open < required
          ? "The quorum cannot be reached any more: %s needed, only %s there and %s open."
              .formatted(needed, there, Words.number(open))
          : "%s needed, %s there so far.".formatted(needed, there);
    }
    if (usable >= required) {
      return missing().isEmpty()
          ? "Quorum reached: all %s are usable."
              .formatted(Words.count(meant(), "branch", "branches"))
          : "Quorum reached: %s needed, %s there; %s."
              .formatted(needed, Words.number(usable), missing());
    }
    return "Quorum missed: %s needed, only %s there; %s. %s"
        .formatted(
            needed,
            Words.number(usable),
            missing(),
            failsNode ? "So this step failed." : "The recipe lets the run continue.");
  }

  private String missing() {
    List<String> missing = new ArrayList<>();
    if (failed > 0) {
      missing.add(Words.number(failed) + " failed");
    }
    if (empty > 0) {
      missing.add(
          Words.number(empty)
              + " printed nothing and "
              + (empty == 1 ? "does" : "do")
              + " not count");
    }
    int lacking = required - meant();
    if (lacking > 0) {
      missing.add(Words.count(lacking, "branch", "branches") + " too few");
    }
    return String.join(", ", missing);
  }
}
