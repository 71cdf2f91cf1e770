package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DirectoryRemovalTest {

  @TempDir private Path root;
  private Path tree;
  private Path other;

  @BeforeEach
  void plant() throws IOException {
    tree = Files.createDirectory(root.resolve("tree"));
    Files.createDirectories(tree.resolve("a/b"));
    other = Files.createDirectory(root.resolve("other"));
    Files.writeString(other.resolve("mine"), "kept");
  }

  @Test
  void links_are_removed_and_what_they_lead_to_stays() throws IOException {
    Files.createSymbolicLink(tree.resolve("directory"), other);
    Files.createSymbolicLink(tree.resolve("a/file"), other.resolve("mine"));
    Files.createSymbolicLink(tree.resolve("a/up"), Path.of(".."));
    Files.createSymbolicLink(tree.resolve("a/b/nowhere"), Path.of("missing"));
    Files.createLink(tree.resolve("hard"), other.resolve("mine"));

    DirectoryRemoval.remove(tree);

    assertThat(tree).doesNotExist();
    assertThat(other.resolve("mine")).hasContent("kept");
  }

  @Test
  void a_link_in_the_place_of_the_directory_is_removed_alone() throws IOException {
    Path link = Files.createSymbolicLink(root.resolve("link"), other);

    DirectoryRemoval.remove(link);

    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(other.resolve("mine")).hasContent("kept");
  }

  @Test
  void sizes_of_regular_files_are_told() throws IOException {
    Files.write(tree.resolve("one"), new byte[5]);
    Files.write(tree.resolve("a/b/two"), new byte[7]);
    Files.createSymbolicLink(tree.resolve("link"), other.resolve("mine"));
    AtomicLong bytes = new AtomicLong();

    DirectoryRemoval.remove(tree, bytes::addAndGet);

    assertThat(bytes).hasValue(12);
  }

  @Test
  void a_missing_directory_is_removed_already() {
    assertThatCode(() -> DirectoryRemoval.remove(root.resolve("none"))).doesNotThrowAnyException();
  }

  @Test
  void several_remove_the_same_directory_at_once() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      Files.createFile(Files.createDirectories(tree.resolve("d" + i % 50)).resolve("f" + i));
    }
    CyclicBarrier start = new CyclicBarrier(4);
    Callable<Void> removal =
        () -> {
          start.await();
          DirectoryRemoval.remove(tree);
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Void> each : threads.invokeAll(List.of(removal, removal, removal, removal))) {
        assertThatCode(each::get).doesNotThrowAnyException();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(tree).doesNotExist();
  }
}
