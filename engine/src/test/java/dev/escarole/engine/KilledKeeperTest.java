package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that dies while it keeps files: all are kept once when the run is resumed. */
@Timeout(300)
class KilledKeeperTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 150, KeepingVictim.FILES, KeepingVictim.FILES + 1})
  void files_are_kept_exactly_once_whenever_the_process_dies(int kept) throws Exception {
    RunId run;
    try (ChildJvm victim =
        ChildJvm.start(KeepingVictim.class, directory.toString(), Integer.toString(kept))) {
      run = new RunId(Objects.requireNonNull(victim.line()));
      assertThat(victim.await()).isEqualTo(9);
    }
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      for (RunHandle resumed : engine.resumed()) {
        RunResult result = resumed.await();
        assertThat(result.status()).isEqualTo(RunStatus.DONE);
      }
      assertThat(engine.records().run(run).orElseThrow().status()).isEqualTo(RunStatus.DONE);
      List<RunFile> files = engine.files().of(run);
      assertThat(files).extracting(RunFile::path).doesNotHaveDuplicates();
      assertThat(files).hasSize(KeepingVictim.FILES);
      assertThat(engine.files().reports(run).orElseThrow().get(0).files())
          .isEqualTo(KeepingVictim.FILES);
      for (RunFile file : files) {
        byte[] bytes = engine.records().content(file.sha256()).orElseThrow();
        assertThat(Content.of(bytes).sha256()).isEqualTo(file.sha256());
      }
      assertThat(engine.records().resumes(run))
          .allSatisfy(resume -> assertThat(resume.leavesAgain()).isZero());
      RunFile steps =
          files.stream().filter(file -> file.path().equals("f-steps")).findFirst().orElseThrow();
      assertThat(
              new String(
                  engine.records().content(steps.sha256()).orElseThrow(), StandardCharsets.UTF_8))
          .as("no step ran twice")
          .isEqualTo("a\n");
    }
  }
}
