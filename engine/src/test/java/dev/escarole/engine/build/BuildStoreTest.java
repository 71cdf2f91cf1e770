package dev.escarole.engine.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildStoreTest {

  private static final ArtifactId ARTIFACT = ArtifactId.of(new byte[] {1});

  @TempDir Path data;

  private BuildStore store() {
    return new BuildStore(data);
  }

  private Provenance kept(byte[] source) {
    Map<String, ArtifactId> sources = store().keep(Map.of("a.c", source));
    String build = ArtifactId.of(source).sha256();
    return new Provenance(build, "c", sources, Map.of(), List.of("-O2"), "ci", Instant.EPOCH);
  }

  @Test
  void record_readBack_isTheArtifactAndTheSources() throws IOException {
    byte[] source = {7, 8};
    Provenance provenance = kept(source);
    assertThat(store().artifact(provenance.build())).isEmpty();
    store().record(provenance, ARTIFACT);

    assertThat(store().artifact(provenance.build())).contains(ARTIFACT);
    assertThat(store().sources(provenance).get("a.c")).isEqualTo(source);
  }

  @Test
  void damagedRecordAndSource_areNotBelieved() throws IOException {
    Provenance provenance = kept(new byte[] {7, 8});
    store().record(provenance, ARTIFACT);
    Path record = data.resolve("builds/index/" + provenance.build() + ".json");
    Files.writeString(record, Files.readString(record).substring(1));
    assertThat(store().artifact(provenance.build())).isEmpty();

    Path source = data.resolve("builds/sources/" + provenance.sources().get("a.c"));
    Files.write(source, new byte[] {7, 9});
    assertThatThrownBy(() -> store().sources(provenance)).hasMessageContaining("is damaged");
    Files.delete(source);
    assertThatThrownBy(() -> store().sources(provenance)).hasMessageContaining("not kept");
  }

  @Test
  void scratchOfAKilledBuild_isDeletedAfterADayWithoutFollowingLinks() throws IOException {
    Path killed = store().scratch().directory();
    Path other = Files.createDirectories(data.resolve("other"));
    Files.writeString(other.resolve("mine"), "kept");
    Files.createSymbolicLink(killed.resolve("link"), other);
    try (BuildStore.Scratch young = store().scratch()) {
      assertThat(killed).exists();
      assertThat(young.directory()).isEmptyDirectory();
    }
    Instant old = Instant.now().minus(Duration.ofDays(2));
    Files.setLastModifiedTime(killed.getParent(), FileTime.from(old));
    store().scratch().close();

    assertThat(killed.getParent()).doesNotExist();
    assertThat(other.resolve("mine")).hasContent("kept");
  }

  @Test
  void builds_thatBeginWhileOthersEnd_haveTheirDirectories() throws Exception {
    Callable<Void> builds =
        () -> {
          for (int i = 0; i < 300; i++) {
            store().scratch().close();
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Void> each : threads.invokeAll(List.of(builds, builds, builds, builds))) {
        assertThatCode(each::get).doesNotThrowAnyException();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(data.resolve("builds")).isEmptyDirectory();
  }
}
