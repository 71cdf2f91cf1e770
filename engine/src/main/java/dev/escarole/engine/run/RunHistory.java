package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What is on record of a run that is not over: a beginning of all that happened in it.
 *
 * @param stdin what the first step read
 * @param events what the machine was told, in that order; may be read while it is iterated over,
 *     and is iterated over once
 * @param changes by step index, the states that the step passed to, without {@link
 *     StepState#RUNNING} of leaves, which workers tell whenever they take them up
 * @param joins by path of the parallel node, how many joins of it are on record
 */
public record RunHistory(
    Content stdin,
    Iterable<MachineEvent> events,
    Map<Integer, List<Change>> changes,
    Map<String, Integer> joins) {

  public RunHistory {
    changes = Map.copyOf(changes);
    joins = Map.copyOf(joins);
  }

  /** A run of which nothing is on record but that it was to run. */
  public static RunHistory empty(Content stdin) {
    return new RunHistory(stdin, List.of(), Map.of(), Map.of());
  }

  /** A step passed to a state. */
  public record Change(StepState state, Instant at) {}

  /**
   * Something that a run's machine is told. All that a machine does follows from its plan, its
   * input and its news in their order; so these are what is put on record to rebuild it. Immutable.
   */
  public sealed interface MachineEvent {

    /** Tells the machine, and gives what is to be done then. */
    List<Effect> tell(RunMachine machine);

    /** An attempt of a leaf has ended. */
    record LeafEnded(LeafStep leaf, int attempt, LeafResult result) implements MachineEvent {
      @Override
      public List<Effect> tell(RunMachine machine) {
        return machine.leafFinished(leaf, attempt, result);
      }
    }

    /** The time of a timer has come. */
    record TimerElapsed(Step step, Effect.Timer timer) implements MachineEvent {
      @Override
      public List<Effect> tell(RunMachine machine) {
        return machine.timerElapsed(step, timer);
      }
    }

    /** Somebody cancels the whole run. */
    record RunCancelled() implements MachineEvent {
      @Override
      public List<Effect> tell(RunMachine machine) {
        return machine.cancel();
      }
    }

    /** Somebody cancels one step and all that is in it. */
    record StepCancelled(Step step) implements MachineEvent {
      @Override
      public List<Effect> tell(RunMachine machine) {
        return machine.cancel(step);
      }
    }
  }
}
