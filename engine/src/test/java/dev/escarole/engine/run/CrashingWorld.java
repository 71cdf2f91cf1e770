package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RunHistory.MachineEvent;
import dev.escarole.engine.run.RunReplay.RestoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Drives a machine in virtual time, keeps a journal of what happens, and can lose everything but a
 * beginning of that journal. What a command comes to depends on its words and its attempt alone.
 */
final class CrashingWorld implements Effect.Handler {

  /** A row of the journal. */
  private record Row(
      @Nullable MachineEvent news,
      @Nullable Step step,
      @Nullable StepState state,
      @Nullable String join,
      long at) {}

  final Map<String, Integer> executions = new HashMap<>();
  final List<String> mistakes = new ArrayList<>();
  Effect.@Nullable RunOver over;
  RunMachine machine;
  long now;

  private final Plan plan;
  private final Random random;
  private final List<Row> journal = new ArrayList<>();
  private final Map<String, Event> pending = new HashMap<>();
  private final PriorityQueue<Event> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
  private long order;
  private int durable;

  private record Event(long at, long order, MachineEvent news) {}

  CrashingWorld(Plan plan, long seed) {
    this.plan = plan;
    this.random = new Random(seed);
    this.machine = new RunMachine(plan, Simulation.RUN);
  }

  CrashingWorld start() {
    perform(machine.start(Content.of("input")));
    return this;
  }

  /** Delivers the next piece of news; false if there is none. */
  boolean step() {
    Event next = agenda.poll();
    if (next == null) {
      return false;
    }
    now = Math.max(now, next.at());
    tell(next.news());
    return true;
  }

  void tell(MachineEvent news) {
    if (over == null) {
      record(new Row(news, null, null, null, now));
      perform(news.tell(machine));
    }
  }

  CrashingWorld runToEnd() {
    while (step()) {
      // Each step is checked where it happens.
    }
    return this;
  }

  /** Loses everything but the rows that are durable, of which there are at least this many. */
  RestoredRun crash(int atLeast, long downtime) {
    int least = Math.max(durable, Math.min(atLeast, journal.size()));
    durable = least + random.nextInt(journal.size() - least + 1);
    journal.subList(durable, journal.size()).clear();
    agenda.clear();
    pending.clear();
    over = null;
    now += downtime;
    return restore();
  }

  int journalled() {
    return journal.size();
  }

  private RestoredRun restore() {
    RestoredRun restored = RunReplay.of(Simulation.RUN, plan, history(), Instant.ofEpochMilli(now));
    machine = restored.machine();
    return restored;
  }

  void perform(List<Effect> effects) {
    effects.forEach(effect -> effect.on(this));
  }

  private RunHistory history() {
    List<MachineEvent> news = new ArrayList<>();
    Map<Integer, List<RunHistory.Change>> changes = new HashMap<>();
    Map<String, Integer> joins = new HashMap<>();
    for (Row row : journal) {
      if (row.news() != null) {
        news.add(row.news());
      } else if (row.join() != null) {
        joins.merge(row.join().substring(0, row.join().indexOf('[')), 1, Integer::sum);
      } else if (row.step() != null && row.state() != null && !isRunningLeaf(row)) {
        changes
            .computeIfAbsent(row.step().index(), unused -> new ArrayList<>())
            .add(new RunHistory.Change(row.state(), Instant.ofEpochMilli(row.at())));
      }
    }
    return new RunHistory(Content.of("input"), news, changes, joins);
  }

  private static boolean isRunningLeaf(Row row) {
    return row.step() instanceof LeafStep && row.state() == StepState.RUNNING;
  }

  /** The states that a step passed to, as the journal has them. */
  List<StepState> states(Step step) {
    List<StepState> states = new ArrayList<>();
    for (Row row : journal) {
      if (row.state() != null && step.equals(row.step()) && !isRunningLeaf(row)) {
        states.add(row.state());
      }
    }
    return states;
  }

  List<String> joinsOnRecord() {
    return journal.stream().filter(row -> row.join() != null).map(row -> "" + row.join()).toList();
  }

  /** Running leaves, and timers with their times. */
  Set<String> underWay() {
    Set<String> names = new HashSet<>();
    for (Event event : agenda) {
      if (event.news() instanceof MachineEvent.LeafEnded ended) {
        names.add(ended.leaf().path() + " #" + ended.attempt());
      } else if (event.news() instanceof MachineEvent.TimerElapsed timer) {
        names.add(timer.step().path() + " " + timer.timer() + " at " + event.at());
      }
    }
    return names;
  }

  /** Whether the effect is there to be put on record. */
  static boolean isReport(Effect effect) {
    return effect instanceof Effect.StepChanged || effect instanceof Effect.Joined;
  }

  private void record(Row row) {
    journal.add(row);
  }

  private Event at(long when, MachineEvent news) {
    Event event = new Event(when, order++, news);
    agenda.add(event);
    return event;
  }

  @Override
  public void startLeaf(Effect.StartLeaf start) {
    LeafStep leaf = start.step();
    executions.merge(leaf.path() + " #" + start.attempt(), 1, Integer::sum);
    boolean again =
        journal.stream()
            .anyMatch(
                row ->
                    row.news() instanceof MachineEvent.LeafEnded ended
                        && ended.leaf().equals(leaf)
                        && ended.attempt() == start.attempt());
    if (again) {
      mistakes.add(
          leaf.path() + " #" + start.attempt() + " runs again though its end is on record");
    }
    record(new Row(null, leaf, StepState.RUNNING, null, now));
    LeafResult result = behave(leaf, start.attempt(), start.stdin());
    pending.put(
        leaf.path(),
        at(now + took(leaf.argv()), new MachineEvent.LeafEnded(leaf, start.attempt(), result)));
  }

  private static long took(List<String> argv) {
    return argv.get(0).equals("slow") || argv.get(0).equals("late")
        ? Long.parseLong(argv.get(1))
        : 0;
  }

  private static LeafResult behave(LeafStep leaf, int attempt, Content stdin) {
    List<String> argv = leaf.argv();
    return switch (argv.get(0)) {
      case "say" -> Simulation.exited(0, argv.get(1) + " " + leaf.path(), "");
      case "cat" -> Simulation.exited(0, stdin.text() + "+" + leaf.path(), "");
      case "slow" -> Simulation.exited(0, argv.get(2), "");
      case "half" -> Simulation.exited(1, argv.get(1), "");
      case "fail" -> Simulation.exited(Integer.parseInt(argv.get(1)), "", argv.get(2));
      case "late" ->
          new LeafResult(
              Outcome.of(Outcome.Kind.TIMED_OUT, "time is up"), Content.EMPTY, Content.EMPTY, 0);
      case "flaky" ->
          attempt >= Integer.parseInt(argv.get(2))
              ? Simulation.exited(0, "try " + attempt, "")
              : Simulation.exited(7, "bad " + attempt, "not yet");
      default -> throw new IllegalArgumentException(argv.get(0));
    };
  }

  /** Somebody answers some day, which is as if a command ended. */
  @Override
  public void await(Effect.Await await) {
    startLeaf(new Effect.StartLeaf(await.step(), await.attempt(), await.stdin()));
  }

  @Override
  public void stopLeaf(Effect.StopLeaf stop) {
    agenda.remove(pending.get(stop.step().path()));
    LeafResult cancelled =
        new LeafResult(
            Outcome.of(Outcome.Kind.CANCELLED, "stopped"), Content.EMPTY, Content.EMPTY, 0);
    pending.put(
        stop.step().path(),
        at(now + 1, new MachineEvent.LeafEnded(stop.step(), stop.attempt(), cancelled)));
  }

  @Override
  public void startTimer(Effect.StartTimer start) {
    pending.put(
        start.timer() + start.step().path(),
        at(now + start.millis(), new MachineEvent.TimerElapsed(start.step(), start.timer())));
  }

  @Override
  public void stopTimer(Effect.StopTimer stop) {
    agenda.remove(pending.get(stop.timer() + stop.step().path()));
  }

  @Override
  public void stepChanged(Effect.StepChanged change) {
    if (!(change.step() instanceof LeafStep && change.state() == StepState.RUNNING)) {
      record(new Row(null, change.step(), change.state(), null, now));
    }
  }

  @Override
  public void joined(Effect.Joined effect) {
    record(new Row(null, null, null, effect.join().path() + effect.join().branches(), now));
  }

  @Override
  public void runOver(Effect.RunOver effect) {
    over = effect;
  }
}
