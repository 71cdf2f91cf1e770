package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a rerun keeps and what it runs again, shown before it starts. Immutable.
 *
 * @param scope as the form sends it, such as {@code failed 0.2}
 */
public record RerunQuestion(RunRecord record, String scope, RerunPreview preview) {

  private static final int MOST_JOINS = 5;
  private static final String ALL = "all";
  private static final String FAILED = "failed";

  /**
   * A join with branches that run again.
   *
   * @param which such as {@code 3 of 12 branches}
   * @param names of the first of them
   */
  public record Line(String which, RunRecord.Link join, String names) {}

  private String word() {
    int blank = scope.indexOf(' ');
    return blank < 0 ? scope : scope.substring(0, blank);
  }

  private String path() {
    int blank = scope.indexOf(' ');
    return blank < 0 ? "" : scope.substring(blank + 1);
  }

  /** The question. */
  public String question() {
    String path = path();
    return switch (word()) {
      case ALL -> "Rerun everything?";
      case "from" -> "Rerun from “" + name(path) + "” on?";
      case "branch" -> "Rerun the branch “" + name(path) + "”?";
      case "cause" ->
          "Rerun what failed of “" + record.cause(path).map(Cause::words).orElse(path) + "”?";
      default -> path.isEmpty() ? "Rerun what failed?" : inJoin(path);
    };
  }

  private String inJoin(String path) {
    String name = name(path);
    return preview.joins().stream()
        .filter(join -> join.path().equals(path))
        .findFirst()
        .map(join -> "Rerun %s of join “%s”?".formatted(which(join), name))
        .orElse("Rerun what failed in “" + name + "”?");
  }

  private String name(String path) {
    return record.node(path).map(node -> Words.brief(node.name(), 80)).orElse(path);
  }

  private static String which(RerunPreview.Fan join) {
    return "%s of %s"
        .formatted(Words.number(join.again()), Words.count(join.branches(), "branch", "branches"));
  }

  /** What it means for results that there are. */
  public String kept() {
    if (preview.reused() > 0) {
      return "The %s of steps that stay valid are reused: their commands do not run again."
          .formatted(Words.count(preview.reused(), "result", "results"));
    }
    int done = done();
    return done == 0
        ? "Nothing: no step is done."
        : "Nothing: %s that %s done run again, too."
            .formatted(Words.count(done, "step", "steps"), done == 1 ? "is" : "are");
  }

  private int done() {
    return record.leaves().count(StepState.DONE);
  }

  /** How many steps run again. */
  public String again() {
    return preview.fresh() == 0
        ? "Nothing: every result is still valid."
        : Words.count(preview.fresh(), "step", "steps");
  }

  /** Joins with the branches that run again. */
  public List<Line> joins() {
    List<Line> lines = new ArrayList<>();
    for (RerunPreview.Fan join : preview.joins()) {
      if (lines.size() == MOST_JOINS) {
        break;
      }
      Optional<Node> node = record.node(join.path());
      String more = join.again() > join.names().size() ? " …" : "";
      lines.add(
          new Line(
              which(join),
              new RunRecord.Link(
                  node.map(each -> Words.brief(each.name(), 60)).orElse(join.path()),
                  node.map(record::address).orElse(null)),
              Words.brief(String.join(", ", join.names()), 500) + more));
    }
    return lines;
  }

  /** How many more joins have such branches. */
  public int joinsLeft() {
    return Math.max(0, preview.joins().size() - MOST_JOINS);
  }

  /** The first steps that run again. */
  public List<RerunPreview.FreshStep> leaves() {
    return preview.freshSteps();
  }

  /** A step that runs again, in one line. */
  public String line(RerunPreview.FreshStep leaf) {
    return record.node(leaf.path()).map(Node::name).orElse(String.join(" ", leaf.argv()));
  }

  /** How many more there are. */
  public int leavesLeft() {
    return Math.max(0, preview.fresh() - preview.freshSteps().size());
  }

  /** The words of the button. */
  public String yes() {
    return preview.fresh() == 0
        ? "Rerun"
        : "Rerun " + Words.count(preview.fresh(), "step", "steps");
  }

  /** Whether less could be run again instead. */
  public boolean offersFailed() {
    return word().equals(ALL) && record.failures() > 0;
  }

  /** The form that asks about that. */
  public String failed() {
    return FAILED;
  }

  /** Where the question was asked. */
  public String back() {
    boolean place = word().equals(FAILED) && !path().isEmpty();
    return place
        ? record.node(path()).map(record::address).orElse("/runs/" + record.id())
        : "/runs/" + record.id();
  }
}
