package dev.escarole.engine.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real events, real clock, and automatic scans. */
class FolderWatchTest {

  private static final long PATIENCE_SECONDS = 120;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  private void expect(String change) throws InterruptedException {
    assertThat(heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(change);
  }

  /** Puts a file there at once, as whole as it will be: one in the making may be seen, too. */
  private static void put(Path elsewhere, Path file, String text) throws IOException {
    Path written = Files.writeString(elsewhere.resolve("written"), text);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private RecipeFolder open(Path directory, Duration lookEvery) {
    FolderOptions.Pace pace = new FolderOptions.Pace(lookEvery, Duration.ofMillis(20));
    RecipeFolder folder = RecipeFolder.open(directory, FolderOptions.defaults().withPace(pace));
    Subscription unused =
        folder.listen(change -> heard.add(change.kind() + " " + change.entry().name()));
    return folder;
  }

  @Test
  void events_of_the_file_system_suffice_where_there_are_any(
      @TempDir Path directory, @TempDir Path elsewhere) throws Exception {
    try (RecipeFolder folder = open(directory, Duration.ofDays(1))) {
      put(elsewhere, directory.resolve("a.yaml"), "echo a");
      expect("ADDED a.yaml");
      put(elsewhere, directory.resolve("a.yaml"), "echo other");
      expect("CHANGED a.yaml");

      Path sub = Files.createDirectory(directory.resolve("sub"));
      put(elsewhere, sub.resolve("b.yaml"), "echo b");
      expect("ADDED sub/b");
      put(elsewhere, sub.resolve("c.yaml"), "echo c");
      expect("ADDED sub/c");

      Files.delete(directory.resolve("a.yaml"));
      expect("REMOVED a.yaml");
      assertThat(folder.state().entries()).hasSize(2);
    }
  }

  @Test
  void looking_every_now_and_then_suffices_where_there_are_none(@TempDir Path directory)
      throws Exception {
    // The system tells of no change behind a link.
    Files.writeString(directory.resolve("present.yaml"), "echo a");
    Path hidden = Files.createDirectory(directory.resolve(".data"));
    Path real = Files.writeString(hidden.resolve("real.yaml"), "echo a");
    Files.createSymbolicLink(directory.resolve("linked.yaml"), Path.of(".data/real.yaml"));
    try (RecipeFolder folder = open(directory, Duration.ofMillis(50))) {
      assertThat(folder.entry("linked.yaml")).isPresent();
      Files.writeString(real, "echo changed behind the link");
      expect("CHANGED linked.yaml");
    }
  }

  @Test
  void closing_ends_the_thread_even_from_a_listener(@TempDir Path directory) throws Exception {
    RecipeFolder folder = open(directory, Duration.ofDays(1));
    Subscription unused = folder.listen(change -> folder.close());
    Files.writeString(directory.resolve("a.yaml"), "echo a");
    expect("ADDED a.yaml");
    folder.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().equals("escarole-folder"))
        .allSatisfy(thread -> thread.join(PATIENCE_SECONDS * 1000))
        .noneMatch(Thread::isAlive);
  }
}
