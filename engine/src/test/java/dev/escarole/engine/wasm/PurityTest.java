package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.wasi.WasiFunction;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a guest calls decides what its result may depend on. */
@Timeout(300)
class PurityTest {

  private static final int STDIN = 0;
  private static final int DIRECTORY = 3;

  /** What tells a guest nothing but what its invocation gives. */
  private static final Set<WasiFunction> INWARD =
      EnumSet.of(
          WasiFunction.ARGS_GET,
          WasiFunction.ARGS_SIZES_GET,
          WasiFunction.ENVIRON_GET,
          WasiFunction.ENVIRON_SIZES_GET,
          WasiFunction.FD_PRESTAT_GET,
          WasiFunction.FD_PRESTAT_DIR_NAME,
          WasiFunction.FD_FDSTAT_GET,
          WasiFunction.FD_CLOSE,
          WasiFunction.FD_RENUMBER,
          WasiFunction.PROC_EXIT,
          WasiFunction.PROC_RAISE,
          WasiFunction.SCHED_YIELD);

  /** The same, as long as the descriptor is one of the three streams. */
  private static final Set<WasiFunction> INWARD_ON_STREAMS =
      EnumSet.of(
          WasiFunction.FD_READ,
          WasiFunction.FD_WRITE,
          WasiFunction.FD_SEEK,
          WasiFunction.FD_TELL,
          WasiFunction.FD_FILESTAT_GET);

  @TempDir private Path directory;
  private final Sandbox sandbox = new Sandbox();

  @AfterEach
  void close() {
    sandbox.close();
  }

  private Purity purity(WasiFunction function, int first) {
    sandbox.grant(directory, "/data", Mode.READ_WRITE);
    return sandbox.run(Modules.calling(function, first)).purity();
  }

  @ParameterizedTest
  @EnumSource(WasiFunction.class)
  void a_call_on_a_stream_is_hermetic_only_if_it_stays_inside(WasiFunction function) {
    boolean inward = INWARD.contains(function) || INWARD_ON_STREAMS.contains(function);
    assertThat(purity(function, STDIN)).isEqualTo(inward ? Purity.HERMETIC : Purity.IMPURE);
  }

  @ParameterizedTest
  @EnumSource(WasiFunction.class)
  void a_call_on_a_directory_is_hermetic_only_if_it_asks_for_its_name(WasiFunction function) {
    assertThat(purity(function, DIRECTORY))
        .isEqualTo(INWARD.contains(function) ? Purity.HERMETIC : Purity.IMPURE);
  }

  @Test
  void a_program_that_calls_nothing_is_hermetic() {
    assertThat(sandbox.run(Modules.start()).purity()).isEqualTo(Purity.HERMETIC);
  }

  @Test
  void a_compiled_program_that_prints_its_arguments_and_environment_is_hermetic() {
    sandbox.grant(directory, "/data", Mode.READ_WRITE);
    InvocationResult args = sandbox.probe("argv", "one", "two");
    InvocationResult env =
        sandbox.probe(invocation -> invocation.environment(Map.of("A", "b")), "env");
    assertThat(args.outcome().isSuccess()).isTrue();
    assertThat(args.purity()).isEqualTo(Purity.HERMETIC);
    assertThat(env.outcome().isSuccess()).isTrue();
    assertThat(env.purity()).isEqualTo(Purity.HERMETIC);
  }

  @Test
  void what_did_not_start_is_not_hermetic() {
    assertThat(sandbox.run(new byte[] {1, 2, 3}).purity()).isEqualTo(Purity.IMPURE);
  }
}
