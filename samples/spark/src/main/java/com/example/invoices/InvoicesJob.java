package com.example.invoices;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.get_json_object;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/** Computes the amounts of orders, one JSON object in each line, and sets bad orders apart. */
public final class InvoicesJob {

  private InvoicesJob() {}

  /**
   * @param args a file or directory with orders, and the directory for {@code results} and {@code
   *     rejects}
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: invoices ORDERS OUTPUT");
      System.exit(2);
    }
    try (SparkSession spark = SparkSession.builder().appName("invoices").getOrCreate()) {
      Dataset<Row> orders =
          spark
              .read()
              .text(args[0])
              .select(get_json_object(col("value"), "$.id").as("key"), col("value"));
      // Kept, because both outputs read it: each row runs once.
      Dataset<Row> invoices =
          RecipeRows.run(orders, recipe()).persist(StorageLevel.MEMORY_AND_DISK());
      Dataset<Row> results = invoices.filter("accepted").select("key", "output");
      Dataset<Row> rejects = invoices.filter("not accepted").select("key", "status", "problem");
      results.write().mode("overwrite").option("header", true).csv(args[1] + "/results");
      rejects.write().mode("overwrite").json(args[1] + "/rejects");
      System.out.printf("%d invoices, %d rejects%n", results.count(), rejects.count());
    }
  }

  /** The recipe of the job. */
  static String recipe() throws IOException {
    try (InputStream in = InvoicesJob.class.getResourceAsStream("/invoice.yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
