package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract, held by H2 in a file, and what only a file can do. */
class FileRunStoreTest extends RunStoreContract {

  private final Path directory;

  FileRunStoreTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Override
  StoreOptions options() {
    return StoreOptions.file(directory.resolve("contract"));
  }

  @Test
  void open_again_findsEverythingAndGoesOnCounting() {
    StoreOptions options = StoreOptions.file(directory.resolve("new/again"));
    Plan plan = Runs.chain(2);
    RunId run = Runs.id(1);
    try (RunStore store = RunStore.open(options)) {
      store.create(Runs.newRun(run), plan);
      Runs.leaf(run, plan.step(1), Content.EMPTY, Content.of("a")).forEach(store.journal()::record);
    }
    assertThat(directory.resolve("new/again/escarole.mv.db")).exists();
    try (RunStore store = RunStore.open(options)) {
      assertThat(store.records().steps(run)).hasSize(3);
      assertThat(store.records().attempts(run)).hasSize(1);
      Runs.leaf(run, plan.step(2), Content.EMPTY, Content.of("b")).forEach(store.journal()::record);
      store.journal().flush();
      assertThat(store.records().transitions(run))
          .extracting(StoredTransition::seq)
          .containsExactly(1L, 3L, 4L, 6L);
    }
  }

  @Test
  void read_fromAnInterruptedThread_leavesTheDatabaseWhole() {
    StoreOptions options = StoreOptions.file(directory.resolve("interrupted"));
    RunId run = Runs.id(1);
    try (RunStore store = RunStore.open(options)) {
      store.create(Runs.newRun(run), Runs.chain(5000));
    }
    try (RunStore store = RunStore.open(options)) {
      Thread.currentThread().interrupt();
      assertThat(store.records().steps(run)).hasSize(5001);
      assertThat(Thread.interrupted()).isTrue();
      store.create(Runs.newRun(Runs.id(2)), Runs.chain(2));
      assertThat(store.records().runs(RunQuery.latest(9))).hasSize(2);
    }
  }

  @Test
  void open_fileLockedByAnother_saysSo() throws IOException {
    StoreOptions options = StoreOptions.file(directory.resolve("locked"));
    RunStore.open(options).close();
    Path file = directory.resolve("locked/escarole.mv.db");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThatThrownBy(() -> RunStore.open(options))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("in use by another process");
    }
    RunStore.open(options).close();
  }
}
