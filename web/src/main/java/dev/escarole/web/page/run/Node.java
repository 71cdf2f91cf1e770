package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.StoredTransition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a run among the steps around it. Is filled in while a {@link RunRecord} is made and not
 * changed afterwards.
 */
final class Node {

  private final StoredStep step;
  private final @Nullable Node parent;
  private final List<Node> children = new ArrayList<>(0);
  private final List<StoredTransition> transitions = new ArrayList<>(4);
  private final List<StoredAttempt> attempts = new ArrayList<>(1);
  private @Nullable Node recovery;
  private int size = 1;
  private boolean troubled;

  Node(StoredStep step, @Nullable Node parent) {
    this.step = step;
    this.parent = parent;
    if (parent != null && step.recovery()) {
      parent.recovery = this;
    } else if (parent != null) {
      parent.children.add(this);
    }
  }

  void add(StoredTransition transition) {
    transitions.add(transition);
  }

  void add(StoredAttempt attempt) {
    attempts.add(attempt);
  }

  /** Tells the step around it what is in this one; called for the last step first. */
  void sumUp() {
    troubled |= isTrouble(state()) || state() == StepState.RUNNING;
    if (parent != null) {
      parent.size += size;
      parent.troubled |= troubled;
    }
  }

  StoredStep step() {
    return step;
  }

  @Nullable Node parent() {
    return parent;
  }

  List<Node> children() {
    return children;
  }

  @Nullable Node recovery() {
    return recovery;
  }

  List<StoredTransition> transitions() {
    return transitions;
  }

  List<StoredAttempt> attempts() {
    return attempts;
  }

  /** Steps in it, itself included. */
  int size() {
    return size;
  }

  /** Whether something in it failed or runs. */
  boolean isTroubled() {
    return troubled;
  }

  StepState state() {
    return step.progress().state();
  }

  String path() {
    return step.place().path();
  }

  int index() {
    return step.place().index();
  }

  boolean isLeaf() {
    return step.kind().equals("leaf");
  }

  boolean isParallel() {
    return step.kind().equals("parallel");
  }

  boolean isBranch() {
    return parent != null && parent.isParallel() && !step.recovery();
  }

  /** The author's label, or what a join calls the branch, or the command, or the kind. */
  String name() {
    String label = step.place().label();
    if (label != null && !label.isEmpty()) {
      return label;
    }
    if (!step.argv().isEmpty()) {
      return String.join(" ", step.argv());
    }
    return isBranch() ? branchName() : step.recovery() ? "recovery" : step.kind();
  }

  /** What the join around it calls this branch. */
  String branchName() {
    String label = step.place().label();
    if (label != null && !label.isEmpty()) {
      return label;
    }
    return "branch " + (Integer.parseInt(path().substring(path().lastIndexOf('.') + 1)) + 1);
  }

  static boolean isTrouble(StepState state) {
    return state == StepState.FAILED || state == StepState.TIMEOUT;
  }
}
