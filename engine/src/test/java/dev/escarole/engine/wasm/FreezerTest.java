package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.escarole.engine.broker.CommandRunner.GuestCalls;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreezerTest {

  private static final byte[] GUEST = Guests.bytes("freeze.wasm");
  private static final byte[] TABLES = Guests.bytes("tables.wasm");

  private final Guests guests = new Guests();
  private final Freezer freezer = new Freezer(RunnerOptions.defaults());

  @TempDir Path directory;

  private static Invocation.Builder asked() {
    return Invocation.of("guest").limits(Limits.defaults().withFuel(50_000_000));
  }

  private static FreezeRequest request() {
    return FreezeRequest.of(asked().build());
  }

  private FreezeRequest withLibrary() {
    return FreezeRequest.of(
        asked()
            .directories(List.of(new DirectoryGrant(directory, "/lib", Mode.READ_ONLY)))
            .build());
  }

  private FrozenProgram freeze(byte[] program, String initializer) throws Exception {
    return freezer.freeze(program, request().withInitializer(initializer));
  }

  private InvocationResult run(byte[] program, String... arguments) {
    try (WasmRunner runner = new WasmRunner(guests.store())) {
      Invocation invocation = Invocation.of("guest").arguments(arguments).build();
      return runner.run(
          guests.command(program),
          invocation,
          new GuestCalls(FreezerTest::refuse, GuestCalls.NONE.http()));
    }
  }

  private static InvocationResult refuse(Invocation nested) {
    throw new IllegalStateException("a guest runs " + nested.commandName());
  }

  private int exitCode(String initializer, String check) throws Exception {
    FreezeRequest request = request().withInitializer(initializer).withStart(check);
    return run(freezer.freeze(TABLES, request).bytes()).outcome().exitCode();
  }

  @Test
  void instance_frozen_startsWhereTheInitializerEnded() throws Exception {
    FrozenProgram frozen = freezer.freeze(GUEST, request());

    assertThat(frozen.initializers()).containsExactly("escarole.freeze");
    assertThat(frozen.parent()).isEqualTo(ArtifactId.of(GUEST));
    assertThat(frozen.id()).isEqualTo(ArtifactId.of(frozen.bytes()));
    assertThat(frozen.stdout().utf8()).isEqualTo("getting ready\n");
    assertThat(frozen.memoryBytes()).isGreaterThan(3 << 20);
    InvocationResult ran = run(frozen.bytes(), "a", "b");
    assertThat(ran.stdout().utf8())
        .startsWith("time 946684800, random ")
        .endsWith("; 120; 0.10000000000000001; a; b\n");
    assertThat(ran.fuelUsed()).isLessThan(frozen.fuelUsed());
  }

  @Test
  void hook_exported_givesEachInstanceItsOwnRandomNumbers() throws Exception {
    byte[] frozen = freezer.freeze(GUEST, request()).bytes();

    String[] first = run(frozen).stdout().utf8().split("; ", -1);
    String[] second = run(frozen).stdout().utf8().split("; ", -1);

    assertThat(first[0]).isEqualTo(second[0]);
    assertThat(first[1]).isNotEqualTo(second[1]).hasSize(16);
    assertThat(run(GUEST).stdout().utf8()).contains("; not seeded; ");
  }

  @Test
  void bytes_frozenAgain_areTheSame() throws Exception {
    byte[] first = freezer.freeze(GUEST, request()).bytes();
    byte[] again = new Freezer(RunnerOptions.defaults()).freeze(GUEST, request()).bytes();
    byte[] seeded = freezer.freeze(GUEST, request().withSeed(7)).bytes();

    assertThat(again).isEqualTo(first);
    assertThat(seeded).isNotEqualTo(first);
  }

  @Test
  void directory_withTheSameContent_givesTheSameBytes() throws Exception {
    Files.writeString(directory.resolve("b.txt"), "two");
    Files.writeString(directory.resolve("a.txt"), "one");
    byte[] first = freezer.freeze(GUEST, withLibrary().withInitializer("look")).bytes();
    Files.delete(directory.resolve("a.txt"));
    Files.writeString(directory.resolve("a.txt"), "one");
    Files.setLastModifiedTime(directory.resolve("b.txt"), FileTime.fromMillis(1_000_000));
    byte[] again = freezer.freeze(GUEST, withLibrary().withInitializer("look")).bytes();

    assertThat(again).isEqualTo(first);
    assertThat(run(first).stdout().utf8())
        .startsWith("a.txt 2 2 3 946684800;b.txt 3 3 3 946684800;");
  }

  @Test
  void environment_declared_isTheOnlyOne() throws Exception {
    FreezeRequest declared =
        FreezeRequest.of(asked().environment(Map.of("PYTHONHASHSEED", "7")).build());

    byte[] frozen = freezer.freeze(GUEST, declared.withInitializer("environment")).bytes();

    assertThat(run(frozen).stdout().utf8()).startsWith("PYTHONHASHSEED=7;; ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          opens    | has opened file descriptor
          closes   | has closed file descriptor 3
          writes   | which answered 77
          sleeps   | waits for a time
          exits    | exited with status 3 in its initializer exits
          fails    | failed in its initializer fails, which answered 4: no library here
          traps    | in its initializer traps
          spins    | needs more than 50000000 units of fuel in its initializer spins
          grows    | which answered 5
          takes    | must take no parameters
          execs    | calls env.host_exec
          missing  | exports no function 'missing' (it exports _start, escarole.freeze
          _start   | needs another export to start it
          """)
  void initializer_thatCannotBeFrozen_isRefusedWithTheReason(String initializer, String reason)
      throws Exception {
    Files.writeString(directory.resolve("a.txt"), "one");

    assertThatExceptionOfType(FreezeRefusedException.class)
        .isThrownBy(() -> freezer.freeze(GUEST, withLibrary().withInitializer(initializer)))
        .withMessageContaining(reason);
  }

  @Test
  void initializer_beyondItsWallClock_isRefused() {
    Limits limits = Limits.defaults().withFuel(1L << 50).withWallClock(Duration.ofMillis(50));
    FreezeRequest spins = FreezeRequest.of(Invocation.of("guest").limits(limits).build());

    assertThatExceptionOfType(FreezeRefusedException.class)
        .isThrownBy(() -> freezer.freeze(GUEST, spins.withInitializer("spins")))
        .withMessage("still running after 50 ms in its initializer spins");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          globals  | check_globals |  42
          globals  | _start        |  42
          tables   | check_tables  | 127
          tables   | init_passive  |   3
          tables   | init_dropped  | 134
          globals  | init_dropped  |   0
          segments | data_kept     |   4
          segments | data_dropped  | 134
          segments | data_active   | 134
          globals  | data_dropped  |   0
          """)
  void state_ofAnyKind_isKept(String initializer, String check, int expected) throws Exception {
    int code = exitCode(initializer, check);

    assertThat(code).isEqualTo(expected);
  }

  @Test
  void program_frozenTwice_keepsBoth() throws Exception {
    byte[] once = freeze(TABLES, "segments").bytes();
    byte[] twice = freeze(once, "tables").bytes();
    byte[] thrice = freeze(twice, "globals").bytes();

    FreezeRequest check = request().withInitializer("segments").withStart("data_kept");
    assertThat(run(freezer.freeze(TABLES, check).bytes()).outcome().exitCode()).isEqualTo(4);
    assertThat(run(thrice).outcome().exitCode()).isEqualTo(42);
  }

  @Test
  void start_renamed_isAnotherExport() throws Exception {
    byte[] frozen = freezer.freeze(GUEST, request().withStart("again")).bytes();

    assertThat(run(frozen).stdout().utf8()).isEqualTo("started by another name\n");
  }

  @Test
  void program_withoutInitializer_isRefusedWithItsExports() {
    assertThatExceptionOfType(FreezeRefusedException.class)
        .isThrownBy(() -> freezer.freeze(TABLES, request()))
        .withMessageStartingWith("has no initializer")
        .withMessageContaining("it exports globals, tables, segments");
  }

  @Test
  void bytes_thatAreNoProgram_areRefused() {
    for (byte[] each : List.of(new byte[0], "text".getBytes(StandardCharsets.UTF_8))) {
      assertThatExceptionOfType(FreezeRefusedException.class)
          .isThrownBy(() -> freezer.freeze(each, request()))
          .withMessageContaining("it is not a WebAssembly program");
    }
  }
}
