package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the page of one join. Used once, by one thread. */
final class JoinPage {

  private static final int PAGE_SIZE = 100;
  private static final Set<StepState> LOST =
      EnumSet.of(StepState.FAILED, StepState.TIMEOUT, StepState.CANCELLED);

  private final Visit visit;
  private final RunRecord record;
  private final Node node;
  private final RunTitle head;
  private final PlanDocument.Control control;
  private final @Nullable JoinPicture join;

  JoinPage(Visit visit, Node node) {
    this.visit = visit;
    this.record = visit.record();
    this.node = node;
    this.head = RunTitle.of(visit, RunTitle.Tab.PART);
    this.control = Objects.requireNonNull(node.step().control());
    this.join = record.join(node).orElse(null);
  }

  JoinView view() {
    StateTally tally = new StateTally();
    node.children().forEach(child -> tally.add(child.state()));
    JoinView.Numbers numbers = numbers();
    Set<StepState> chosen = StepsPage.states(visit.ctx());
    List<Node> wanted =
        node.children().stream()
            .filter(child -> chosen.isEmpty() || chosen.contains(child.state()))
            .sorted(Comparator.comparing(child -> StateTally.ORDER.indexOf(child.state())))
            .toList();
    int from = Math.max(0, Math.min(from(), wanted.size()));
    int to = Math.min(wanted.size(), from + PAGE_SIZE);
    boolean anyLost = numbers.failed() + numbers.neverStarted() > 0;
    boolean free = head.may().operate() && !node.isInRecovery();
    return new JoinView(
        head,
        new JoinView.Title(
            node.path(), Words.brief(node.name(), 120), node.status(), record.crumbs(node)),
        verdict(numbers),
        numbers,
        tally.bar(),
        chosen,
        branches(wanted.subList(from, to)),
        pager(chosen, from, to, wanted.size()),
        HandedOn.of(record, node, null),
        settings(),
        new JoinView.May(
            free && head.may().over() && anyLost,
            head.may().cancel() && !node.state().isEnded() && node.parent() != null));
  }

  private int from() {
    String value = visit.ctx().queryParam("from");
    try {
      return value == null || value.isEmpty() ? 0 : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw StepsPage.malformed("'from' is not a number");
    }
  }

  private JoinView.Numbers numbers() {
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
    return new JoinView.Numbers(
        expected,
        done,
        ended,
        skipped,
        begun - ended,
        settled ? 0 : idle,
        settled ? idle : 0,
        coverage);
  }

  private JoinView.Verdict verdict(JoinView.Numbers numbers) {
    Integer minimum = control.minSuccessful();
    String quorum =
        minimum == null
            ? "none; the author asked for no number"
            : "at least " + Words.count(minimum, "usable branch", "usable branches");
    String sentence;
    if (join != null) {
      sentence = sentence(join);
    } else if (record.isOver() || node.state().isEnded()) {
      sentence = "It ended before its branches were joined.";
    } else {
      sentence =
          "%s of %s so far; the join waits for the others."
              .formatted(
                  Words.number(numbers.done()),
                  Words.count(numbers.expected(), "branch is done", "branches are done"));
    }
    return new JoinView.Verdict(node.status(), sentence, quorum, join != null);
  }

  private String sentence(JoinPicture decided) {
    int meant = decided.expected() - decided.skipped();
    String branches = Words.count(meant, "branch", "branches");
    Integer minimum = decided.minimum();
    if (!decided.degraded()) {
      return meant == 0
          ? "No branch was to run."
          : "All %s succeeded; nothing is missing.".formatted(branches);
    }
    if (minimum == null) {
      return decided.done() == 0
          ? "None of %s succeeded; the next step has nothing to read.".formatted(branches)
          : "%s of %s did not succeed; the rest is handed on."
              .formatted(Words.number(meant - decided.done()), branches);
    }
    String usable =
        "%d of %s usable, and at least %d had to be"
            .formatted(
                decided.usableBranches(), Words.count(meant, "branch is", "branches are"), minimum);
    if (decided.usable()) {
      return usable + ": enough to continue, but not all.";
    }
    return node.hasFailed()
        ? usable + ": not enough, so the node fails."
        : usable + ": not enough. The recipe lets the run continue.";
  }

  private List<JoinView.Branch> branches(List<Node> nodes) {
    Map<String, String> lines =
        visit.errors(
            nodes.stream().filter(each -> LOST.contains(each.state())).map(Node::path).toList());
    return nodes.stream().map(each -> branch(each, lines)).toList();
  }

  private JoinView.Branch branch(Node branch, Map<String, String> lines) {
    StepPicture step = branch.picture();
    String reason = step.reason() == null ? "" : step.reason();
    boolean free = head.may().operate() && head.may().over() && !branch.isInRecovery();
    return new JoinView.Branch(
        branch.path(),
        Words.brief(branch.branchName(), 80),
        Words.brief(String.join(" ", step.argv()), 60),
        record.address(branch),
        step.status(),
        step.exitCode() == null ? "" : step.exitCode().toString(),
        record.duration(step),
        record.since(step),
        delivered(branch),
        lines.getOrDefault(branch.path(), reason),
        free && branch.state() != StepState.DONE && branch.state() != StepState.SKIPPED);
  }

  private String delivered(Node branch) {
    Long bytes = branch.step().outputBytes();
    if (branch.state() != StepState.DONE || bytes == null) {
      return "";
    }
    if (bytes > 0) {
      return Words.bytes(bytes);
    }
    return control.minSuccessful() == null ? "nothing" : "nothing, so not usable";
  }

  private List<OverviewView.Setting> settings() {
    List<OverviewView.Setting> settings = new ArrayList<>();
    if (control.concurrency() != null) {
      settings.add(
          new OverviewView.Setting("Branches at once", String.valueOf(control.concurrency())));
    }
    if (control.timeout() > 0) {
      settings.add(new OverviewView.Setting("Timeout", Words.duration(control.timeout())));
    }
    if (control.retry() > 1) {
      settings.add(new OverviewView.Setting("Tries at most", String.valueOf(control.retry())));
    }
    return settings;
  }

  private JoinView.Pager pager(Set<StepState> chosen, int from, int to, int total) {
    String address = record.address(node);
    StringBuilder base = new StringBuilder(address + "?");
    chosen.forEach(state -> base.append("state=").append(state.word()).append('&'));
    return new JoinView.Pager(
        address,
        total == 0 ? 0 : from + 1,
        to,
        total,
        from > 0 ? base + "from=" + Math.max(0, from - PAGE_SIZE) : null,
        to < total ? base + "from=" + to : null);
  }
}
