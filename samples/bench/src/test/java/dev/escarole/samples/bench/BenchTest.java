package dev.escarole.samples.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.store.database.DatabaseAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

class BenchTest {

  /** Whether a second launcher is measured beside the first one. */
  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");

  @Test
  void spread_ofRounds_hasTheirMedianAndTheirEnds() {
    assertThat(Figure.Spread.of(new double[] {5, 1, 3})).isEqualTo(new Figure.Spread(3, 1, 5));
    assertThat(Figure.Spread.of(new double[] {4, 1, 3, 2})).isEqualTo(new Figure.Spread(2.5, 1, 4));
  }

  @Test
  void rounds_contenders_measuresThePresentAndNamesTheAbsent(@TempDir Path directory)
      throws IOException, InterruptedException {
    Work work = new Work(false, false, 20);
    Contender ours = new EscaroleRuns("ours", work, EngineOptions.at(directory.resolve("data")));
    List<Figure> figures = new Rounds(List.of(ours, new Broken("it is not here")), 2).measure(0);
    ours.close();
    Report report = report(figures);
    Path json = directory.resolve("bench.json");
    report.write(json);

    Figure.Measured measured = measured(figures.get(0));
    assertThat(measured.wallMicros().least()).isPositive();
    assertThat(measured.cpuMicros()).isPositive();
    assertThat(printed(report))
        .contains("skipped: it is not here", "ours", "load average 1.50 at the beginning");
    JsonNode read = new ObjectMapper().readTree(json.toFile());
    assertThat(read.at("/load/before").asDouble()).isEqualTo(1.5);
    assertThat(read.at("/figures/0/contender").asText()).isEqualTo("ours");
    assertThat(read.at("/figures/0/measured/wallMicros/median").asDouble()).isPositive();
    assertThat(read.at("/figures/1/absent").asText()).isEqualTo("it is not here");
  }

  @Test
  void rounds_otherProgramThatFails_isLeftOutWithAWord() throws Exception {
    assertThat(new Rounds(List.of(new Broken(null)), 2).measure(0))
        .singleElement()
        .satisfies(figure -> assertThat(figure.absent()).isEqualTo("it failed: no disk"));
  }

  @Test
  void ratios_figuresOfOneTask_tellHowManyTimesAsFast() {
    Figure ours = figure("fan-out of echo, 1,000", "ours", 1000, 2);
    Figure smaller = figure("fan-out of echo, 100", "ours", 100, 1);
    Figure make = figure("fan-out of echo, 1,000", Peer.MAKE_TO_FILES.title(), 1000, 10);
    Figure spawn = figure("fan-out of echo, 1,000", Peer.SPAWN.title(), 1000, 5);

    List<Figure> all = Figure.Ratios.added(List.of(smaller, ours, make, spawn));

    assertThat(all.get(0).ratios()).isNull();
    assertThat(all.get(1).ratios()).isEqualTo(new Figure.Ratios(5.0, 2.5, 20.0));
    assertThat(all.get(3).ratios()).isEqualTo(new Figure.Ratios(2.0, 1.0, null));
  }

  @Test
  void contests_everyTaskTiny_hasFiguresOrAWordWhyNot(@TempDir Path directory)
      throws IOException, InterruptedException {
    Report report = new Bench(tiny(List.of("fan-out", "chain", "scale")), directory).measure();

    assertThat(report.figures())
        .extracting(Figure::task)
        .contains("fan-out of echo, 10", "chain of echo, 5", "fan-out of sort, 10")
        .contains("chain of sort, 5", "scale: runs of 100 echo at once, 1,000")
        .contains("whole process: fan-out of echo, 5", "scale: one chain of echo, 100");
    for (Figure figure : report.figures()) {
      assertThat(figure.measured() == null).isEqualTo(figure.absent() != null);
      assertThat(figure.absent() == null ? "" : figure.absent())
          .describedAs(figure.toString())
          .doesNotContain("failed");
      if (figure.contender().startsWith("Escarole, durable (H2") || isScale(figure)) {
        assertThat(left(figure).bytes()).isPositive();
      }
      if (isScale(figure)) {
        assertThat(measured(figure).heapBytes()).isPositive();
      }
      if (figure.contender().equals(Peer.MAKE_TO_FILES.title()) && figure.measured() != null) {
        assertThat(left(figure).files()).isEqualTo(figure.units());
      }
    }
  }

  @Test
  void wholeProcesses_ofEachLauncher_areMeasuredInOneTask(@TempDir Path directory)
      throws IOException, InterruptedException {
    BenchOptions options = tiny(List.of("this one", "the same"));
    Launcher launcher = launcher(directory, "this one");
    Launcher other = new Launcher("the same", launcher.program());
    options =
        new BenchOptions(
            options.sizes(),
            1,
            options.only(),
            options.json(),
            null,
            THOROUGH ? List.of(launcher, other) : List.of(launcher),
            false);

    List<Figure> figures = new Bench(options, directory.resolve("scratch")).measure().figures();

    assertThat(figures).allSatisfy(figure -> assertThat(figure.absent()).isNull());
    assertThat(figures)
        .filteredOn(figure -> figure.contender().equals("the same"))
        .hasSize(THOROUGH ? 8 : 0);
    assertThat(figures)
        .filteredOn(figure -> figure.contender().equals("this one"))
        .extracting(Figure::task)
        .contains("whole process: fan-out of echo, 1", "whole process: one echo beside serve")
        .contains("whole process: serve, to its first page")
        .contains("whole process: mcp, to its first answer", "whole process: python, 1")
        .contains("whole process: fan-out of sort, 2", "whole process: fan-out of echo, 50");
    assertThat(figures)
        .filteredOn(figure -> figure.contender().equals("this one, one worker"))
        .hasSize(3)
        .allSatisfy(figure -> assertThat(left(figure).bytes()).isPositive());
  }

  @Test
  void tools_eachOfOurs_readsTheFile(@TempDir Path directory)
      throws IOException, InterruptedException {
    List<Figure> figures = new Bench(tiny(List.of("tools: ")), directory).measure().figures();

    assertThat(figures)
        .filteredOn(figure -> !figure.contender().startsWith("native "))
        .allSatisfy(figure -> assertThat(measured(figure).wallMicros().least()).isPositive())
        .extracting(Figure::task)
        .contains("tools: awk, 1 MB", "tools: gzip, 1 MB", "tools: sort, 1 MB", "tools: jq, 1 MB");
    assertThat(figures)
        .extracting(figure -> figure.absent() == null ? "" : figure.absent())
        .noneMatch(word -> word.contains("failed"));
  }

  /** A program that runs Escarole from the classes of this test. */
  private static Launcher launcher(Path directory, String name) throws IOException {
    Path program = directory.resolve("escarole");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Descarole.compiled=off -cp '%s' %s \"$@\"\n"
            .formatted(java, System.getProperty("java.class.path"), "dev.escarole.web.cli.Main"));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return Launcher.of(name + "=" + program);
  }

  @Test
  void launcher_thatIsNone_isRefused(@TempDir Path directory) {
    assertThatThrownBy(() -> Launcher.of("escarole"))
        .hasMessage("--launcher must be NAME=FILE, was 'escarole'");
    assertThatThrownBy(() -> Launcher.of("old=" + directory))
        .hasMessage("there is no program " + directory);
  }

  @Test
  void jmh_hotPaths_areAllMeasured() throws IOException {
    // Other builds on this machine may measure as well; here nothing depends on the times.
    System.setProperty("jmh.ignoreLock", "true");
    Options once =
        new OptionsBuilder()
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(1))
            .build();

    assertThat(HotPathsByJmh.measure(title -> true, once))
        .extracting(Figure::task)
        .containsExactly(
            "jmh: splitting", "jmh: compiling", "jmh: machine", "jmh: instance", "jmh: journal");
  }

  @Test
  void escaroleRuns_noDatabase_saysHowToNameOne() {
    Work work = new Work(true, true, 5);
    assertThat(new EscaroleRuns(EscaroleRuns.POSTGRES, work, null).absent())
        .isEqualTo("no database was named: --db URL or ESCAROLE_DB");
  }

  @Test
  void escaroleRuns_sort_endsWithSortedLines() throws InterruptedException {
    Work work = new Work(true, true, 2);
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunRequest request = RunRequest.of(work.recipe()).stdin(work.stdin()).build();
      List<String> sorted = new String(Work.lines(), UTF_8).lines().sorted().toList();
      assertThat(Work.lines()).hasSize(10_240);
      assertThat(engine.run(request).stdout().text().lines().toList()).isEqualTo(sorted);
    }
  }

  @Test
  void read_words_makeOptions() {
    BenchOptions options =
        BenchOptions.read(
            List.of("--runs", "7", "--quick", "--only", "a", "--only", "b", "--jmh"), Map.of());
    assertThat(options.rounds()).isEqualTo(7);
    assertThat(options.isQuick()).isTrue();
    assertThat(options.jmh()).isTrue();
    assertThat(options.only()).containsExactly("a", "b");
    assertThat(options.wants("a task")).isTrue();
    assertThat(options.wants("neither")).isFalse();
    assertThat(options.database()).isNull();
  }

  @Test
  void read_databaseOfTheEnvironment_isTakenUnlessOneIsGiven() {
    Map<String, String> environment =
        Map.of("ESCAROLE_DB", "postgresql://a@host/one", "ESCAROLE_DB_PASSWORD", "secret");
    assertThat(BenchOptions.read(List.of(), environment).database())
        .isEqualTo(DatabaseAddress.of("postgresql://a:secret@host/one"));
    assertThat(
            BenchOptions.read(List.of("--db", "postgresql://b:own@host/two"), environment)
                .database())
        .isEqualTo(DatabaseAddress.of("postgresql://b:own@host/two"));
  }

  @Test
  void read_mistakes_areNamed() {
    assertThatThrownBy(() -> BenchOptions.read(List.of("--runs", "0"), Map.of()))
        .hasMessage("--runs must be 1 to 9999, was '0'");
    assertThatThrownBy(() -> BenchOptions.read(List.of("--json"), Map.of()))
        .hasMessage("--json needs a value");
    assertThatThrownBy(() -> BenchOptions.read(List.of("--fast"), Map.of()))
        .hasMessage("there is no option --fast");
    assertThatThrownBy(() -> BenchOptions.read(List.of("--db", "oracle:x"), Map.of()))
        .hasMessageContaining("must begin with postgresql://");
  }

  @Test
  void guest_committed_isTheOneThatWasBuilt() throws IOException {
    String list = new String(Processes.resource("guest.sha256"), UTF_8);
    assertThat(list.lines().map(line -> line.split(" +", 2)[1])).contains("guest.c", "guest.wasm");
    for (String line : list.lines().toList()) {
      String[] pin = line.split(" +", 2);
      assertThat(ArtifactId.of(Processes.resource(pin[1])).sha256()).isEqualTo(pin[0]);
    }
  }

  @Test
  void guests_eachComputation_hasTheResultOfTheNativeProgram(@TempDir Path directory)
      throws IOException, InterruptedException {
    for (Computation computation : Computation.all(true)) {
      Computation.Native machine = new Computation.Native(computation, directory);
      String result;
      try (Calls guest = Calls.ofGuest(computation)) {
        result = guest.once().stdout().utf8();
      }
      assertThat(result).matches("[0-9]+\n");
      if (machine.absent() == null) {
        machine.warmUp(1);
        Process process = new ProcessBuilder(machine.command()).start();
        assertThat(result).isEqualTo(new String(process.getInputStream().readAllBytes(), UTF_8));
      }
    }
  }

  private static BenchOptions tiny(List<String> only) {
    return new BenchOptions(
        new BenchOptions.Sizes(List.of(10), List.of(5), 5, 1_000, 0, 1),
        1,
        only,
        Path.of("bench.json"),
        null,
        List.of(),
        false);
  }

  private static boolean isScale(Figure figure) {
    return figure.task().startsWith("scale");
  }

  private static Figure figure(String task, String contender, int units, double median) {
    Figure.Spread wall = new Figure.Spread(median, median, median);
    return Figure.wallOnly(task, contender, units, wall);
  }

  private static Figure.Measured measured(Figure figure) {
    return Objects.requireNonNull(figure.measured(), figure::toString);
  }

  private static Left left(Figure figure) {
    return Objects.requireNonNull(measured(figure).left(), figure::toString);
  }

  private static Report report(List<Figure> figures) {
    return new Report(Report.Machine.here(), new Report.Load(1.5, 2), 2, figures);
  }

  private static String printed(Report report) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    report.print(new PrintStream(bytes, true, UTF_8));
    return bytes.toString(UTF_8);
  }

  /** A peer that this machine does not have, or that does not get to its end. */
  private static final class Broken extends Contender {
    private final @Nullable String absent;

    Broken(@Nullable String absent) {
      super("task", "broken", 1);
      this.absent = absent;
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    @Nullable String absent() {
      return absent;
    }

    @Override
    void round() throws IOException {
      assertThat(absent).as("nobody can measure what is not here").isNull();
      throw new IOException("no disk");
    }
  }
}
