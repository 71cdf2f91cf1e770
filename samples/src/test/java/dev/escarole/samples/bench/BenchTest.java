package dev.escarole.samples.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.command.ArtifactId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {

  @Test
  void spread_ofRounds_hasTheirMedianAndTheirEnds() {
    assertThat(Figure.Spread.of(new double[] {5, 1, 3})).isEqualTo(new Figure.Spread(3, 1, 5));
    assertThat(Figure.Spread.of(new double[] {4, 1, 3, 2})).isEqualTo(new Figure.Spread(2.5, 1, 4));
  }

  @Test
  void rounds_contenders_measuresThePresentAndNamesTheAbsent(@TempDir Path directory)
      throws IOException, InterruptedException {
    List<Figure> figures;
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      Contender ours = new EscaroleRuns("task", "ours", 20, Recipes.fanOut(20), engine);
      figures = new Rounds(List.of(ours, new Missing()), 2).measure(1);
    }
    Report report = new Report(Report.Machine.here(), 2, figures);
    Path json = directory.resolve("bench.json");
    report.write(json);

    assertThat(figures.get(0).wallMicros()).isNotNull();
    assertThat(printed(report)).contains("skipped: it is not here").contains("ours");
    assertThat(Files.readString(json)).contains("\"absent\" : \"it is not here\"");
  }

  @Test
  void withRounds_none_isRefused() {
    assertThatThrownBy(() -> BenchOptions.full().withRounds(0))
        .hasMessage("--runs must be at least 1, was 0");
  }

  @Test
  void guest_committed_isTheOneThatWasBuilt() throws IOException {
    String list = new String(Resources.bytes("guest.sha256"), UTF_8);
    assertThat(list.lines().map(line -> line.split(" +", 2)[1])).contains("guest.c", "guest.wasm");
    for (String line : list.lines().toList()) {
      String[] pin = line.split(" +", 2);
      assertThat(ArtifactId.of(Resources.bytes(pin[1])).sha256()).isEqualTo(pin[0]);
    }
  }

  @Test
  void guests_eachComputation_hasTheResultOfTheNativeProgram(@TempDir Path directory)
      throws IOException, InterruptedException {
    for (Computation computation : Computation.all(true)) {
      NativeRuns machine = new NativeRuns(computation, directory);
      GuestRuns guest = new GuestRuns(computation);
      String result = guest.run();
      guest.close();
      assertThat(result).matches("[0-9]+\n");
      if (machine.absent() == null) {
        machine.warmUp(1);
        Process process = new ProcessBuilder(machine.command()).start();
        assertThat(result).isEqualTo(new String(process.getInputStream().readAllBytes(), UTF_8));
      }
    }
  }

  private static String printed(Report report) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    report.print(new PrintStream(bytes, true, UTF_8));
    return bytes.toString(UTF_8);
  }

  /** A peer that this machine does not have. */
  private static final class Missing implements Contender {
    @Override
    public String task() {
      return "task";
    }

    @Override
    public String name() {
      return "missing";
    }

    @Override
    public int units() {
      return 1;
    }

    @Override
    public @Nullable String absent() {
      return "it is not here";
    }

    @Override
    public void round() {
      throw new AssertionError("nobody can measure what is not here");
    }
  }
}
