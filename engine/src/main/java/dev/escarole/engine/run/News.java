package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import java.util.List;

/**
 * Something that a run's machine is told. All that a machine does follows from its plan, its input
 * and its news in their order; so these are what is put on record to rebuild it. Immutable.
 */
public sealed interface News {

  /** Tells the machine, and gives what is to be done then. */
  List<Effect> tell(RunMachine machine);

  /** An attempt of a leaf has ended. */
  record LeafEnded(LeafStep leaf, int attempt, LeafResult result) implements News {
    @Override
    public List<Effect> tell(RunMachine machine) {
      return machine.leafFinished(leaf, attempt, result);
    }
  }

  /** The time of a timer has come. */
  record TimerElapsed(Step step, Effect.Timer timer) implements News {
    @Override
    public List<Effect> tell(RunMachine machine) {
      return machine.timerElapsed(step, timer);
    }
  }

  /** Somebody cancels the whole run. */
  record RunCancelled() implements News {
    @Override
    public List<Effect> tell(RunMachine machine) {
      return machine.cancel();
    }
  }

  /** Somebody cancels one step and all that is in it. */
  record StepCancelled(Step step) implements News {
    @Override
    public List<Effect> tell(RunMachine machine) {
      return machine.cancel(step);
    }
  }
}
