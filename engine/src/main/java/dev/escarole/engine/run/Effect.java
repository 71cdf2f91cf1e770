package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import org.jspecify.annotations.Nullable;

/** An action or a notification of the machine. */
public sealed interface Effect {

  default void on(Handler handler) {
    if (this instanceof StepChanged change) {
      handler.stepChanged(change);
    } else if (this instanceof StartLeaf start) {
      handler.startLeaf(start);
    } else if (this instanceof Await await) {
      handler.await(await);
    } else if (this instanceof StopLeaf stop) {
      handler.stopLeaf(stop);
    } else if (this instanceof StartTimer start) {
      handler.startTimer(start);
    } else if (this instanceof StopTimer stop) {
      handler.stopTimer(stop);
    } else if (this instanceof Joined joined) {
      handler.joined(joined);
    } else {
      handler.runOver((RunOver) this);
    }
  }

  interface Handler {
    void startLeaf(StartLeaf effect);

    void await(Await effect);

    void stopLeaf(StopLeaf effect);

    void startTimer(StartTimer effect);

    void stopTimer(StopTimer effect);

    void stepChanged(StepChanged effect);

    void joined(Joined effect);

    void runOver(RunOver effect);
  }

  /** The purpose of a step's timer. */
  enum Timer {
    /** The delay before the step starts. */
    DELAY,
    /** The wait between two attempts of a step. */
    RETRY,
    /** The time limit of a group. */
    BUDGET
  }

  /**
   * Starts the command of a leaf.
   *
   * @param attempt number of the attempt in the whole run, from 1
   */
  record StartLeaf(LeafStep step, int attempt, Content stdin) implements Effect {}

  /**
   * Begins to wait for people or a program; the end is reported as that of the leaf.
   *
   * @param attempt number of the attempt in the whole run, from 1
   * @param stdin its input, which an approval passes on
   */
  record Await(LeafStep step, int attempt, Content stdin) implements Effect {}

  /** Stops a started leaf, or one that waits, which must still be reported as finished. */
  record StopLeaf(LeafStep step, int attempt) implements Effect {}

  /** Starts a timer, in milliseconds since the step's last change of state. */
  record StartTimer(Step step, Timer timer, long millis) implements Effect {}

  record StopTimer(Step step, Timer timer) implements Effect {}

  /**
   * A step changed its state.
   *
   * @param result its result, or null if it has not ended
   */
  record StepChanged(Step step, StepState state, @Nullable StepResult result) implements Effect {}

  /** All branches of a parallel node have ended and were joined. */
  record Joined(Join join) implements Effect {}

  /**
   * The root has ended.
   *
   * @param acceptance whether the author accepts the result
   */
  record RunOver(RunStatus status, StepResult result, Acceptance acceptance) implements Effect {}
}
