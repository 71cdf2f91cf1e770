package dev.escarole.engine.wasm;

import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Optional;

/** The compiled code of modules, from the cache or compiled now. Thread-safe. */
final class GuestCode {

  private static final String PACKAGE = GuestCode.class.getPackageName() + ".compiled";

  private final RunnerOptions options;

  GuestCode(RunnerOptions options) {
    this.options = options;
  }

  /** Checks a parsed module before it is compiled. */
  interface ModuleCheck {
    void check(WasmModule module) throws NotAProgramException;
  }

  /**
   * Returns a module's code. Compiling takes from tenths of a second to minutes.
   *
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  CompiledCode of(ArtifactId id, byte[] bytes, ModuleCheck check)
      throws NotAProgramException, InterruptedException {
    CompiledFiles files = options.compiled();
    if (files == null) {
      return compile(id, bytes, check);
    }
    Optional<CompiledCode> kept = files.find(id);
    if (kept.isPresent()) {
      return kept.get();
    }
    CompiledCode code = compile(id, bytes, check);
    files.keep(id, code);
    return code;
  }

  private CompiledCode compile(ArtifactId id, byte[] bytes, ModuleCheck check)
      throws NotAProgramException, InterruptedException {
    ModuleFacts facts = ModuleScan.of(bytes, options.limits());
    MemoryBudget budget = options.memory();
    facts.mustFit(budget);
    try (MemoryBudget.Share share = budget.share()) {
      share.await(facts.memoryBytes());
      // Check the original first, so that problems are not attributed to the metering.
      check.check(ProgramCheck.parse(bytes));
      GuestCompiler.goOn();
      WasmModule module = ProgramCheck.parse(MeteredModule.of(bytes));
      GuestCompiler.goOn();
      return GuestCompiler.compile(module, PACKAGE + ".Compiled_" + id.sha256(), facts);
    }
  }
}
