package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.RecipeReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a machine in virtual time with commands that exist only here.
 *
 * <p>Commands: {@code say TEXT…} prints its words; {@code cat} prints its input; {@code fail N
 * TEXT…} exits with N and says TEXT on standard error; {@code flaky ID N} fails until its Nth try
 * and then prints the try; {@code slow MS TEXT…} takes so long and prints its words; {@code half
 * TEXT…} prints its words and exits with 1; {@code late MS} takes so long and ends with timed_out.
 */
final class Simulation implements Effect.Handler {

  static final RunId RUN = new RunId("20261122-000000-aaaaaa");

  final List<String> trace = new ArrayList<>();
  final List<Join> joined = new ArrayList<>();
  final List<String> states = new ArrayList<>();

  private final Map<String, List<String>> inputs = new HashMap<>();

  Effect.@Nullable RunOver over;
  long now;
  int mostAtOnce;

  private final Plan plan;
  private final RunMachine machine;
  private final PriorityQueue<News> agenda =
      new PriorityQueue<>(Comparator.comparingLong(News::at).thenComparingLong(News::order));
  private final Map<String, Integer> tries = new HashMap<>();
  private final Map<String, Deque<LeafResult>> scripts = new HashMap<>();
  private final Map<String, News> pending = new HashMap<>();
  private final Map<String, Effect.Await> waits = new HashMap<>();
  private long order;
  private int running;
  private final Set<String> runningPaths = new HashSet<>();
  private final List<String> capsExceeded = new ArrayList<>();

  private record News(long at, long order, Supplier<List<Effect>> deliver) {}

  private Simulation(Plan plan) {
    this.plan = plan;
    this.machine = new RunMachine(plan, RUN);
  }

  static Simulation of(String recipe) {
    return of(recipe, Map.of());
  }

  static Simulation of(String recipe, Map<String, Object> values) {
    PlanCompiler compiler = new PlanCompiler(PlanLimits.DEFAULTS);
    return new Simulation(compiler.compile(new RecipeReader().read(recipe, "test.json"), values));
  }

  static Simulation run(String recipe) {
    return of(recipe).runToEnd();
  }

  /** Gives what the next tries of a command line come to. */
  Simulation scripted(String commandLine, LeafResult... results) {
    scripts.put(commandLine, new ArrayDeque<>(List.of(results)));
    return this;
  }

  Simulation runToEnd() {
    return runToEnd("");
  }

  Simulation runToEnd(String stdin) {
    perform(machine.start(Content.of(stdin)));
    return goOn(Long.MAX_VALUE);
  }

  Simulation start() {
    perform(machine.start(Content.EMPTY));
    return this;
  }

  /** Delivers what is due up to a point in time. */
  Simulation goOn(long until) {
    while (!agenda.isEmpty() && agenda.peek().at() <= until) {
      News news = agenda.remove();
      now = news.at();
      perform(news.deliver().get());
    }
    now = until == Long.MAX_VALUE ? now : until;
    return this;
  }

  Simulation cancel() {
    perform(machine.cancel());
    return this;
  }

  Simulation cancel(String path) {
    perform(machine.cancel(step(path)));
    return this;
  }

  RunMachine machine() {
    return machine;
  }

  Step step(String path) {
    return plan.steps().stream().filter(s -> s.path().equals(path)).findFirst().orElseThrow();
  }

  String status() {
    return over == null ? "running" : over.status().word();
  }

  /** Whether the author agreed to how it ended. */
  Acceptance acceptance() {
    return over == null ? Acceptance.NOT_ACCEPTED : over.acceptance();
  }

  String stdout() {
    return over == null ? "" : over.result().stdout().text();
  }

  int exitCode() {
    return over == null ? -1 : over.result().exitCode();
  }

  /** The state of each step that has one to show, as {@code path state}. */
  String stateOf(String path) {
    return machine.state(step(path)).word();
  }

  /** What a command line read, try by try. */
  List<String> inputsOf(String commandLine) {
    return inputs.getOrDefault(commandLine, List.of());
  }

  List<Step> steps() {
    return plan.steps();
  }

  int leavesRunning() {
    return running;
  }

  /** What went beyond a {@code concurrency} at some time. */
  List<String> capsExceeded() {
    return capsExceeded;
  }

  /** Holds the leaves that run now against every cap above them. */
  private void checkCaps() {
    for (Step node : plan.steps()) {
      int cap = node.controls().concurrency();
      if (cap == 0) {
        continue;
      }
      long busy =
          node.children().stream()
              .filter(
                  branch ->
                      runningPaths.stream()
                          .anyMatch(path -> (path + ".").startsWith(branch.path() + ".")))
              .count();
      if (busy > cap) {
        capsExceeded.add(node.path() + " runs " + busy + " of " + cap);
      }
    }
  }

  private void perform(List<Effect> effects) {
    effects.forEach(effect -> effect.on(this));
  }

  private News at(long when, Supplier<List<Effect>> deliver) {
    News news = new News(when, order++, deliver);
    agenda.add(news);
    return news;
  }

  @Override
  public void startLeaf(Effect.StartLeaf start) {
    trace.add(
        "%d start %s #%d".formatted(now, String.join(" ", start.step().argv()), start.attempt()));
    mostAtOnce = Math.max(mostAtOnce, ++running);
    LeafStep leaf = start.step();
    runningPaths.add(leaf.path());
    inputs
        .computeIfAbsent(String.join(" ", leaf.argv()), line -> new ArrayList<>())
        .add(start.stdin().text());
    checkCaps();
    Deque<LeafResult> script = scripts.get(String.join(" ", leaf.argv()));
    LeafResult result =
        script == null || script.isEmpty() ? behave(leaf.argv(), start.stdin()) : script.remove();
    long took = took(leaf.argv());
    pending.put(leaf.path(), at(now + took, () -> finished(leaf, start.attempt(), result)));
  }

  @Override
  public void await(Effect.Await await) {
    trace.add("%d %s #%d".formatted(now, String.join(" ", await.step().argv()), await.attempt()));
    waits.put(await.step().path(), await);
  }

  /** Answers a step that waits. */
  Simulation answer(String path, LeafResult result) {
    Effect.Await await = waits.remove(path);
    if (await == null) {
      throw new IllegalStateException(path + " does not wait");
    }
    perform(machine.leafFinished(await.step(), await.attempt(), result));
    return this;
  }

  /** Approves a step that waits. */
  Simulation approve(String path) {
    Effect.Await await = waits.get(path);
    return answer(path, exited(0, await == null ? "" : await.stdin().text(), ""));
  }

  /** Rejects a step that waits. */
  Simulation reject(String path) {
    return answer(path, LeafResult.failed(Outcome.of(Outcome.Kind.REJECTED, "rejected by bob")));
  }

  private List<Effect> finished(LeafStep leaf, int attempt, LeafResult result) {
    running--;
    runningPaths.remove(leaf.path());
    return machine.leafFinished(leaf, attempt, result);
  }

  private static long took(List<String> argv) {
    return argv.get(0).equals("slow") || argv.get(0).equals("late")
        ? Long.parseLong(argv.get(1))
        : 0;
  }

  private LeafResult behave(List<String> argv, Content stdin) {
    String rest = String.join(" ", argv.subList(Math.min(argv.size(), 2), argv.size()));
    return switch (argv.get(0)) {
      case "say" -> exited(0, String.join(" ", argv.subList(1, argv.size())), "");
      case "cat" -> exited(0, stdin.text(), "");
      case "slow" -> exited(0, rest, "");
      case "half" -> exited(1, String.join(" ", argv.subList(1, argv.size())), "");
      case "fail" -> exited(Integer.parseInt(argv.get(1)), "", rest);
      case "late" ->
          new LeafResult(
              Outcome.of(Outcome.Kind.TIMED_OUT, "time is up"), Content.EMPTY, Content.EMPTY, 0);
      case "flaky" -> flaky(argv.get(1), Integer.parseInt(argv.get(2)));
      default -> exited(0, "ran " + String.join(" ", argv), "");
    };
  }

  private LeafResult flaky(String id, int goodFrom) {
    int count = tries.merge(id, 1, Integer::sum);
    return count >= goodFrom ? exited(0, "try " + count, "") : exited(7, "bad " + count, "not yet");
  }

  static LeafResult exited(int code, String stdout, String stderr) {
    return new LeafResult(Outcome.exited(code), Content.of(stdout), Content.of(stderr), 0);
  }

  @Override
  public void stopLeaf(Effect.StopLeaf stop) {
    LeafStep leaf = stop.step();
    if (leaf.awaits() != null) {
      waits.remove(leaf.path());
      at(
          now + 1,
          () ->
              machine.leafFinished(
                  leaf,
                  stop.attempt(),
                  LeafResult.failed(Outcome.of(Outcome.Kind.CANCELLED, "stopped"))));
      return;
    }
    trace.add("%d stop %s".formatted(now, String.join(" ", leaf.argv())));
    agenda.remove(pending.get(leaf.path()));
    LeafResult cancelled =
        new LeafResult(
            Outcome.of(Outcome.Kind.CANCELLED, "stopped"), Content.EMPTY, Content.EMPTY, 0);
    at(now + 1, () -> finished(leaf, stop.attempt(), cancelled));
  }

  @Override
  public void startTimer(Effect.StartTimer start) {
    String key = start.timer() + start.step().path();
    pending.put(
        key, at(now + start.millis(), () -> machine.timerElapsed(start.step(), start.timer())));
  }

  @Override
  public void stopTimer(Effect.StopTimer stop) {
    agenda.remove(pending.get(stop.timer() + stop.step().path()));
  }

  @Override
  public void stepChanged(Effect.StepChanged change) {
    states.add(change.step().path() + " " + change.state().word());
  }

  @Override
  public void joined(Effect.Joined effect) {
    joined.add(effect.join());
  }

  @Override
  public void runOver(Effect.RunOver effect) {
    over = effect;
  }
}
