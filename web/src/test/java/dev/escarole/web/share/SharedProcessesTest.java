package dev.escarole.web.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes on one data directory, one of which is killed. */
@Timeout(600)
class SharedProcessesTest {

  /** More take long to start. */
  private static final int GUESTS = Integer.getInteger("escarole.guests", 4);

  private static final String HELD = "name: held\ntemplate: [echo begun, sleep 600]\n";
  private static final String GUEST =
      """
      name: guest
      args: [number]
      template: ["echo one", "sleep 4", "echo two", "sleep 4", "echo three {number}"]
      """;

  private Path directory;
  private CliHarness cli;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(temporary);
    cli.file("held.yaml", HELD);
    cli.file("guest.yaml", GUEST);
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  /** Starts the command line in a process of its own; what it prints is in files of that name. */
  private Process start(String name, String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx200m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(directory.resolve(name + ".out").toFile())
            .redirectError(directory.resolve(name + ".err").toFile());
    builder.environment().put("ESCAROLE_DATA", cli.data().toString());
    try {
      Process process = builder.start();
      started.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text(String file) throws IOException {
    return Files.readString(directory.resolve(file), StandardCharsets.UTF_8);
  }

  private void awaitText(Process process, String file, String words) throws Exception {
    while (!text(file).contains(words)) {
      assertThat(process.isAlive()).as("%s: %s", file, text(file)).isTrue();
      boolean unused = process.waitFor(10, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void nothing_is_lost_or_done_twice_when_the_holder_is_killed() throws Exception {
    Process holder = start("holder", "run", "held.yaml");
    awaitText(holder, "holder.err", "echo begun");
    List<Process> guests = new ArrayList<>();
    for (int i = 0; i < GUESTS; i++) {
      guests.add(start("guest" + i, "run", "guest.yaml", "--set", "number=" + i));
    }
    for (int i = 0; i < GUESTS; i++) {
      awaitText(guests.get(i), "guest%d.err".formatted(i), "echo one");
    }
    Instant killed = Instant.now();
    holder.destroyForcibly().waitFor();
    for (int i = 0; i < GUESTS; i++) {
      assertThat(guests.get(i).waitFor()).as(text("guest%d.err".formatted(i))).isZero();
      assertThat(text("guest%d.out".formatted(i))).isEqualTo("three " + i + "\n");
    }
    try (Engine engine = Engine.open(EngineOptions.at(cli.data()))) {
      List<StoredRun> runs = engine.records().runs(RunQuery.latest(100));
      assertThat(runs).hasSize(GUESTS + 1);
      Duration slowest = Duration.ZERO;
      for (StoredRun run : runs) {
        if (run.recipe().equals("guest")) {
          slowest = later(slowest, Duration.between(killed, check(engine.records(), run)));
        }
      }
      System.out.printf("the slowest of %d runs went on after %d ms%n", GUESTS, slowest.toMillis());
    }
  }

  private static Duration later(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Looks whether each leaf has come to its end once; returns when the run first went on. */
  private static Instant check(RunRecords store, StoredRun run) {
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    List<Integer> ended =
        store.history(run.id()).attempts().stream().map(StoredAttempt::stepIndex).toList();
    assertThat(ended)
        .as("leaves of run %s that ended", run.id())
        .hasSize(5)
        .doesNotHaveDuplicates();
    return store.resumes(run.id()).get(0).at();
  }
}
