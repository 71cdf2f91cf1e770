package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import org.jspecify.annotations.Nullable;

/** Something that the machine asks the world to do, or tells it. */
public sealed interface Effect {

  /** Calls the handler's method for this effect. */
  void on(Handler handler);

  /** Carries effects out. */
  interface Handler {
    void startLeaf(StartLeaf effect);

    void stopLeaf(StopLeaf effect);

    void startTimer(StartTimer effect);

    void stopTimer(StopTimer effect);

    void stepChanged(StepChanged effect);

    void joined(Joined effect);

    void runOver(RunOver effect);
  }

  /** What a timer of a step measures. */
  enum Timer {
    /** The wait before the step starts. */
    DELAY,
    /** The wait between two attempts of a step. */
    RETRY,
    /** The budget of a group. */
    BUDGET
  }

  /**
   * Run the command of a leaf.
   *
   * @param attempt which try of this leaf in the whole run it is, from 1
   */
  record StartLeaf(LeafStep step, int attempt, Content stdin) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.startLeaf(this);
    }
  }

  /** Stop a leaf that was started; it must still be reported as finished. */
  record StopLeaf(LeafStep step, int attempt) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.stopLeaf(this);
    }
  }

  /** Report back when so many milliseconds have passed since the step's last change of state. */
  record StartTimer(Step step, Timer timer, long millis) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.startTimer(this);
    }
  }

  /** Forget a timer. */
  record StopTimer(Step step, Timer timer) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.stopTimer(this);
    }
  }

  /**
   * A step has passed to another state.
   *
   * @param result what it came to, or null while it has not ended
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
   * @param acceptance whether the author agreed to how it ended
   */
  record RunOver(RunStatus status, StepResult result, Acceptance acceptance) implements Effect {
    @Override
    public void on(Handler handler) {
      handler.runOver(this);
    }
  }
}
