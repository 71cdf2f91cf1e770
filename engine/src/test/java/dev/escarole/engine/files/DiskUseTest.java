package dev.escarole.engine.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a data directory uses, by its parts. */
class DiskUseTest {

  @TempDir private Path directory;

  private DiskUse measured(Duration most) {
    return DiskUse.measure(directory, new WorkspaceUse(7, true), most);
  }

  @Test
  void parts_of_a_data_directory_are_measured_and_links_are_not_followed() throws Exception {
    Files.writeString(directory.resolve("escarole.mv.db"), "12345");
    Files.createDirectories(directory.resolve("runs/r/workspace"));
    Files.createDirectories(directory.resolve("commands/compiled"));
    Files.writeString(directory.resolve("commands/compiled/a"), "123");
    Files.writeString(directory.resolve("policy.yaml"), "12");
    Files.createSymbolicLink(directory.resolve("elsewhere"), directory.resolve("commands"));

    DiskUse use = measured(Duration.ofMinutes(1));
    assertThat(use.parts())
        .containsExactly(
            new DiskUse.Part(DiskUse.Kind.DATABASE, 5, true),
            new DiskUse.Part(DiskUse.Kind.RUNS, 7, true),
            new DiskUse.Part(DiskUse.Kind.COMMANDS, 3, true),
            new DiskUse.Part(DiskUse.Kind.OTHER, 2, true));
    assertThat(use.free()).isPositive();
    assertThat(use.total()).isGreaterThanOrEqualTo(use.free());
  }

  @Test
  void what_there_was_no_time_for_is_not_taken_for_all() throws Exception {
    Files.createDirectories(directory.resolve("commands"));
    Files.writeString(directory.resolve("commands/a"), "1");
    Files.writeString(directory.resolve("commands/b"), "1");
    assertThat(measured(Duration.ZERO).parts())
        .singleElement()
        .satisfies(part -> assertThat(part.complete()).isFalse());
  }

  @Test
  void an_engine_measures_its_own_directory() {
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      DiskUse use = engine.housekeeping().disk();
      assertThat(use.directory()).isEqualTo(directory);
      assertThat(use.parts())
          .filteredOn(part -> part.kind() == DiskUse.Kind.DATABASE)
          .singleElement()
          .satisfies(part -> assertThat(part.bytes()).isPositive());
    }
  }
}
