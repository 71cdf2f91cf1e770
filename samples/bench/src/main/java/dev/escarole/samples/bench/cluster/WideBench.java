package dev.escarole.samples.bench.cluster;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.node.EngineNode;
import dev.escarole.engine.node.NodeReport.NodeSpread;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.RecipeReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures a parallel node with {@code spread: true} that one node carries out, and then with the
 * help of others, each a process.
 */
final class WideBench {

  private static final String RECIPE =
      """
      {"name": "wide", "parallel": true, "spread": true, "repeat": %d,
       "template": {"template": ["seq 500", "sort -rn", "wc -c"]}}
      """;

  private static final int COMMANDS = 3;

  /** A smaller one comes first, so that the code of all processes is compiled. */
  private static final int WARM_UP = 10;

  /** Nodes report what they do every two seconds. */
  private static final int REPORTED_MILLIS = 2_500;

  private final Places places;
  private final int branches;

  WideBench(Places places, int branches) {
    this.places = places;
    this.branches = branches;
  }

  private record Measured(double seconds, long elsewhere) {}

  void run(int nodes, PrintStream out) throws Exception {
    out.printf("a parallel node of %,d branches, each with %d commands%n", branches, COMMANDS);
    for (int count = 1; count <= nodes; count++) {
      Measured measured = measured(count);
      out.printf(
          Locale.ROOT,
          "nodes: %d · %,.1f s · %,.0f commands a second · %,d of them on other nodes%n",
          count,
          measured.seconds(),
          branches * COMMANDS / measured.seconds(),
          measured.elsewhere());
    }
  }

  private Measured measured(int nodes) throws Exception {
    List<NodeProcess> helpers = new ArrayList<>();
    try {
      for (int i = 1; i < nodes; i++) {
        helpers.add(
            NodeProcess.start(Claimers.Kind.ESCAROLE, places.directory().resolve("wide-" + i)));
      }
      Measured unused = round(helpers, Math.max(1, branches / WARM_UP));
      return round(helpers, branches);
    } finally {
      helpers.forEach(NodeProcess::close);
    }
  }

  private Measured round(List<NodeProcess> helpers, int wide) throws Exception {
    Place place = places.next();
    RunRequest request =
        RunRequest.of(new RecipeReader().read(RECIPE.formatted(wide), "wide.json")).build();
    try (Engine owner = Engine.open(EscaroleClaimers.options(place, "owner"))) {
      for (NodeProcess helper : helpers) {
        helper.open(place);
      }
      while (owner.housekeeping().nodes().nodes().size() <= helpers.size()) {
        Thread.sleep(10);
      }
      long begun = System.nanoTime();
      RunResult result = owner.run(request).orThrow();
      double seconds = (System.nanoTime() - begun) / 1e9;
      if (result.joins().get(0).usableBranches() != wide) {
        throw new IllegalStateException("only %s".formatted(result.joins().get(0)));
      }
      Thread.sleep(REPORTED_MILLIS);
      long elsewhere = elsewhere(owner);
      for (NodeProcess helper : helpers) {
        helper.stop();
      }
      return new Measured(seconds, elsewhere);
    }
  }

  /** As the nodes have reported it. */
  private static long elsewhere(Engine owner) {
    return owner.housekeeping().nodes().nodes().stream()
        .map(EngineNode::report)
        .map(report -> report == null ? NodeSpread.NONE : report.spread())
        .mapToLong(NodeSpread::forOthers)
        .sum();
  }
}
