package dev.escarole.samples.bench;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Effect;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunMachine;
import dev.escarole.engine.wasm.WasmRunner;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.template.Word;
import dev.escarole.recipe.template.WordSplitter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The paths that every leaf takes, one by one, for JMH. Public because JMH's generated classes call
 * it.
 */
@State(Scope.Thread)
public class HotPaths {

  static final int LEAVES = 1_000;

  private static final String TEMPLATE =
      "grep -n --color=never \"^{pattern} in\" '/data/part 1.txt' {file} --max-count 10";

  private static final RunId RUN = new RunId("20261122-000000-bench0");

  private final Recipe recipe = Work.fanOut(LEAVES);
  private final PlanCompiler compiler = new PlanCompiler(PlanLimits.DEFAULTS);
  private final Plan plan = compiler.compile(recipe, Map.of());
  private final LeafResult done =
      new LeafResult(Outcome.exited(0), Content.of("1\n"), Content.EMPTY, 1);
  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final WasmRunner runner = new WasmRunner(builtIns);
  private final Command nothing = new CommandRegistry(builtIns.all()).find("true").orElseThrow();
  private final Invocation invocation = Invocation.of("true").build();

  /** Splits a template into words. */
  @Benchmark
  public List<Word> splitting() {
    return WordSplitter.split(TEMPLATE);
  }

  /** Compiles a plan; counted for each leaf. */
  @Benchmark
  @OperationsPerInvocation(LEAVES)
  public Plan compiling() {
    return compiler.compile(recipe, Map.of());
  }

  /** Drives the machine of a fan-out from its start to its end; counted for each leaf. */
  @Benchmark
  @OperationsPerInvocation(LEAVES)
  public RunMachine machine() {
    RunMachine machine = new RunMachine(plan, RUN);
    Deque<Effect> effects = new ArrayDeque<>(machine.start(Content.EMPTY));
    int finished = 0;
    while (!effects.isEmpty()) {
      if (effects.remove() instanceof Effect.StartLeaf start) {
        effects.addAll(machine.leafFinished(start.step(), start.attempt(), done));
        finished++;
      }
    }
    if (finished != LEAVES) {
      throw new IllegalStateException("only " + finished + " leaves");
    }
    return machine;
  }

  /** Builds an instance of the smallest command, runs it and throws it away. */
  @Benchmark
  public InvocationResult instance() {
    return runner.run(nothing, invocation);
  }

  /** Ends the runner's threads. */
  @TearDown
  public void close() {
    runner.close();
  }
}
