package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The recorded history of an unfinished run: a prefix of all that happened in it.
 *
 * @param stdin input of the first step
 * @param events the machine's events in order; iterated once, possibly read lazily
 * @param changes by step index, the states of the step, without {@link StepState#RUNNING} of
 *     leaves, which workers report
 * @param joins by path of the parallel node, the number of its recorded joins
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

  /** A run without recorded events. */
  public static RunHistory empty(Content stdin) {
    return new RunHistory(stdin, List.of(), Map.of(), Map.of());
  }

  /** A change of a step's state. */
  public record Change(StepState state, Instant at) {}

  /**
   * An event for a run's machine. The machine is determined by its plan, its input and its events
   * in order, so these are recorded to rebuild it. Immutable.
   */
  public sealed interface MachineEvent {

    /** Passes the event to the machine and returns the effects. */
    default List<Effect> tell(RunMachine machine) {
      if (this instanceof LeafEnded ended) {
        return machine.leafFinished(ended.leaf, ended.attempt, ended.result);
      }
      if (this instanceof TimerElapsed elapsed) {
        return machine.timerElapsed(elapsed.step, elapsed.timer);
      }
      return this instanceof StepCancelled one ? machine.cancel(one.step) : machine.cancel();
    }

    /** An attempt of a leaf has ended. */
    record LeafEnded(LeafStep leaf, int attempt, LeafResult result) implements MachineEvent {}

    /** A timer elapsed. */
    record TimerElapsed(Step step, Effect.Timer timer) implements MachineEvent {}

    /** The run was cancelled. */
    record RunCancelled() implements MachineEvent {}

    /** A step was cancelled. */
    record StepCancelled(Step step) implements MachineEvent {}
  }
}
