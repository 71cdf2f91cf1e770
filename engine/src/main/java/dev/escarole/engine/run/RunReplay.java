package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RunHistory.MachineEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a machine by replaying all recorded events. Effects that are not recorded as done remain
 * at the end.
 *
 * <p>Recorded states and joins are not replayed: they follow from the events and only show which
 * effects were already reported, and when. If some are missing in between, the step's last state is
 * reported again. Confined to one thread; used once.
 */
public final class RunReplay implements Effect.Handler {

  private static final int NOTHING = -1;

  private final RunHistory history;
  private final Instant now;
  private final RunMachine machine;
  private final Progress[] steps;
  private final Map<String, Integer> joinsSeen = new HashMap<>();

  private final List<Effect> untold = new ArrayList<>();
  private final Map<TimerKey, Effect.StartTimer> timers = new LinkedHashMap<>();
  private final Map<Integer, Effect.StartLeaf> leaves = new LinkedHashMap<>();
  private final Map<Integer, Effect.Await> waits = new LinkedHashMap<>();
  private final Map<Integer, Effect.StopLeaf> stops = new LinkedHashMap<>();
  private Effect.@Nullable RunOver over;

  /** The watched step's last output; null if it has not ended. */
  private @Nullable Content handedOn;

  private int watched = NOTHING;

  private record TimerKey(int step, Effect.Timer timer) {}

  private static final class Progress {
    private final List<RunHistory.Change> recorded;
    private int seen;
    private boolean torn;

    /** Time of the step's current state; null if not recorded. */
    private @Nullable Instant at;

    Progress(List<RunHistory.Change> recorded) {
      this.recorded = recorded;
    }

    /** Whether this change is recorded. */
    boolean knows(StepState state) {
      int place = seen++;
      if (place >= recorded.size()) {
        at = null;
        return torn;
      }
      at = recorded.get(place).at();
      torn |= recorded.get(place).state() != state;
      return true;
    }

    boolean endsWith(StepState state) {
      return !recorded.isEmpty() && recorded.get(recorded.size() - 1).state() == state;
    }
  }

  private RunReplay(RunId run, Plan plan, RunHistory history, Instant now) {
    this.history = history;
    this.now = now;
    this.machine = new RunMachine(plan, run);
    this.steps = new Progress[plan.steps().size()];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = new Progress(history.changes().getOrDefault(i, List.of()));
    }
  }

  /**
   * Rebuilds the machine of a run.
   *
   * @param now start of the remaining time of timers
   * @throws BrokenHistoryException if the history contradicts the plan
   */
  public static RestoredRun of(RunId run, Plan plan, RunHistory history, Instant now) {
    RunReplay replay = new RunReplay(run, plan, history, now);
    replay.tellAll();
    return new RestoredRun(replay.machine, replay.left(plan));
  }

  /**
   * The output that a step passed on, according to its run's history.
   *
   * @return empty if the step has not ended
   * @throws BrokenHistoryException if the history contradicts the plan
   */
  public static Optional<Content> handedOn(RunId run, Plan plan, RunHistory history, Step step) {
    RunReplay replay = new RunReplay(run, plan, history, Instant.EPOCH);
    replay.watched = step.index();
    replay.tellAll();
    return Optional.ofNullable(replay.handedOn);
  }

  private void tellAll() {
    perform(machine.start(history.stdin()));
    for (MachineEvent news : history.events()) {
      tell(news);
    }
  }

  private void tell(MachineEvent news) {
    if (news instanceof MachineEvent.LeafEnded ended) {
      leafEnded(ended);
    } else if (news instanceof MachineEvent.TimerElapsed elapsed) {
      timers.remove(new TimerKey(elapsed.step().index(), elapsed.timer()));
    }
    perform(news.tell(machine));
  }

  private void leafEnded(MachineEvent.LeafEnded ended) {
    int index = ended.leaf().index();
    Effect.StartLeaf start = leaves.remove(index);
    Effect.Await wait = waits.remove(index);
    stops.remove(index);
    int begun = start != null ? start.attempt() : wait != null ? wait.attempt() : 0;
    if (begun != ended.attempt()) {
      throw new BrokenHistoryException(
          "there is a record of the end of attempt %d of step %s, but that attempt cannot have started"
              .formatted(ended.attempt(), ended.leaf().path()));
    }
  }

  private void perform(List<Effect> effects) {
    effects.forEach(effect -> effect.on(this));
  }

  private List<Effect> left(Plan plan) {
    List<Effect> left = new ArrayList<>(untold);
    plan.steps().stream()
        .filter(step -> steps[step.index()].torn)
        .filter(step -> !steps[step.index()].endsWith(machine.state(step)))
        .map(step -> new Effect.StepChanged(step, machine.state(step), machine.result(step)))
        .forEach(left::add);
    timers.values().forEach(left::add);
    leaves.values().forEach(left::add);
    waits.values().forEach(left::add);
    stops.values().forEach(left::add);
    if (over != null) {
      left.add(over);
    }
    return left;
  }

  @Override
  public void startLeaf(Effect.StartLeaf effect) {
    leaves.put(effect.step().index(), effect);
  }

  @Override
  public void await(Effect.Await effect) {
    waits.put(effect.step().index(), effect);
  }

  @Override
  public void stopLeaf(Effect.StopLeaf effect) {
    stops.put(effect.step().index(), effect);
  }

  /** A timer runs from its step's last change of state. */
  @Override
  public void startTimer(Effect.StartTimer effect) {
    Instant since = steps[effect.step().index()].at;
    long passed = since == null ? 0 : Math.max(0, Duration.between(since, now).toMillis());
    long left = Math.max(0, effect.millis() - passed);
    timers.put(
        new TimerKey(effect.step().index(), effect.timer()),
        new Effect.StartTimer(effect.step(), effect.timer(), left));
  }

  @Override
  public void stopTimer(Effect.StopTimer effect) {
    timers.remove(new TimerKey(effect.step().index(), effect.timer()));
  }

  @Override
  public void stepChanged(Effect.StepChanged effect) {
    if (effect.step().index() == watched) {
      // Kept here, because the machine releases it when the next step starts.
      StepResult result = effect.result();
      handedOn = result == null ? null : result.stdout();
    }
    boolean toldByWorker = effect.state() == StepState.RUNNING && effect.step() instanceof LeafStep;
    if (!toldByWorker && !steps[effect.step().index()].knows(effect.state())) {
      untold.add(effect);
    }
  }

  @Override
  public void joined(Effect.Joined effect) {
    String path = effect.join().path();
    int seen = Objects.requireNonNull(joinsSeen.merge(path, 1, Integer::sum));
    if (seen > history.joins().getOrDefault(path, 0)) {
      untold.add(effect);
    }
  }

  @Override
  public void runOver(Effect.RunOver effect) {
    over = effect;
  }

  /**
   * A rebuilt machine and the effects for resuming its run.
   *
   * @param effects in this order: unrecorded changes and joins, timers with their remaining time,
   *     interrupted leaves and waits, those of them to be stopped, and the end of the run, if
   *     reached
   */
  public record RestoredRun(RunMachine machine, List<Effect> effects) {

    public RestoredRun {
      effects = List.copyOf(effects);
    }

    /** Number of leaves that run again because their end is not recorded. */
    public int leavesAgain() {
      return (int) effects.stream().filter(Effect.StartLeaf.class::isInstance).count();
    }
  }
}
