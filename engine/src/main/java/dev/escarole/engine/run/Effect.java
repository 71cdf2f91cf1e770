package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import org.jspecify.annotations.Nullable;

/** An action or a notification of the machine. */
public sealed interface Effect {

  void on(Handler handler);

  interface Handler {
    void startLeaf(StartLeaf effect);

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
  record StartLeaf(LeafStep step, int attempt, Content stdin) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.startLeaf(this);
    }
  }

  /** Stops a started leaf, which must still be reported as finished. */
  record StopLeaf(LeafStep step, int attempt) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.stopLeaf(this);
    }
  }

  /** Starts a timer, in milliseconds since the step's last change of state. */
  record StartTimer(Step step, Timer timer, long millis) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.startTimer(this);
    }
  }

  record StopTimer(Step step, Timer timer) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.stopTimer(this);
    }
  }

  /**
   * A step changed its state.
   *
   * @param result its result, or null if it has not ended
   */
  record StepChanged(Step step, StepState state, @Nullable StepResult result) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.stepChanged(this);
    }
  }

  /** All branches of a parallel node have ended and were joined. */
  record Joined(Join join) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.joined(this);
    }
  }

  /**
   * The root has ended.
   *
   * @param acceptance whether the author accepts the result
   */
  record RunOver(RunStatus status, StepResult result, Acceptance acceptance) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.runOver(this);
    }
  }
}
