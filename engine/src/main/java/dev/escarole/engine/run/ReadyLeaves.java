package dev.escarole.engine.run;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunHistory.MachineEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds when each attempt of a leaf was ready for a worker, by replaying the events of a run. The
 * records only say when a worker began it: delays, retry pauses, earlier steps and limits of
 * branches at once lie before a leaf is ready. Confined to one thread; used once.
 */
public final class ReadyLeaves {

  private final List<Ready> found = new ArrayList<>();

  private ReadyLeaves() {}

  /** An event of a run's machine and its time. */
  public record TimedEvent(MachineEvent event, Instant at) {}

  /**
   * An attempt that was ready.
   *
   * @param step index of the leaf
   * @param attempt number of the attempt in the whole run, from 1
   */
  public record Ready(int step, int attempt, Instant at) {}

  /**
   * Returns the attempts that became ready, in that order.
   *
   * @param start when the first step was ready
   * @param stdin input of the first step
   * @param events all events of the run so far, in order; of their outputs it only matters whether
   *     they are empty
   */
  public static List<Ready> of(
      RunId run, Plan plan, Instant start, Content stdin, List<TimedEvent> events) {
    RunMachine machine = new RunMachine(plan, run);
    ReadyLeaves ready = new ReadyLeaves();
    ready.see(machine.start(stdin), start);
    events.forEach(each -> ready.see(each.event().tell(machine), each.at()));
    return List.copyOf(ready.found);
  }

  private void see(List<Effect> effects, Instant at) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.StartLeaf start) {
        found.add(new Ready(start.step().index(), start.attempt(), at));
      }
    }
  }
}
