package dev.escarole.engine.wasm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.wasm.Parser;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Command.Origin;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was compiled is kept for the next process, and nothing else that lies there is run. */
class CompiledFilesTest {

  private static final long PLENTY = 1L << 30;

  /** Stops with the division of 1 by 0, so that it is seen which program ran. */
  private static final byte[] DIVIDES = Modules.start(0x41, 1, 0x41, 0, 0x6d, 0x1a);

  private static final byte[] EXITS = Modules.start();

  @TempDir private Path root;
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  private Path directory() {
    return root.resolve("cache").resolve("compiled");
  }

  private CompiledFiles files() {
    return new CompiledFiles(directory(), PLENTY, warnings::add);
  }

  /** Runs a module as a new process would: with nothing in memory. */
  private InvocationResult runAnew(byte[] module, DirectoryGrant... grants) {
    Command command = new Command("guest", ArtifactId.of(module), Origin.REGISTERED);
    Invocation.Builder invocation = Invocation.of("guest").directories(List.of(grants));
    RunnerOptions options = RunnerSetups.with(files());
    try (WasmRunner runner = new WasmRunner(id -> module.clone(), options)) {
      return runner.run(command, invocation.build());
    }
  }

  private List<Path> kept() {
    try (Stream<Path> all = Files.list(directory())) {
      return all.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompiledCode compile(byte[] module) throws NotAProgramException {
    var rewritten = Parser.parse(MeteredModule.of(module));
    var facts = ModuleScan.of(module, CompileLimits.standard());
    return GuestCompiler.compile(rewritten, "dev.escarole.test.Program", facts);
  }

  @Test
  void secondStart_usesWhatTheFirstKept() throws NotAProgramException {
    assertThat(runAnew(EXITS).outcome()).isEqualTo(Outcome.exited(0));
    assertThat(kept()).hasSize(1);
    // Proves that the kept classes are what runs: these are of another program.
    files().keep(ArtifactId.of(EXITS), compile(DIVIDES));
    assertThat(runAnew(EXITS).outcome().kind()).isEqualTo(Kind.TRAPPED);
    assertThat(warnings).isEmpty();
  }

  @Test
  void keptProgram_burnsTheSameFuel() {
    byte[] compute = Guests.bytes("compute.wasm");
    Command command = new Command("compute", ArtifactId.of(compute), Origin.REGISTERED);
    List<Long> used = new ArrayList<>();
    for (int start = 0; start < 2; start++) {
      RunnerOptions options = RunnerSetups.with(files());
      try (WasmRunner runner = new WasmRunner(id -> compute.clone(), options)) {
        Invocation queens = Invocation.of("compute").arguments("queens", "9").build();
        used.add(runner.run(command, queens).fuelUsed());
      }
    }
    assertThat(used.get(0)).isGreaterThan(100_000).isEqualTo(used.get(1));
  }

  @Test
  void damagedFile_isRemovedAndCompiledAgain() throws IOException {
    runAnew(EXITS);
    Path file = kept().get(0);
    byte[] whole = Files.readAllBytes(file);
    for (int position : new int[] {0, 70, 200, whole.length / 2, whole.length - 1}) {
      byte[] damaged = whole.clone();
      damaged[position] ^= 1;
      Files.write(file, damaged);
      assertThat(runAnew(EXITS).outcome()).isEqualTo(Outcome.exited(0));
      assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }
    Files.write(file, new byte[0]);
    assertThat(runAnew(EXITS).outcome()).isEqualTo(Outcome.exited(0));
    assertThat(warnings).hasSize(6).allMatch(warning -> warning.contains("is damaged"));
  }

  @Test
  void fileOfAnotherArtifact_isNotUsed() throws IOException {
    runAnew(EXITS);
    Path exits = kept().get(0);
    runAnew(DIVIDES);
    Path divides = kept().stream().filter(file -> !file.equals(exits)).findFirst().orElseThrow();
    Files.copy(divides, exits, StandardCopyOption.REPLACE_EXISTING);
    assertThat(runAnew(EXITS).outcome()).isEqualTo(Outcome.exited(0));
  }

  @Test
  void link_isNotFollowed() throws IOException {
    runAnew(EXITS);
    Path file = kept().get(0);
    Path elsewhere = Files.move(file, root.resolve("elsewhere"));
    Files.createSymbolicLink(file, elsewhere);
    assertThat(runAnew(EXITS).outcome()).isEqualTo(Outcome.exited(0));
    assertThat(warnings).hasSize(1);
  }

  @Test
  void directoryThatOthersMayWriteTo_isNotUsed() throws Exception {
    files().keep(ArtifactId.of(EXITS), compile(DIVIDES));
    for (String permissions : new String[] {"rwxrwx---", "rwx----w-"}) {
      Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString(permissions));
      assertThat(runAnew(EXITS).outcome()).isEqualTo(Outcome.exited(0));
      assertThat(warnings)
          .isNotEmpty()
          .allMatch(warning -> warning.contains("other users can write"));
    }
  }

  @Test
  void whatIsKept_isPrivate() throws IOException {
    runAnew(EXITS);
    assertThat(Files.getPosixFilePermissions(directory()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(kept().get(0)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void beyondItsSize_whatWasNotUsedForLongestGoes() throws Exception {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    CompiledCode code = compile(EXITS);
    long each = new CompiledFormat(code, ArtifactId.of(EXITS)).length();
    CompiledFiles files = new CompiledFiles(directory(), 2 * each, warnings::add, now::get);
    List<ArtifactId> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(ArtifactId.of(new byte[] {(byte) i}));
    }
    for (int step : new int[] {0, 1}) {
      files.keep(ids.get(step), code);
      now.updateAndGet(time -> time.plusSeconds(60));
    }
    assertThat(files.find(ids.get(0))).isPresent();
    now.updateAndGet(time -> time.plusSeconds(60));
    files.keep(ids.get(2), code);

    assertThat(files.find(ids.get(0))).isPresent();
    assertThat(files.find(ids.get(1))).isEmpty();
    assertThat(files.find(ids.get(2))).isPresent();
    assertThat(kept()).hasSize(2);
  }

  @Test
  void moreThanMayBeKept_isNotKept() throws Exception {
    CompiledFiles files = new CompiledFiles(directory(), 100, warnings::add);
    files.keep(ArtifactId.of(EXITS), compile(EXITS));
    assertThat(directory()).doesNotExist();
  }

  @Test
  void manyWritersAndReaders_neverSeeHalfAFile() throws Exception {
    CompiledCode code = compile(EXITS);
    ArtifactId id = ArtifactId.of(EXITS);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(threads.submit(() -> writeAndRead(id, code)));
      }
      for (Future<?> one : all) {
        one.get(180, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(warnings).isEmpty();
    assertThat(kept()).hasSize(1);
  }

  private void writeAndRead(ArtifactId id, CompiledCode code) {
    CompiledFiles files = files();
    for (int i = 0; i < 50; i++) {
      files.keep(id, code);
      assertThat(files.find(id)).isPresent();
    }
  }

  @Test
  void functionTooLargeForAMethod_isInterpretedTheNextTimeToo() {
    byte[] module = Modules.start(Modules.repeated(30_000, 0x41, 0x80, 0x80, 0x04, 0x1a));
    InvocationResult first = runAnew(module);
    InvocationResult second = runAnew(module);
    assertThat(first.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(second.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(second.fuelUsed()).isEqualTo(60_000).isEqualTo(first.fuelUsed());
    assertThat(kept()).hasSize(1);
  }

  @Test
  void functionTooLargeForAMethod_isKnownWithoutTheProgramOnceItWasCompiled() throws Exception {
    byte[] large = Modules.start(Modules.repeated(40_000, 0x41, 0x80, 0x80, 0x04, 0x1a));
    byte[] module = Modules.withNames(large, 0, "eval");
    ArtifactId id = ArtifactId.of(module);
    RunnerOptions options = RunnerSetups.with(files());
    assertThat(ProgramCheck.compiledSlowFunctions(id, options)).isEmpty();
    assertThat(ProgramCheck.slowFunctions(id, module, options))
        .isEqualTo(new SlowFunctions(1, List.of("eval (function 0)"), false));

    runAnew(module);
    assertThat(ProgramCheck.compiledSlowFunctions(id, options))
        .hasValue(new SlowFunctions(1, List.of("eval (function 0)"), true));
    assertThat(ProgramCheck.compiledSlowFunctions(ArtifactId.of(EXITS), options)).isEmpty();
    runAnew(EXITS);
    assertThat(ProgramCheck.compiledSlowFunctions(ArtifactId.of(EXITS), options))
        .hasValueSatisfying(none -> assertThat(none.any()).isFalse());

    Path file =
        kept().stream().filter(each -> each.toString().contains(id.sha256())).findFirst().get();
    for (int length : new int[] {0, 10, 70, 180, 200}) {
      Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
      assertThat(ProgramCheck.compiledSlowFunctions(id, options)).isEmpty();
    }
  }

  @Test
  void secondProcess_doesNotLoadTheCompiler() throws Exception {
    assertThat(classesLoadedByAProcess()).contains("chicory.compiler.internal.Compiler ");
    assertThat(classesLoadedByAProcess()).doesNotContain("chicory.compiler.internal.Compiler ");
  }

  @Test
  void processesAtTheSameTime_bothSucceed() throws Exception {
    List<Process> both = List.of(start("-Xlog:disable"), start("-Xlog:disable"));
    for (Process process : both) {
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
    }
    assertThat(kept()).hasSize(1);
  }

  private String classesLoadedByAProcess() throws Exception {
    Process process = start("-Xlog:class+load:stdout");
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private Process start(String option) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    return new ProcessBuilder(
            java,
            "-XX:+UseSerialGC",
            option,
            "-cp",
            classPath,
            ColdCompile.class.getName(),
            directory().toString())
        .redirectErrorStream(true)
        .start();
  }
}
