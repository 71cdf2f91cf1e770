package dev.escarole.web.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sample as a server runs it: its data dropped into an inbox. */
@Timeout(120)
class CsvInboxTest {

  private static final Path SAMPLE = Path.of("../samples/recipes/csv-inbox");

  @TempDir private Path directory;

  @Test
  void dropped_orders_are_counted_and_other_files_are_refused() throws IOException {
    String expected = Files.readString(SAMPLE.resolve("expected.txt"));
    Path place = Files.createDirectory(directory.resolve("inbox"));
    try (RecipeFolder folder = RecipeFolder.open(SAMPLE);
        Engine engine = Engine.open(EngineOptions.inMemory());
        Inbox inbox = open(engine, folder, place)) {
      Files.copy(SAMPLE.resolve("data/orders-may.csv"), place.resolve("orders-may.csv"));
      Files.writeString(place.resolve("orders-odd.csv"), "something else\n");
      inbox.watch();
      await(place.resolve("done/orders-may.csv"));
      await(place.resolve("failed/orders-odd.csv"));
      Path result = result(place);
      assertThat(result.resolve("stdout")).hasContent(expected);
      assertThat(result.resolve("artifacts/report.txt")).hasContent(expected);
      assertThat(place.resolve("failed/orders-odd.csv.error.txt"))
          .content()
          .contains("The run of 'csv-inbox' failed", "grep -q");
    }
  }

  private static Inbox open(Engine engine, RecipeFolder folder, Path place) {
    InboxOptions quick =
        InboxOptions.defaults()
            .withSettle(Duration.ofMillis(50))
            .withLookEvery(Duration.ofMillis(10));
    return new Installation(engine, folder, InstantSource.system()).openInbox(place, quick);
  }

  private static void await(Path file) {
    while (!Files.exists(file)) {
      Thread.onSpinWait();
    }
  }

  private static Path result(Path inbox) throws IOException {
    try (Stream<Path> all = Files.list(inbox.resolve("outbox"))) {
      return all.filter(each -> each.getFileName().toString().startsWith("orders-may.csv-"))
          .findFirst()
          .orElseThrow();
    }
  }
}
