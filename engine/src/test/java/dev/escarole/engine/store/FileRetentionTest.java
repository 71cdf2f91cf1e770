package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract, held by H2 in a file, and what becomes of the file. */
class FileRetentionTest extends RetentionContract {

  private static final int MEBIBYTE = 1 << 20;

  private final Path directory;

  FileRetentionTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Override
  StoreOptions options() {
    return StoreOptions.file(directory.resolve("contract"));
  }

  @Test
  void the_file_shrinks_when_the_store_is_closed_and_can_be_used_again() throws IOException {
    StoreOptions options = StoreOptions.file(directory.resolve("large"));
    Path file = directory.resolve("large/escarole.mv.db");
    byte[] noise = new byte[8 * MEBIBYTE];
    new Random(1).nextBytes(noise);
    Plan plan = Runs.chain(1);
    RunId run = Runs.id(1);
    try (RunStore large = RunStore.open(options)) {
      large.create(Runs.newRun(run), plan);
      Runs.leaf(run, plan.step(1), Content.EMPTY, Content.of(noise))
          .forEach(large.journal()::record);
      large.journal().record(Runs.over(run, plan, RunStatus.DONE, Content.of(noise)));
    }
    assertThat(Files.size(file)).isGreaterThan(8 * MEBIBYTE);
    try (RunStore large = RunStore.open(options)) {
      assertThat(large.delete(large.kept(), id -> {}).outputBytes()).isEqualTo(8 * MEBIBYTE);
    }
    assertThat(Files.size(file)).isLessThan(MEBIBYTE);
    try (RunStore large = RunStore.open(options)) {
      assertThat(large.records().runs(RunQuery.latest(1))).isEmpty();
      large.create(Runs.newRun(run), plan);
    }
  }

  @Test
  void a_file_that_many_short_processes_use_stays_small() throws IOException {
    StoreOptions options = StoreOptions.file(directory.resolve("short"));
    Plan plan = Runs.chain(1);
    for (int i = 0; i < 60; i++) {
      try (RunStore store = RunStore.open(options)) {
        store.create(Runs.newRun(Runs.id(i)), plan);
        Runs.leaf(Runs.id(i), plan.step(1), Content.EMPTY, Content.of("result " + i))
            .forEach(store.journal()::record);
      }
    }
    assertThat(Files.size(directory.resolve("short/escarole.mv.db"))).isLessThan(4L * MEBIBYTE);
  }
}
