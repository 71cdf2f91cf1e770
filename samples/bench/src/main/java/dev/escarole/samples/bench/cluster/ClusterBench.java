package dev.escarole.samples.bench.cluster;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.samples.bench.Arguments;
import dev.escarole.samples.bench.Left;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures how many runs one, two and three nodes claim and do in a second, beside tasks of
 * db-scheduler and jobs of Quartz, and what it costs one node to be in a cluster.
 */
public final class ClusterBench {

  private static final String USAGE =
      "usage: cluster [--runs N] [--rounds N] [--nodes N] | cluster --branches N [--nodes N]";

  /** Rounds for each node that come first and do not count. */
  private static final int WARM_UPS = 6;

  /** This part of what is stored is done while nodes are opened, and does not count. */
  private static final int OPENING = 5;

  private final Places places;
  private final int runs;
  private final int rounds;

  ClusterBench(Places places, int runs, int rounds) {
    this.places = places;
    this.runs = runs;
    this.rounds = rounds;
  }

  /** Exits with 0, or 2 if it was called wrongly. */
  public static void main(String[] args) throws Exception {
    int runs = 2_000;
    int rounds = 3;
    int nodes = 3;
    int branches = 0;
    Arguments arguments = new Arguments(List.of(args));
    try {
      while (!arguments.isEmpty()) {
        switch (arguments.option()) {
          case "--runs" -> runs = arguments.number(1_000_000);
          case "--rounds" -> rounds = arguments.number(100);
          case "--branches" -> branches = arguments.number(1_000_000);
          case "--nodes" -> nodes = arguments.number(10);
          default -> throw arguments.unknown();
        }
      }
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.println(USAGE);
      System.exit(2);
    }
    Path directory = Files.createTempDirectory("escarole-cluster-");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      Places places = new Places(postgres, directory);
      if (branches > 0) {
        new WideBench(places, branches).run(nodes, System.out);
      } else {
        new ClusterBench(places, runs, rounds).run(nodes, System.out);
      }
    }
    Left.remove(directory);
    System.exit(0);
  }

  void run(int nodes, PrintStream out) throws Exception {
    out.printf("%,d of each; the median of %d rounds; a second%n", runs, rounds);
    for (Claimers.Kind kind : Claimers.Kind.values()) {
      List<String> figures = new ArrayList<>();
      for (int i = 1; i <= nodes; i++) {
        figures.add(figure(measured(kind, i)));
        System.err.println(kind.words() + ", nodes: " + i);
      }
      out.printf("%-36s %s%n", kind.words(), String.join("  ", figures));
    }
    double alone = direct(Recovery.onRequest());
    double clustered = direct(Recovery.automatic());
    out.printf(
        "one node: %s that takes no part in a cluster, %s that does: %+.1f %%%n",
        figure(alone), figure(clustered), 100 * (clustered / alone - 1));
  }

  private static String figure(double each) {
    return String.format(Locale.ROOT, "%,8.0f", each);
  }

  /** So many nodes claim what is stored when they begin; how much a second. */
  private double measured(Claimers.Kind kind, int count) throws Exception {
    List<NodeProcess> nodes = new ArrayList<>();
    double[] each = new double[rounds];
    try {
      for (int i = 0; i < count; i++) {
        nodes.add(NodeProcess.start(kind, places.directory().resolve(kind + "-" + i)));
      }
      // Each process has done as much before, so that its code is compiled.
      for (int round = -WARM_UPS * count; round < rounds; round++) {
        double seconds = round(kind.claimers(), nodes);
        if (round >= 0) {
          each[round] = (runs - runs / OPENING) / seconds;
        }
      }
    } finally {
      nodes.forEach(NodeProcess::close);
    }
    return median(each);
  }

  private double round(Claimers claimers, List<NodeProcess> nodes) throws Exception {
    Place place = places.next();
    claimers.store(place, runs);
    for (NodeProcess node : nodes) {
      node.open(place);
    }
    place.awaitAtMost(runs - runs / OPENING, claimers.left());
    long begun = System.nanoTime();
    place.awaitAtMost(0, claimers.left());
    double seconds = (System.nanoTime() - begun) / 1e9;
    for (NodeProcess node : nodes) {
      node.stop();
    }
    return seconds;
  }

  private static double median(double[] all) {
    double[] sorted = all.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** One engine starts runs one after the other and waits for all of them. */
  private double direct(Recovery recovery) throws Exception {
    double[] each = new double[rounds];
    for (int round = -WARM_UPS; round < rounds; round++) {
      double seconds =
          direct(EscaroleClaimers.options(places.next(), "one").withRecovery(recovery));
      if (round >= 0) {
        each[round] = runs / seconds;
      }
    }
    return median(each);
  }

  private double direct(EngineOptions options) throws IOException, InterruptedException {
    RunRequest request =
        RunRequest.of(new RecipeReader().read("\"echo x\"", "e.json")).anywhere().build();
    try (Engine engine = Engine.open(options)) {
      long begun = System.nanoTime();
      List<RunHandle> all = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        all.add(engine.start(request));
      }
      for (RunHandle run : all) {
        var unused = run.await();
      }
      return (System.nanoTime() - begun) / 1e9;
    }
  }
}
