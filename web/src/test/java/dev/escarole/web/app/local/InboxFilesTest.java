package dev.escarole.web.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.FolderOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An inbox over a watched folder of recipes, in steps of a clock. */
@Timeout(60)
class InboxFilesTest {

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-23T10:00:00Z"));

  @TempDir private Path directory;

  @Test
  void request_waits_for_a_recipe_that_the_folder_has_not_read_yet() throws IOException {
    Path recipes = Files.createDirectory(directory.resolve("recipes"));
    Path place = Files.createDirectory(directory.resolve("inbox"));
    try (RecipeFolder folder = RecipeFolder.open(recipes, options());
        Engine engine = Engine.open(EngineOptions.inMemory());
        Inbox inbox =
            new Installation(engine, folder, now::get)
                .openInbox(place, InboxOptions.defaults().withClock(now::get))) {
      Files.writeString(place.resolve("a.json"), "{\"recipe\": \"late\"}");
      Files.writeString(place.resolve("b.json"), "{\"recipe\": \"never\"}");
      look(inbox);
      Files.writeString(recipes.resolve("late.yaml"), "template: echo late\n");
      inbox.look();
      assertThat(place.resolve("failed")).doesNotExist();
      assertThat(engine.records().runs(RunQuery.latest(10))).isEmpty();

      look(inbox);
      inbox.look();
      List<StoredRun> runs = engine.records().runs(RunQuery.latest(10));
      assertThat(runs).extracting(StoredRun::recipe).containsExactly("late.yaml");
      assertThat(place.resolve("failed/b.json.error.txt"))
          .content()
          .contains("there is no recipe named 'never'");
    }
  }

  private FolderOptions options() {
    FolderOptions usual = FolderOptions.defaults();
    return new FolderOptions(
        usual.mostFiles(),
        usual.mostBytes(),
        usual.deepest(),
        usual.pace(),
        usual.limits(),
        now::get);
  }

  private void look(Inbox inbox) {
    inbox.look();
    now.updateAndGet(time -> time.plus(LONG_ENOUGH));
  }
}
