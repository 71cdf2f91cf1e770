package dev.escarole.engine.rehearsal;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunMachine;
import dev.escarole.engine.run.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run on one thread, without a database and without waiting: a script plays the leaves, and the
 * clock jumps to whatever comes next. The same plan and script give the same run. Used once.
 */
final class Rehearsal implements Effect.Handler {

  /** Events beyond ten for each step: a recipe may retry without end. */
  private static final int MOST_EVENTS = 300_000;

  private final RunMachine machine;
  private final Script script;
  private final long mostEvents;

  private final PriorityQueue<Event> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));

  /** The events that still count; others were replaced or stopped. */
  private final Map<Key, Event> due = new HashMap<>();

  private final List<Attempt> attempts = new ArrayList<>();

  /** What steps passed on; the machine drops it once it is read. */
  private final Map<Integer, Content> outputs = new HashMap<>();

  private long now;
  private long events;
  private Effect.@Nullable RunOver over;

  /** Something that the machine will be told. */
  private record Event(Key key, long at, long order, Supplier<List<Effect>> news) {}

  /**
   * Of a step, its timer, or the end of its command.
   *
   * @param timer null for the end of the command
   */
  private record Key(int step, Effect.@Nullable Timer timer) {}

  /**
   * An attempt that was started.
   *
   * @param attempt number of the attempt in the whole run, from 1
   */
  record Attempt(LeafStep leaf, int attempt, Content stdin) {}

  /**
   * A rehearsal that is over.
   *
   * @param machine tells the results of the steps
   * @param attempts in order of start
   * @param outputs what steps passed on, by their index
   * @param millis how long it took on its own clock
   */
  record Ended(
      Plan plan,
      RunMachine machine,
      Effect.RunOver over,
      List<Attempt> attempts,
      Map<Integer, Content> outputs,
      long millis) {}

  /** A run that does not come to an end. */
  static final class EndlessException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int attempts;

    EndlessException(int attempts) {
      super("the run does not end", null, false, false);
      this.attempts = attempts;
    }

    /** Attempts so far. */
    int attempts() {
      return attempts;
    }
  }

  private Rehearsal(RunMachine machine, Script script, int steps) {
    this.machine = machine;
    this.script = script;
    this.mostEvents = MOST_EVENTS + 10L * steps;
  }

  /**
   * Runs a plan.
   *
   * @throws EndlessException if it goes on and on
   */
  static Ended of(Plan plan, RunId id, Content stdin, Script script) {
    Rehearsal rehearsal = new Rehearsal(new RunMachine(plan, id), script, plan.steps().size());
    Effect.RunOver over = rehearsal.play(stdin);
    return new Ended(
        plan,
        rehearsal.machine,
        over,
        List.copyOf(rehearsal.attempts),
        Map.copyOf(rehearsal.outputs),
        rehearsal.now);
  }

  private Effect.RunOver play(Content stdin) {
    tell(machine.start(stdin));
    while (over == null) {
      Event next = agenda.poll();
      if (next == null) {
        throw new IllegalStateException("BUG: nothing is left to do, and the run is not over");
      }
      if (events > mostEvents) {
        throw new EndlessException(attempts.size());
      }
      if (due.remove(next.key(), next)) {
        now = next.at();
        tell(next.news().get());
      }
    }
    return over;
  }

  private void tell(List<Effect> effects) {
    effects.forEach(effect -> effect.on(this));
  }

  private void after(long millis, Key key, Supplier<List<Effect>> news) {
    events++;
    Event event = new Event(key, now + millis, events, news);
    due.put(key, event);
    agenda.add(event);
  }

  @Override
  public void startLeaf(Effect.StartLeaf start) {
    play(start.step(), start.attempt(), start.stdin());
  }

  @Override
  public void await(Effect.Await await) {
    play(await.step(), await.attempt(), await.stdin());
  }

  private void play(LeafStep leaf, int attempt, Content stdin) {
    attempts.add(new Attempt(leaf, attempt, stdin));
    ends(leaf, attempt, limited(leaf, script.play(leaf, attempt, stdin)));
  }

  private void ends(LeafStep leaf, int attempt, Script.Played played) {
    after(
        played.millis(),
        new Key(leaf.index(), null),
        () -> machine.leafFinished(leaf, attempt, played.result()));
  }

  /** A leaf that takes longer than its time limit is stopped. */
  private static Script.Played limited(LeafStep leaf, Script.Played played) {
    long limit = leaf.controls().timeoutMillis();
    if (limit == 0 || played.millis() <= limit) {
      return played;
    }
    String detail = "ran longer than %d ms".formatted(limit);
    Outcome outcome = Outcome.of(Outcome.Kind.TIMED_OUT, detail);
    return new Script.Played(LeafResult.failed(outcome), limit);
  }

  @Override
  public void stopLeaf(Effect.StopLeaf stop) {
    if (due.containsKey(new Key(stop.step().index(), null))) {
      Outcome cancelled = Outcome.of(Outcome.Kind.CANCELLED, "was stopped");
      ends(stop.step(), stop.attempt(), new Script.Played(LeafResult.failed(cancelled), 0));
    }
  }

  @Override
  public void startTimer(Effect.StartTimer start) {
    Step step = start.step();
    after(
        start.millis(),
        new Key(step.index(), start.timer()),
        () -> machine.timerElapsed(step, start.timer()));
  }

  @Override
  public void stopTimer(Effect.StopTimer stop) {
    due.remove(new Key(stop.step().index(), stop.timer()));
  }

  @Override
  public void stepChanged(Effect.StepChanged change) {
    StepResult result = change.result();
    if (result != null) {
      outputs.put(change.step().index(), result.stdout());
    }
  }

  @Override
  public void joined(Effect.Joined joined) {
    // The machine is asked at the end.
  }

  @Override
  public void runOver(Effect.RunOver end) {
    over = end;
  }
}
