package dev.escarole.samples.batch;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs the batch job from the command line: recipe, orders, and a directory for what comes out. */
public final class OrderBatchMain {

  private static final int CHUNK = 100;

  private OrderBatchMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 3) {
      System.err.println("usage: batch RECIPE ORDERS OUTPUT-DIRECTORY");
      System.exit(2);
    }
    Recipe recipe = new RecipeReader().read(Path.of(arguments[0]));
    Path output = Files.createDirectories(Path.of(arguments[2]));
    EngineOptions options = EngineOptions.at(output.resolve(".escarole"));
    try (Engine engine = Engine.open(options)) {
      OrderBatch.Summary summary =
          new OrderBatch(engine, recipe, CHUNK)
              .run(
                  Path.of(arguments[1]),
                  output.resolve("accepted.csv"),
                  output.resolve("rejects.txt"));
      System.out.printf(
          "%d chunks, %d failed; %d orders accepted, %d rejected; see %s%n",
          summary.chunks(), summary.failedChunks(), summary.accepted(), summary.rejected(), output);
    }
  }
}
