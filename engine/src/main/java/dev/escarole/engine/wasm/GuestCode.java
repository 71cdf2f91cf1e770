package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The code of modules: compiled, from the cache or now, or interpreted if the options say so.
 * Thread-safe.
 */
final class GuestCode {

  private static final String PACKAGE = GuestCode.class.getPackageName() + ".compiled";

  private static final Logger LOG = LoggerFactory.getLogger(GuestCode.class);

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
    if (options.code().get() == ProgramCode.INTERPRETED) {
      return interpreted(bytes, check);
    }
    CompiledCode code = compiled(id, bytes, check);
    SlowFunctions slow = code.slow();
    if (slow.any()) {
      LOG.warn("The program {} is slow: {}", id, slow.warning());
    }
    return new LoadedCode(code.module(bytes), code.machines());
  }

  private CompiledCode compiled(ArtifactId id, byte[] bytes, ModuleCheck check)
      throws NotAProgramException, InterruptedException {
    CompiledFiles files = options.compiled();
    if (files == null) {
      return compile(id, bytes, check).named(bytes);
    }
    Optional<CompiledCode> kept = files.find(id);
    if (kept.isPresent()) {
      return kept.get();
    }
    CompiledCode code = compile(id, bytes, check).named(bytes);
    files.keep(id, code);
    return code;
  }

  private CompiledCode compile(ArtifactId id, byte[] bytes, ModuleCheck check)
      throws NotAProgramException, InterruptedException {
    ModuleFacts facts = facts(bytes);
    try (MemoryBudget.Share share = options.memory().shareOfCompiler()) {
      share.await(facts.memoryBytes());
      // Check the original first, so that problems are not attributed to the metering.
      check.check(ProgramCheck.parse(bytes));
      GuestCompiler.goOn();
      WasmModule module = ProgramCheck.parse(MeteredModule.of(bytes));
      GuestCompiler.goOn();
      return GuestCompiler.compile(module, PACKAGE + ".Compiled_" + id.sha256(), facts);
    }
  }

  private LoadedCode interpreted(byte[] bytes, ModuleCheck check)
      throws NotAProgramException, InterruptedException {
    ModuleFacts facts = facts(bytes);
    try (MemoryBudget.Share share = options.memory().shareOfCompiler()) {
      share.await(facts.memoryBytes());
      check.check(ProgramCheck.parse(bytes));
      GuestCompiler.goOn();
      return new LoadedCode(ProgramCheck.parse(MeteredModule.of(bytes)), GuestInterpreter::ofAll);
    }
  }

  private ModuleFacts facts(byte[] bytes) throws NotAProgramException {
    ModuleFacts facts = ModuleScan.of(bytes, options.limits());
    facts.mustFit(options.memory());
    return facts;
  }
}
