package com.example.invoices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job on a standalone master with two workers, one of whose executors is killed. */
@Timeout(300)
class LostExecutorTest {

  private static final int COUNT = 2_000;

  @Test
  void job_survives_the_loss_of_an_executor() throws Exception {
    try (StandaloneCluster cluster = StandaloneCluster.start(2);
        SparkSession spark = session(cluster)) {
      Dataset<Row> orders =
          spark
              .createDataset(Orders.lines(COUNT), Encoders.STRING())
              .repartition(20)
              .selectExpr("get_json_object(value, '$.id') as key", "value");
      CompletableFuture<List<Row>> job =
          CompletableFuture.supplyAsync(() -> collected(orders));
      ProcessHandle victim = busyExecutor(cluster, spark);
      assertFalse(job.isDone(), "there is something left to do");
      assertTrue(victim.destroyForcibly(), "it was there to be killed");
      victim.onExit().get(60, TimeUnit.SECONDS);

      List<Row> rows = job.get(240, TimeUnit.SECONDS);
      Set<String> keys = new HashSet<>();
      for (Row row : rows) {
        assertTrue(keys.add(row.getString(0)), "twice: " + row);
        int number = Integer.parseInt(row.getString(0));
        boolean good = number % 10 != 9;
        assertEquals(good, row.getBoolean(2), row::toString);
        if (good) {
          assertEquals(Orders.cents(number), row.getString(3));
        }
      }
      assertEquals(COUNT, keys.size());
    }
  }

  private static SparkSession session(StandaloneCluster cluster) {
    return SparkSession.builder()
        .master(cluster.url())
        .appName("lost")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executor.memory", "600m")
        .config("spark.executor.cores", 1)
        .config("spark.executor.extraClassPath", cluster.ownClasses())
        .config("spark.sql.shuffle.partitions", 20)
        .getOrCreate();
  }

  private static List<Row> collected(Dataset<Row> orders) {
    try {
      return RecipeRows.run(orders, InvoicesJob.recipe()).collectAsList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One of two executors, as soon as a few tasks have ended. */
  private static ProcessHandle busyExecutor(StandaloneCluster cluster, SparkSession spark)
      throws InterruptedException {
    while (cluster.executors().size() < 2 || tasksDone(spark) < 3) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return cluster.executors().get(0);
  }

  private static int tasksDone(SparkSession spark) {
    var tracker = spark.sparkContext().statusTracker();
    int done = 0;
    for (int stage : tracker.getActiveStageIds()) {
      var info = tracker.getStageInfo(stage);
      done += info.isEmpty() ? 0 : info.get().numCompletedTasks();
    }
    return done;
  }
}
