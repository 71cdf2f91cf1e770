package com.example.invoices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job in this process. */
class InvoicesJobTest {

  @TempDir Path directory;

  @Test
  void orders_become_invoices_and_rejects() throws Exception {
    Path orders = directory.resolve("orders.jsonl");
    Files.write(orders, Orders.lines(500));
    System.setProperty("spark.master", "local[2]");
    System.setProperty("spark.ui.enabled", "false");
    InvoicesJob.main(new String[] {orders.toString(), directory.resolve("out").toString()});

    try (SparkSession spark = SparkSession.builder().getOrCreate()) {
      Dataset<Row> results =
          spark.read().option("header", true).csv(directory.resolve("out/results").toString());
      List<Row> found = results.collectAsList();
      assertEquals(450, found.size());
      for (Row row : found) {
        assertEquals(Orders.cents(Integer.parseInt(row.getString(0))), row.getString(1));
      }
      List<Row> rejects =
          spark.read().json(directory.resolve("out/rejects").toString()).collectAsList();
      assertEquals(50, rejects.size());
      for (Row row : rejects) {
        assertEquals("degraded", row.getAs("status"));
        String problem = row.getAs("problem");
        assertTrue(problem.contains("a line without quantity or price"), problem);
      }
    }
  }
}
