package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.broker.CommandRunner.GuestCalls;
import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.wasm.link.Harness;
import dev.escarole.engine.wasm.link.ModuleLinker;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ModuleLinkerTest {

  private static final byte[] MODULE = Guests.bytes("linked.wasm");
  private static final byte[] HARNESS = Guests.bytes("linking.wasm");

  private final Guests guests = new Guests();

  private Outcome run(byte[] program, RunnerOptions options) {
    try (WasmRunner runner = new WasmRunner(guests.store(), options)) {
      return runner
          .run(guests.command(program), Invocation.of("guest").build(), GuestCalls.NONE)
          .outcome();
    }
  }

  @Test
  void modules_linked_callEachOtherAndKeepTheirTablesGlobalsAndData() throws Exception {
    byte[] program = ModuleLinker.link(MODULE, HARNESS);

    assertThat(run(program, RunnerOptions.defaults())).isEqualTo(Outcome.exited(94));
    RunnerOptions interpreted = RunnerOptions.defaults().withCode(ProgramCode.INTERPRETED);
    assertThat(run(program, interpreted)).isEqualTo(Outcome.exited(94));
    assertThat(ModuleLinker.link(MODULE, HARNESS)).isEqualTo(program);
  }

  @Test
  void modules_linked_importOnceWhatBothImportAndExportWhatTheHarnessDoes() throws Exception {
    WasmModule linked = Parser.parse(ModuleLinker.link(MODULE, HARNESS));

    assertThat(linked.importSection().stream().map(each -> each.name()))
        .containsExactly("sched_yield", "proc_exit");
    assertThat(
            IntStream.range(0, linked.exportSection().exportCount())
                .mapToObj(each -> linked.exportSection().getExport(each).name()))
        .containsExactly("memory", "_start");
  }

  @Test
  void module_withMemoryWhereTheHarnessHasItsData_isRefused() {
    assertThatExceptionOfType(NotAProgramException.class)
        .isThrownBy(() -> ModuleLinker.link(Modules.memories(1, 0, 2), HARNESS))
        .withMessageContaining("its memory begins with 2 pages");
  }

  @Test
  void module_withFunctionsOfOtherTypes_isRefused() {
    byte[] other = MODULE.clone();
    // The result of "work" becomes 64 bits wide, but is declared as 32 in the harness.
    int type = indexOf(other, new byte[] {0x60, 2, 0x7f, 0x7f, 1, 0x7f});
    other[type + 5] = 0x7e;

    assertThatExceptionOfType(NotAProgramException.class)
        .isThrownBy(() -> ModuleLinker.link(other, HARNESS))
        .withMessageContaining("work has another type in its harness");
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    return IntStream.range(0, bytes.length - part.length)
        .filter(at -> Arrays.equals(bytes, at, at + part.length, part, 0, part.length))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void modules_damagedAnywhere_areRefusedOrStillModules() {
    for (byte[] module : List.of(MODULE, HARNESS)) {
      for (int at = 0; at < module.length; at++) {
        for (int value : new int[] {0, 1, 0x7f, 0x80, 0xff}) {
          byte[] damaged = module.clone();
          damaged[at] = (byte) value;
          linkOrRefuse(damaged, module == MODULE);
        }
        linkOrRefuse(Arrays.copyOf(module, at), module == MODULE);
      }
    }
  }

  private static void linkOrRefuse(byte[] damaged, boolean isModule) {
    try {
      byte[] unused =
          isModule ? ModuleLinker.link(damaged, HARNESS) : ModuleLinker.link(MODULE, damaged);
    } catch (NotAProgramException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  @Test
  void quickjs_anotherModule_isRefusedByWhatIsMissing() {
    assertThatExceptionOfType(FreezeRefusedException.class)
        .isThrownBy(() -> Harness.QUICKJS.complete(Modules.start(), "js"))
        .withMessageContaining("it imports env.")
        .withMessageContaining("not offered");
    assertThatExceptionOfType(FreezeRefusedException.class)
        .isThrownBy(() -> Harness.QUICKJS.complete(new byte[] {1, 2, 3}, "js"))
        .withMessageContaining("cannot be linked with the harness quickjs");
  }

  @Test
  void harness_ofUnknownName_isRefusedWithTheKnownOnes() {
    assertThatExceptionOfType(FreezeRefusedException.class)
        .isThrownBy(() -> Harness.of("deno"))
        .withMessage("has the unknown harness 'deno'; known are quickjs");
  }
}
