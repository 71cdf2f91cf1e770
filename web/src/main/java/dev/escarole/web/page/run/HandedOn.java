package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import org.jspecify.annotations.Nullable;

/** Follows the text that steps hand on, and says which step received it. */
final class HandedOn {

  private final RunRecord record;
  private final @Nullable String sha256;

  private HandedOn(RunRecord record, @Nullable String sha256) {
    this.record = record;
    this.sha256 = sha256;
  }

  /** The step whose output this one reads; null if it reads the run's input. */
  static @Nullable Node source(Node node) {
    for (Node at = node; ; ) {
      Node parent = at.parent();
      if (parent == null) {
        return null;
      }
      int place = parent.children().indexOf(at);
      // A recovery and a branch read what the step around them read.
      if (place > 0 && !parent.isParallel()) {
        return parent.children().get(place - 1);
      }
      at = parent;
    }
  }

  /** The step that reads what this one hands on, or the join that takes it in; null at the end. */
  static @Nullable Node target(Node node) {
    for (Node at = node; ; ) {
      Node parent = at.parent();
      if (parent == null || parent.isParallel()) {
        return parent;
      }
      int place = parent.children().indexOf(at);
      if (place >= 0 && place + 1 < parent.children().size()) {
        return parent.children().get(place + 1);
      }
      at = parent;
    }
  }

  /**
   * Which step received the output of a step, or why none did.
   *
   * @param sha256 of what its last attempt printed; null if it has none
   */
  static RunRecord.Link of(RunRecord record, Node node, @Nullable String sha256) {
    if (node.isInRecovery()) {
      return nothing("no step: what a recovery prints is not passed on");
    }
    return new HandedOn(record, sha256).link(node);
  }

  private static RunRecord.Link nothing(String words) {
    return new RunRecord.Link(words, null);
  }

  private RunRecord.Link link(Node node) {
    StepState state = node.state();
    if (!state.isEnded()) {
      return nothing(record.isOver() ? "no step: it never ended" : "no step yet: it has not ended");
    }
    Node target = receiver(node);
    if (state == StepState.SKIPPED) {
      return nothing("no step: it was skipped");
    }
    if (state != StepState.DONE) {
      return failed(node, target);
    }
    Long bytes = node.step().outputBytes();
    if (bytes != null && bytes == 0) {
      return nothing("no step: it printed nothing");
    }
    Node lost = lost(node, target);
    if (lost != null) {
      return nothing("no step: " + named(lost) + ", which it belongs to, did not succeed");
    }
    return target == null ? toResult() : to(node, target);
  }

  /** The step that reads next; one that the plan skips passes on what it would have read. */
  private static @Nullable Node receiver(Node node) {
    Node target = target(node);
    while (target != null && target.step().skipped() != null && !isInto(node, target)) {
      target = target(target);
    }
    return target;
  }

  private RunRecord.Link failed(Node node, @Nullable Node target) {
    if (target == null && isResult(node)) {
      return toResult();
    }
    String why = "no step: it did not succeed";
    if (target != null && isInto(node, target) && record.join(target).isPresent()) {
      return nothing(why + ", as the join " + target.path() + " says");
    }
    return nothing(why);
  }

  private boolean isResult(Node node) {
    Long bytes = node.step().outputBytes();
    return sha256 != null
        && bytes != null
        && bytes > 0
        && sha256.equals(record.timeline().resultSha256());
  }

  /** A group that did not succeed hands on nothing, whatever the last step in it printed. */
  private static @Nullable Node lost(Node node, @Nullable Node target) {
    for (Node at = node.parent(); at != null && at != target; at = at.parent()) {
      boolean around = target == null || !(target.path() + ".").startsWith(at.path() + ".");
      if (around && at.state().isEnded() && at.state() != StepState.DONE) {
        return at;
      }
    }
    return null;
  }

  private RunRecord.Link toResult() {
    if (record.timeline().resultSha256() == null) {
      return nothing(record.isOver() ? "no step: the run has no result" : "no step yet");
    }
    return new RunRecord.Link("the run's result", "/runs/" + record.id() + "/result");
  }

  private RunRecord.Link to(Node node, Node target) {
    boolean into = isInto(node, target);
    boolean received =
        into ? record.join(target).isPresent() : target.picture().startedAt() != null;
    if (received) {
      return new RunRecord.Link((into ? "join " : "step ") + named(target), record.address(target));
    }
    String ended = into ? " was never decided" : " never began";
    return nothing(
        record.isOver() || target.state().isEnded()
            ? "no step: " + named(target) + ended
            : "no step yet: " + named(target) + " is next");
  }

  private static boolean isInto(Node node, Node target) {
    return node.path().startsWith(target.path() + ".");
  }

  static String named(Node node) {
    return node.path() + " “" + Words.brief(node.name(), 40) + "”";
  }
}
