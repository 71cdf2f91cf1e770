package dev.escarole.samples.bench;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.recipe.Recipe;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Compiles a plan of many leaves, in a Java of its own with little memory, and tells the times on
 * standard output.
 */
final class PlanCost {

  static final String HEAP = "-Xmx512m";

  private PlanCost() {}

  public static void main(String[] arguments) {
    int leaves = Integer.parseInt(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    Recipe recipe = Recipes.fanOut(leaves);
    PlanCompiler compiler = new PlanCompiler(PlanLimits.DEFAULTS);
    for (int i = 0; i < rounds; i++) {
      long before = System.nanoTime();
      Plan plan = compiler.compile(recipe, Map.of());
      long nanos = System.nanoTime() - before;
      if (plan.steps().size() < leaves) {
        throw new IllegalStateException("only " + plan.steps().size() + " steps");
      }
      System.out.println(nanos);
    }
  }

  /** Measures in a child: as many rounds to warm up as to measure. */
  static Figure measure(int leaves, int rounds) throws IOException, InterruptedException {
    List<String> arguments = List.of(String.valueOf(leaves), String.valueOf(2 * rounds));
    double[] micros =
        Processes.linesOfJava(HEAP, PlanCost.class, arguments).stream()
            .skip(rounds)
            .mapToDouble(line -> Long.parseLong(line) / 1000.0 / leaves)
            .toArray();
    return Figure.wallOnly(
        "compile a plan", "one Java with " + HEAP, leaves, Figure.Spread.of(micros));
  }
}
