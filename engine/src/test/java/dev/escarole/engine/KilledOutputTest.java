package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.output.OutputPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that dies between a large output and the row that names it. */
@Timeout(300)
class KilledOutputTest {

  @TempDir Path directory;

  @Test
  void its_run_goes_on_and_the_object_that_nothing_names_is_swept() throws Exception {
    RunId run;
    try (ChildJvm victim = ChildJvm.start(OutputVictim.class, directory.toString())) {
      run = new RunId(Objects.requireNonNull(victim.line()));
      assertThat(victim.await()).isEqualTo(9);
    }
    assertThat(objects()).as("written by the dead process").hasSize(1);
    Path orphan = objects().get(0);
    try (Engine engine = Engine.open(OutputVictim.options(directory))) {
      for (RunHandle resumed : engine.resumed()) {
        RunResult result = resumed.await();
        assertThat(result.status()).isEqualTo(RunStatus.DONE);
        assertThat(result.stdout().text()).isEqualTo("100000\n");
      }
      assertThat(engine.records().run(run).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    }
    assertThat(objects()).as("also that of the command that ran again").hasSize(2);

    StoreOptions options =
        StoreOptions.file(directory.resolve("data"))
            .withOutputs(new OutputPlace(OutputVictim.address(directory), 100_000));
    try (RunStore store = RunStore.open(options)) {
      assertThat(swept(store, Duration.ofHours(23))).isZero();
      assertThat(swept(store, Duration.ofHours(25))).isEqualTo(1);
    }
    assertThat(objects()).hasSize(1).doesNotContain(orphan);
  }

  /** What a day of hourly calls deletes. */
  private static int swept(RunStore store, Duration later) {
    int deleted = 0;
    for (int hour = 0; hour < 24; hour++) {
      deleted += store.sweepOutputs(Instant.now().plus(later));
    }
    return deleted;
  }

  private List<Path> objects() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("outputs"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("escarole-outputs"))
          .toList();
    }
  }
}
