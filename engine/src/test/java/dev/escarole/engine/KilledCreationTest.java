package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.CreationVictim;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process is killed while it makes a new H2 file; the next engine makes it whole. */
@Timeout(600)
class KilledCreationTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6, 14, 24, 32})
  void the_next_engine_makes_whole_what_was_killed_at_this_write(int write) throws Exception {
    killAtWrite(write);
    assertRuns();
  }

  @Test
  void a_file_whose_making_is_killed_again_and_again_is_made_whole_in_the_end() throws Exception {
    for (int write : List.of(2, 9, 5, 7)) {
      killAtWrite(write);
    }
    assertRuns();
  }

  private void killAtWrite(int write) throws IOException {
    try (ChildJvm victim =
        ChildJvm.start(CreationVictim.class, directory.toString(), Integer.toString(write))) {
      assertThat(victim.line()).isEqualTo("at write " + write);
    }
    assertThat(Files.exists(directory.resolve("escarole.mv.db"))).isTrue();
  }

  private void assertRuns() throws InterruptedException {
    RunRequest request =
        RunRequest.of(
                new RecipeReader()
                    .read("{\"name\": \"hello\", \"template\": \"echo hi\"}", "hello.json"))
            .build();
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      assertThat(engine.run(request).status()).isEqualTo(RunStatus.DONE);
    }
  }
}
