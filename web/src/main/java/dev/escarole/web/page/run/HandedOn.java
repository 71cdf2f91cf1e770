package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.page.words.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says who received what a step handed on, where something was handed on and has been received. */
final class HandedOn {

  private final RunRecord record;

  private HandedOn(RunRecord record) {
    this.record = record;
  }

  /** Whom the output of a step went to, or why it went nowhere. */
  static StepView.Link of(RunRecord record, Node node) {
    if (Flow.isInRecovery(node)) {
      return nothing("nobody: what a recovery prints is not passed on");
    }
    return new HandedOn(record).link(node);
  }

  private static StepView.Link nothing(String words) {
    return new StepView.Link(words, null);
  }

  private StepView.Link link(Node node) {
    StepState state = node.state();
    if (!state.isEnded()) {
      return nothing(record.isOver() ? "nobody: it never ended" : "nobody yet: it has not ended");
    }
    Node target = target(node);
    if (state == StepState.SKIPPED) {
      return nothing("nobody: it was skipped");
    }
    if (state != StepState.DONE) {
      return failed(node, target);
    }
    if (isSilent(node)) {
      return nothing("nobody: it printed nothing");
    }
    Node lost = lost(node, target);
    if (lost != null) {
      return nothing("nobody: " + named(lost) + ", which it belongs to, did not succeed");
    }
    return target == null ? toResult() : to(node, target);
  }

  /** The step that reads next; one that was skipped lets pass what it would have read. */
  private static @Nullable Node target(Node node) {
    Node target = Flow.target(node);
    while (target != null && target.step().skipReason() != null && !isInto(node, target)) {
      target = Flow.target(target);
    }
    return target;
  }

  private StepView.Link failed(Node node, @Nullable Node target) {
    if (target == null && isResult(node)) {
      return toResult();
    }
    String why = "nobody: it did not succeed";
    if (target != null && isInto(node, target) && record.join(target.path()).isPresent()) {
      return nothing(why + ", which the join " + target.path() + " says");
    }
    return nothing(why);
  }

  /** Only of a leaf it is on record how much it printed. */
  private static boolean isSilent(Node node) {
    List<StoredAttempt> attempts = node.attempts();
    return node.isLeaf()
        && !attempts.isEmpty()
        && attempts.get(attempts.size() - 1).stdout().bytes() == 0;
  }

  private boolean isResult(Node node) {
    List<StoredAttempt> attempts = node.attempts();
    String result = record.run().stdoutSha256();
    return result != null
        && !attempts.isEmpty()
        && attempts.get(attempts.size() - 1).stdout().bytes() > 0
        && attempts.get(attempts.size() - 1).stdout().sha256().equals(result);
  }

  /** A group that did not succeed lets nothing out, whatever the last step in it printed. */
  private static @Nullable Node lost(Node node, @Nullable Node target) {
    for (Node at = node.parent(); at != null && at != target; at = at.parent()) {
      boolean around = target == null || !(target.path() + ".").startsWith(at.path() + ".");
      if (around && at.state().isEnded() && at.state() != StepState.DONE) {
        return at;
      }
    }
    return null;
  }

  private StepView.Link toResult() {
    StoredRun run = record.run();
    if (run.stdoutSha256() == null) {
      return nothing(record.isOver() ? "nobody: the run has no result" : "nobody yet");
    }
    return new StepView.Link("the run's result", "/runs/" + run.id() + "/result");
  }

  private StepView.Link to(Node node, Node target) {
    boolean into = isInto(node, target);
    boolean received =
        into
            ? record.join(target.path()).isPresent() && target.state().isEnded()
            : target.step().progress().startedAt() != null;
    if (received) {
      return new StepView.Link(
          (into ? "join " : "step ") + named(target), Lanes.address(record, target));
    }
    String ended = into ? " was never decided" : " never began";
    return nothing(
        record.isOver() || target.state().isEnded()
            ? "nobody: " + named(target) + ended
            : "nobody yet: " + named(target) + " is next");
  }

  private static boolean isInto(Node node, Node target) {
    return node.path().startsWith(target.path() + ".");
  }

  private static String named(Node node) {
    return node.path() + " “" + Words.brief(node.name(), 40) + "”";
  }
}
