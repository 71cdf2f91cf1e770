package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.catalog.RowFetch;
import dev.escarole.engine.command.ArtifactId;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are added behind a start. */
@Timeout(120)
class CatalogSeedingTest {

  @TempDir Path data;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  private CatalogFetching open(CommandHost host, String registry) {
    MachineSettings settings =
        new MachineSettings(Map.of("npm_config_registry", registry), new Properties());
    return new CatalogFetching(
        host,
        () -> {
          throw new AssertionError("nothing is built");
        },
        InstantSource.system(),
        new ProgramFetcher(settings, data, null));
  }

  /** Tries all rows. */
  private void seed() throws Exception {
    try (CommandHost host = CommandHost.open(data, notes::add);
        CatalogFetching catalog = open(host, "http://127.0.0.1:1/")) {
      assertThat(catalog.seed(notes::add).get()).isNull();
    }
  }

  private void catalog(String seed) throws Exception {
    String row = "%s: {kind: wasm, from: '%s', sha256: %s}";
    ArtifactId id = ArtifactId.of(TestPrograms.exiting(7));
    Files.write(data.resolve("seven.wasm"), TestPrograms.exiting(7));
    Files.writeString(
        data.resolve(Catalog.FILE),
        "seed: %s\nrows:\n  %s\n  %s\n  %s\n"
            .formatted(
                seed,
                row.formatted("seven", "file:seven.wasm", id),
                row.formatted("far", "npm:far@1!far.wasm", id),
                row.formatted("gone", "file:gone.wasm", id)));
  }

  @Test
  void wc_61_a_registry_that_does_not_answer_holds_up_nobody() throws Exception {
    catalog("[seven, far]");
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    HttpServer registry =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    registry.createContext(
        "/",
        call -> {
          asked.countDown();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    registry.setExecutor(task -> new Thread(task, "registry").start());
    registry.start();
    try {
      RowFetch far;
      try (CommandHost host = CommandHost.open(data, notes::add);
          CatalogFetching catalog =
              open(host, "http://127.0.0.1:" + registry.getAddress().getPort() + "/")) {
        Future<?> seeding = catalog.seed(notes::add);
        asked.await();
        assertThat(host.registry().find("seven")).isPresent();
        assertThat(host.registry().find("far")).isEmpty();
        assertThat(seeding).isNotDone();
        far = catalog.latest("far").orElseThrow();
      }
      // While the registry still does not answer.
      assertThat(far.await().problem()).hasMessageContaining("far");
    } finally {
      over.countDown();
      registry.stop(0);
    }
  }

  @Test
  void each_row_is_tried_and_what_is_registered_is_left_alone() throws Exception {
    catalog("[gone, nothing-like-it, jq, seven]");
    seed();
    assertThat(notes).hasSize(4).last().isEqualTo("added seven of the catalogue: seven");
    notes.clear();
    Files.delete(data.resolve("seven.wasm"));
    catalog("[seven]");
    Files.delete(data.resolve("seven.wasm"));
    seed();
    assertThat(notes).isEmpty();
  }

  @Test
  void without_a_seed_nothing_is_made() throws Exception {
    seed();
    assertThat(data).isEmptyDirectory();
    Files.writeString(data.resolve(Catalog.FILE), "seed: 1");
    seed();
    assertThat(notes).singleElement().asString().contains("seed must be a list");
  }
}
