package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is opened before the engine. */
class ForesightTest {

  @TempDir private Path directory;

  @AfterEach
  void end() {
    Foresight.end();
  }

  private static void run(EngineOptions options) throws Exception {
    try (Engine engine = Engine.open(options)) {
      RunRequest request =
          RunRequest.of(new RecipeReader().read("template: echo hi\n", "r.yaml")).build();
      assertThat(engine.run(request).stdout().text()).isEqualTo("hi\n");
    }
  }

  private Path file(String data) {
    return directory.resolve(data).resolve("escarole.mv.db");
  }

  private boolean isOpen(String data) throws IOException {
    try (FileChannel channel = FileChannel.open(file(data), StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  @Test
  void nothing_is_created() throws Exception {
    Foresight.begin(() -> EngineOptions.at(directory.resolve("none")));
    Foresight.end();
    assertThat(directory.resolve("none")).doesNotExist();
    Foresight.begin(() -> null);
    Foresight.end();
  }

  @Test
  void the_first_engine_takes_it_over_and_lets_go_of_it() throws Exception {
    EngineOptions options = EngineOptions.at(directory.resolve("a"));
    run(options);
    AtomicReference<Thread> opener = new AtomicReference<>();
    Foresight.begin(
        () -> {
          opener.set(Thread.currentThread());
          return options;
        });
    try (Engine engine = Engine.open(options)) {
      assertThat(opener.get()).isNotEqualTo(Thread.currentThread());
      assertThat(engine.housekeeping().storage().database().product()).isEqualTo("H2");
    }
    assertThat(isOpen("a")).isFalse();
    run(options);
  }

  @Test
  void what_no_engine_takes_is_closed() throws Exception {
    EngineOptions options = EngineOptions.at(directory.resolve("a"));
    run(options);
    Foresight.begin(() -> options);
    Foresight.end();
    assertThat(isOpen("a")).isFalse();
  }

  @Test
  void an_engine_elsewhere_closes_it_and_opens_its_own() throws Exception {
    EngineOptions foreseen = EngineOptions.at(directory.resolve("a"));
    run(foreseen);
    Foresight.begin(() -> foreseen);
    try (Engine engine = Engine.open(EngineOptions.at(directory.resolve("b")))) {
      assertThat(engine.running()).isEmpty();
      assertThat(isOpen("a")).isFalse();
      assertThat(isOpen("b")).isTrue();
    }
  }

  @Test
  void a_failure_is_told_by_the_engine_alone() throws Exception {
    Path data = Files.createDirectory(directory.resolve("a"));
    Files.write(file("a"), new byte[20_000]);
    Foresight.begin(() -> EngineOptions.at(data));
    Foresight.end();
    Foresight.begin(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    run(EngineOptions.at(directory.resolve("b")));
  }
}
