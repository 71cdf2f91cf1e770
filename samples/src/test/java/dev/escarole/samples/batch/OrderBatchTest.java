package dev.escarole.samples.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderBatchTest {

  private static final Path ORDERS = Path.of("batch/orders.csv");
  private static final int CHUNK = 100;
  private static final Pattern VALID =
      Pattern.compile("\\d+,2026-[01]\\d-[0-3]\\d,[^,]+,[1-9]\\d*,\\d+\\.\\d\\d");

  @TempDir Path output;

  private final Recipe recipe = new RecipeReader().read(Path.of("batch/recipe.yaml"));

  @Test
  void run_ordersOfTheSample_sortsThemIntoTwoFiles() throws IOException, InterruptedException {
    List<String> orders = Files.readAllLines(ORDERS);
    List<String> valid = orders.stream().filter(VALID.asMatchPredicate()).toList();

    OrderBatch.Summary summary = run(ORDERS, CHUNK);

    assertThat(accepted()).containsExactlyElementsOf(valid);
    assertThat(rejects()).hasSize(orders.size() - 1 - valid.size());
    assertThat(rejects()).contains("line 104: not a valid order: " + orders.get(103));
    assertThat(summary)
        .isEqualTo(new OrderBatch.Summary(10, 1, accepted().size(), rejects().size()));
  }

  @Test
  void run_chunkWithoutAValidLine_rejectsItAsAWholeAndGoesOn()
      throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>(List.of("header", "broken", "2,broken"));
    lines.add("7,2026-10-01,Ada Moor,1,2.50");

    OrderBatch.Summary summary = run(Files.write(output.resolve("in.csv"), lines), 2);

    assertThat(summary).isEqualTo(new OrderBatch.Summary(2, 1, 1, 2));
    assertThat(rejects().get(1)).matches("line 3: run [0-9a-z-]+ failed: 2,broken");
  }

  private OrderBatch.Summary run(Path orders, int chunk) throws IOException, InterruptedException {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      return new OrderBatch(engine, recipe, chunk)
          .run(orders, output.resolve("accepted.csv"), output.resolve("rejects.txt"));
    }
  }

  private List<String> accepted() throws IOException {
    return Files.readAllLines(output.resolve("accepted.csv"));
  }

  private List<String> rejects() throws IOException {
    return Files.readAllLines(output.resolve("rejects.txt"));
  }
}
