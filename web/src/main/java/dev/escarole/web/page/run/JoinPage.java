package dev.escarole.web.page.run;

import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the page of a join. As thread-safe as the store. */
final class JoinPage {

  private static final int PAGE_SIZE = 100;
  private static final Set<StepState> LOST =
      EnumSet.of(StepState.FAILED, StepState.TIMEOUT, StepState.CANCELLED);

  private final RunStore store;

  JoinPage(RunStore store) {
    this.store = store;
  }

  JoinView view(Context ctx, RunTitle head, RunRecord record, Node node) {
    StateTally tally = new StateTally();
    node.children().forEach(child -> tally.add(child.state()));
    Optional<Join> join = record.join(node.path()).filter(unused -> node.state().isEnded());
    JoinView.Numbers numbers = numbers(record, node, join.isPresent());
    Set<StepState> chosen = StepsPage.states(ctx);
    List<Node> wanted =
        node.children().stream()
            .filter(child -> chosen.isEmpty() || chosen.contains(child.state()))
            .sorted(Comparator.comparing(child -> StateTally.ORDER.indexOf(child.state())))
            .toList();
    int from = Math.max(0, Math.min(StepsPage.number(ctx, "from", 0), wanted.size()));
    int to = Math.min(wanted.size(), from + PAGE_SIZE);
    boolean anyLost = numbers.failed() + numbers.neverStarted() > 0;
    boolean free = head.may().operate() && !Flow.isInRecovery(node);
    return new JoinView(
        head,
        title(record, node),
        JoinVerdict.of(record, node, join, numbers),
        numbers,
        tally.bar(),
        chosen,
        branches(head, record, wanted.subList(from, to)),
        pager(head, node, chosen, new Range(from, to, wanted.size())),
        HandedOn.of(record, node),
        settings(node.step().controls()),
        new JoinView.May(
            free && head.may().over() && anyLost,
            head.may().cancel() && !node.state().isEnded() && node.parent() != null));
  }

  private static JoinView.Title title(RunRecord record, Node node) {
    List<StepView.Link> crumbs = new ArrayList<>();
    for (Node at = node.parent(); at != null; at = at.parent()) {
      crumbs.add(new StepView.Link(Words.brief(at.name(), 40), Lanes.address(record, at)));
    }
    Collections.reverse(crumbs);
    return new JoinView.Title(
        node.path(), Words.brief(node.name(), 120), record.word(node), crumbs);
  }

  private static JoinView.Numbers numbers(RunRecord record, Node node, boolean decided) {
    boolean settled = decided || record.isOver();
    int done = 0;
    int skipped = 0;
    int begun = 0;
    int ended = 0;
    for (Node branch : node.children()) {
      boolean began = branch.step().progress().startedAt() != null;
      done += branch.state() == StepState.DONE ? 1 : 0;
      skipped += branch.state() == StepState.SKIPPED ? 1 : 0;
      boolean lost = branch.state() != StepState.DONE && branch.state() != StepState.SKIPPED;
      // What was refused or stopped at once has ended without having begun.
      boolean failed = lost && (began || Node.isTrouble(branch.state()));
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

  private List<JoinView.Branch> branches(RunTitle head, RunRecord record, List<Node> nodes) {
    List<String> failed =
        nodes.stream().filter(node -> LOST.contains(node.state())).map(Node::path).toList();
    Map<String, String> lines = store.reports().firstErrors(record.run().id(), failed);
    return nodes.stream().map(node -> branch(head, record, node, lines)).toList();
  }

  private static JoinView.Branch branch(
      RunTitle head, RunRecord record, Node node, Map<String, String> lines) {
    StoredStep.Progress progress = node.step().progress();
    String reason = progress.reason() == null ? "" : progress.reason();
    String line = lines.getOrDefault(node.path(), reason);
    boolean alive = !node.state().isEnded() && progress.startedAt() != null;
    boolean free = head.may().operate() && head.may().over() && !Flow.isInRecovery(node);
    return new JoinView.Branch(
        node.path(),
        Words.brief(node.branchName(), 80),
        Words.brief(String.join(" ", node.step().argv()), 60),
        Lanes.address(record, node),
        record.word(node),
        progress.exitCode() == null ? "" : progress.exitCode().toString(),
        Words.duration(
            Words.millis(progress.startedAt(), alive ? record.until() : progress.endedAt())),
        record.since(progress),
        delivered(node),
        line,
        free && node.state() != StepState.DONE && node.state() != StepState.SKIPPED);
  }

  private static String delivered(Node node) {
    boolean quorum = node.parent() != null && node.parent().step().controls().hasQuorum();
    List<StoredAttempt> attempts = node.attempts();
    if (node.state() != StepState.DONE || attempts.isEmpty()) {
      return "";
    }
    long bytes = attempts.get(attempts.size() - 1).stdout().bytes();
    return bytes > 0 ? Words.bytes(bytes) : quorum ? "nothing, so not usable" : "nothing";
  }

  private static List<OverviewView.Setting> settings(Controls controls) {
    List<OverviewView.Setting> settings = new ArrayList<>();
    if (controls.concurrency() > 0) {
      settings.add(
          new OverviewView.Setting("Branches at once", String.valueOf(controls.concurrency())));
    }
    if (controls.timeoutMillis() > 0) {
      settings.add(new OverviewView.Setting("Timeout", Words.duration(controls.timeoutMillis())));
    }
    if (controls.retry() > 1) {
      settings.add(new OverviewView.Setting("Tries at most", String.valueOf(controls.retry())));
    }
    return settings;
  }

  private record Range(int from, int to, int total) {}

  private static JoinView.Pager pager(
      RunTitle head, Node node, Set<StepState> chosen, Range range) {
    StringBuilder base = new StringBuilder(head.address() + "/joins/" + node.path() + "?");
    chosen.forEach(state -> base.append("state=").append(state.word()).append('&'));
    return new JoinView.Pager(
        head.address() + "/joins/" + node.path(),
        range.total() == 0 ? 0 : range.from() + 1,
        range.to(),
        range.total(),
        range.from() > 0 ? base + "from=" + Math.max(0, range.from() - PAGE_SIZE) : null,
        range.to() < range.total() ? base + "from=" + range.to() : null);
  }
}
