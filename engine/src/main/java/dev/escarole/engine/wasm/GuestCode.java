package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The code of modules: compiled, from the cache or now, or interpreted if the options say so.
 * Thread-safe.
 */
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
   * A module with what executes it.
   *
   * @param module metered; without its code if that is in classes
   */
  record LoadedCode(WasmModule module, Function<Instance, Machine> machines) {}

  /**
   * Returns a module's code. Compiling takes from tenths of a second to minutes.
   *
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  LoadedCode of(ArtifactId id, byte[] bytes, ModuleCheck check)
      throws NotAProgramException, InterruptedException {
    if (options.code() == ProgramCode.INTERPRETED) {
      return interpreted(bytes, check);
    }
    CompiledCode code = compiled(id, bytes, check);
    return new LoadedCode(code.module(bytes), code.machines());
  }

  private CompiledCode compiled(ArtifactId id, byte[] bytes, ModuleCheck check)
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
    ModuleFacts facts = facts(bytes);
    try (MemoryBudget.Share share = options.memory().share()) {
      share.await(facts.memoryBytes());
      WasmModule module = metered(bytes, check);
      return GuestCompiler.compile(module, PACKAGE + ".Compiled_" + id.sha256(), facts);
    }
  }

  private LoadedCode interpreted(byte[] bytes, ModuleCheck check)
      throws NotAProgramException, InterruptedException {
    ModuleFacts facts = facts(bytes);
    try (MemoryBudget.Share share = options.memory().share()) {
      share.await(facts.memoryBytes());
      return new LoadedCode(metered(bytes, check), GuestInterpreter::ofAll);
    }
  }

  private ModuleFacts facts(byte[] bytes) throws NotAProgramException {
    ModuleFacts facts = ModuleScan.of(bytes, options.limits());
    facts.mustFit(options.memory());
    return facts;
  }

  private static WasmModule metered(byte[] bytes, ModuleCheck check) throws NotAProgramException {
    // Check the original first, so that problems are not attributed to the metering.
    check.check(ProgramCheck.parse(bytes));
    GuestCompiler.goOn();
    WasmModule module = ProgramCheck.parse(MeteredModule.of(bytes));
    GuestCompiler.goOn();
    return module;
  }
}
