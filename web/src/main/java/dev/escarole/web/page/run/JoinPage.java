package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The page of one join. Used once, by one thread. */
public final class JoinPage {

  public static final int PAGE_SIZE = 100;
  private static final int MOST_NAMED = 8;
  private static final Set<StepState> LOST =
      EnumSet.of(StepState.FAILED, StepState.TIMEOUT, StepState.CANCELLED);

  private final Visit visit;
  private final RunRecord record;
  private final Node node;
  private final RunTitle head;
  private final PlanDocument.Control control;
  private final @Nullable JoinPicture join;
  private final Quorum quorum;

  private final Set<StepState> chosen;
  private final String cause;
  private final List<Node> wanted;
  private final int from;
  private final Map<String, String> lines;

  JoinPage(Visit visit, Node node) {
    this.visit = visit;
    this.record = visit.record();
    this.node = node;
    this.head = RunTitle.of(visit, RunTitle.Tab.PART);
    this.control = Objects.requireNonNull(node.step().control());
    this.join = record.join(node).orElse(null);
    this.quorum = Quorum.of(record, node);
    this.chosen = StepsPage.states(visit.ctx());
    this.cause = Objects.toString(visit.ctx().queryParam("cause"), "");
    this.wanted =
        node.children().stream()
            .filter(child -> chosen.isEmpty() || chosen.contains(child.state()))
            .filter(child -> cause.isEmpty() || record.hasCause(child, cause))
            .sorted(Comparator.comparing(this::rank))
            .toList();
    this.from = Math.max(0, Math.min(wantedFrom(), wanted.size()));
    this.lines =
        visit.errors(
            branches().stream()
                .filter(each -> LOST.contains(each.state()))
                .map(Node::path)
                .toList());
  }

  /**
   * How many branches came to what; every branch is in exactly one of done, failed, skipped,
   * running, pending and never started.
   *
   * @param coverage done ones among those that were to run, in per cent
   * @param failed failed, out of time, or stopped after they had begun
   * @param pending not begun yet
   * @param neverStarted not begun, and nothing will begin any more
   */
  public record Numbers(
      int expected,
      int done,
      int failed,
      int skipped,
      int running,
      int pending,
      int neverStarted,
      String coverage) {}

  public RunTitle head() {
    return head;
  }

  public Node node() {
    return node;
  }

  /** States of the branches that are wanted; empty for all. */
  public Set<StepState> chosen() {
    return chosen;
  }

  /** Failed branches come first, and right after them those that are done but do not count. */
  private int rank(Node branch) {
    int place = 2 * StateTally.ORDER.indexOf(branch.state());
    boolean counts = control.minSuccessful() == null || !Quorum.isEmpty(branch);
    return counts ? place : 2 * StateTally.ORDER.indexOf(StepState.CANCELLED) + 1;
  }

  /** How many branches are usable, and how many have to be. */
  public Quorum quorum() {
    return quorum;
  }

  /** Why branches failed. */
  public CausesView causes() {
    return CausesView.in(head, node, record.address(node));
  }

  /** Key of the cause that all shown branches have; empty for any. */
  public String cause() {
    return cause;
  }

  /** That cause in words; empty for any. */
  public String causeWords() {
    return record.cause(cause).map(Cause::words).orElse(cause);
  }

  /** How many branches are in these states. */
  public int total() {
    return wanted.size();
  }

  /** How many of them stand before those that are shown. */
  public int from() {
    return from;
  }

  /** Those that are shown, what failed first. */
  public List<Node> branches() {
    return wanted.subList(from, Math.min(wanted.size(), from + PAGE_SIZE));
  }

  /** The address of another part of the list. */
  public String part(int start) {
    return StepsPage.address(record.address(node), chosen)
        .with("cause", cause)
        .with("from", String.valueOf(Math.max(0, start)))
        .toString();
  }

  public Bar bar() {
    return StateTally.of(node.children()).bar();
  }

  /** Whether the branches have been joined. */
  public boolean isDecided() {
    return join != null;
  }

  /** What received the text. */
  public RunRecord.Link target() {
    return HandedOn.of(record, node, null);
  }

  public boolean canRerun() {
    Numbers numbers = numbers();
    return mayRerun() && !node.isInRecovery() && numbers.failed() + numbers.neverStarted() > 0;
  }

  /**
   * The branches in which something did not come to its end. A rerun may run more of them again,
   * such as one that asks people; the page that asks before it starts counts exactly.
   */
  private List<Node> again() {
    return node.children().stream().filter(JoinPage::hasLost).toList();
  }

  /** Whether something in a branch did not come to its end. */
  private static boolean hasLost(Node branch) {
    if (branch.isInRecovery() || branch.state() == StepState.SKIPPED) {
      return false;
    }
    return branch.state() != StepState.DONE
        || (branch.isLeaf()
            ? branch.hasFailed()
            : branch.children().stream().anyMatch(JoinPage::hasLost));
  }

  /** How many branches would run again, such as {@code 3 of 12}. */
  public String rerunCount() {
    Numbers numbers = numbers();
    return "%s of %s"
        .formatted(
            Words.number(again().size()), Words.number(numbers.expected() - numbers.skipped()));
  }

  /** Which these are, and what becomes of the others. */
  public String rerunWhich() {
    List<Node> again = again();
    Numbers numbers = numbers();
    int kept = numbers.expected() - numbers.skipped() - again.size();
    String names =
        again.stream()
            .limit(MOST_NAMED)
            .map(branch -> Words.brief(branch.branchName(), 40))
            .collect(Collectors.joining(", "));
    String more =
        again.size() > MOST_NAMED
            ? " and %s more".formatted(Words.number(again.size() - MOST_NAMED))
            : "";
    return "A rerun of this join runs again: %s%s. %s"
        .formatted(
            names,
            more,
            kept == 0
                ? "No branch is kept."
                : "The results of %s are kept.".formatted(Words.count(kept, "branch", "branches")));
  }

  public boolean canCancel() {
    return head.may().cancel() && !node.state().isEnded() && node.parent() != null;
  }

  /** Whether branches can be run again, if they are such that it makes sense. */
  public boolean mayRerun() {
    return head.may().operate() && head.may().over();
  }

  private int wantedFrom() {
    String value = visit.ctx().queryParam("from");
    try {
      return value == null || value.isEmpty() ? 0 : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw StepsPage.malformed("'from' is not a number");
    }
  }

  public Numbers numbers() {
    boolean settled = join != null || record.isOver();
    int done = 0;
    int skipped = 0;
    int begun = 0;
    int ended = 0;
    for (Node branch : node.children()) {
      done += branch.state() == StepState.DONE ? 1 : 0;
      skipped += branch.state() == StepState.SKIPPED ? 1 : 0;
      boolean lost = branch.state() != StepState.DONE && branch.state() != StepState.SKIPPED;
      // What was refused or stopped at once has ended without having begun.
      boolean failed = lost && (branch.picture().startedAt() != null || branch.hasFailed());
      begun += failed ? 1 : 0;
      ended += failed && (branch.state().isEnded() || settled) ? 1 : 0;
    }
    int expected = node.children().size();
    int idle = expected - done - skipped - begun;
    int meant = expected - skipped;
    String coverage = Words.percent(meant == 0 ? 1 : (double) done / meant);
    return new Numbers(
        expected,
        done,
        ended,
        skipped,
        begun - ended,
        settled ? 0 : idle,
        settled ? idle : 0,
        coverage);
  }

  /** Why it stands so. */
  public String sentence() {
    String verdict = quorum.sentence();
    if (join != null) {
      return verdict == null ? sentence(join) : verdict;
    }
    if (record.isOver() || node.state().isEnded()) {
      return "It ended before its branches were joined.";
    }
    if (verdict != null) {
      return verdict;
    }
    return "%s of %s so far; the join waits for the others."
        .formatted(
            Words.number(numbers().done()),
            Words.count(node.children().size(), "branch is done", "branches are done"));
  }

  /** Without a quorum. */
  private static String sentence(JoinPicture decided) {
    int meant = decided.expected() - decided.skipped();
    String branches = Words.count(meant, "branch", "branches");
    if (!decided.degraded()) {
      return meant == 0
          ? "No branch was to run."
          : "All %s succeeded; nothing is missing.".formatted(branches);
    }
    return decided.done() == 0
        ? "None of %s succeeded; the next step has nothing to read.".formatted(branches)
        : "%s of %s did not succeed; the rest is handed on."
            .formatted(Words.number(meant - decided.done()), branches);
  }

  /** The first line that says why a branch failed; empty if it did not. */
  public String line(Node branch) {
    return lines.getOrDefault(branch.path(), Objects.toString(branch.picture().reason(), ""));
  }

  public boolean canRerun(Node branch) {
    return mayRerun()
        && !branch.isInRecovery()
        && branch.state() != StepState.DONE
        && branch.state() != StepState.SKIPPED;
  }

  /** What a branch handed on, in words; empty if it has not come to it. */
  public String delivered(Node branch) {
    Long bytes = branch.step().outputBytes();
    if (Quorum.isEmpty(branch)) {
      return control.minSuccessful() == null
          ? "nothing"
          : "Done, but printed nothing: it does not count towards the quorum.";
    }
    return branch.state() != StepState.DONE || bytes == null ? "" : Words.bytes(bytes);
  }

  /** What the author wrote. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (control.concurrency() != null) {
      settings.put("Branches at once", String.valueOf(control.concurrency()));
    }
    if (control.timeout() > 0) {
      settings.put("Timeout", Words.duration(control.timeout()));
    }
    if (control.retry() > 1) {
      settings.put("Tries at most", String.valueOf(control.retry()));
    }
    return settings;
  }
}
