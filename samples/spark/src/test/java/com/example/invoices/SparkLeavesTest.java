package com.example.invoices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recipe's wide fan-out on executors; {@code -Dbranches=100000} for a wider one. */
@Timeout(3600)
class SparkLeavesTest {

  private static final int BRANCHES = Integer.getInteger("branches", 2_000);

  private static final String WIDE =
      """
      name: wide
      parallel: true
      repeat: %d
      spread: true
      failure: continue
      template:
        template: ["echo order {index}", "grep -v 13"]
      """;

  @TempDir private Path data;

  @Test
  void fan_out_runs_on_the_executors_and_is_joined_in_the_driver() throws Exception {
    try (StandaloneCluster cluster = StandaloneCluster.start(2);
        JavaSparkContext spark = new JavaSparkContext(conf(cluster.url(), cluster.ownClasses()));
        SparkLeaves leaves = new SparkLeaves(spark);
        Engine engine = engine(leaves)) {
      Instant start = Instant.now();
      RunResult result = engine.run(request(BRANCHES));
      Duration took = Duration.between(start, Instant.now());

      int failed = withThirteen(BRANCHES);
      assertEquals(RunStatus.DEGRADED, result.status());
      assertEquals(1, result.joins().size());
      assertEquals(BRANCHES - failed, result.joins().get(0).usableBranches());
      assertEquals(BRANCHES, result.joins().get(0).branches().size());
      assertTrue(result.stdout().text().contains("\norder 12\n"), "the outputs are in the join");
      assertEquals(2 * BRANCHES, engine.records().attempts(result.run()).size());
      System.out.printf("%,d branches on executors in %s%n", BRANCHES, took);
    }
  }

  @Test
  void what_a_lost_executor_had_runs_again() throws Exception {
    try (StandaloneCluster cluster = StandaloneCluster.start(2);
        JavaSparkContext spark = new JavaSparkContext(conf(cluster.url(), cluster.ownClasses()));
        SparkLeaves leaves = new SparkLeaves(spark);
        Engine engine = engine(leaves)) {
      RunHandle run = engine.start(request(2_000));
      while (cluster.executors().size() < 2 || run.counts().branches().done() < 100) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertFalse(run.result().isDone(), "there is something left to do");
      assertTrue(cluster.executors().get(0).destroyForcibly());
      RunResult result = run.await();
      assertEquals(2_000 - withThirteen(2_000), result.joins().get(0).usableBranches());
      assertEquals(4_000, engine.records().attempts(result.run()).size());
    }
  }

  @Test
  void a_job_that_cannot_run_leaves_its_commands_to_the_driver() throws Exception {
    try (JavaSparkContext spark = new JavaSparkContext(conf("local[1]", ""));
        SparkLeaves leaves = new SparkLeaves(spark);
        Engine engine = engine(leaves)) {
      spark.stop();
      RunResult result = engine.run(request(50));
      assertEquals(50 - withThirteen(50), result.joins().get(0).usableBranches());
    }
  }

  private Engine engine(SparkLeaves leaves) {
    EngineOptions options = EngineOptions.at(data).withElsewhere(leaves);
    return Engine.open(options);
  }

  private static RunRequest request(int branches) {
    return RunRequest.of(new RecipeReader().read(WIDE.formatted(branches), "wide.yaml")).build();
  }

  private static int withThirteen(int branches) {
    int count = 0;
    for (int i = 0; i < branches; i++) {
      count += Integer.toString(i).contains("13") ? 1 : 0;
    }
    return count;
  }

  private static SparkConf conf(String master, String classes) {
    return new SparkConf()
        .setMaster(master)
        .setAppName("wide")
        .set("spark.ui.enabled", "false")
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.executor.memory", "600m")
        .set("spark.executor.cores", "1")
        .set("spark.executor.extraClassPath", classes);
  }
}
