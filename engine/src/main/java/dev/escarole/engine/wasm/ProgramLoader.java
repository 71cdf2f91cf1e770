package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.wasm.ModuleScan.ModuleFacts;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Loads programs from artifacts. An artifact compiled at build time or cached by an earlier process
 * is only read; any other is compiled, which takes from tenths of a second to minutes. Thread-safe.
 */
final class ProgramLoader {

  private static final String PACKAGE = ProgramLoader.class.getPackageName() + ".compiled";

  private final ArtifactStore store;
  private final RunnerOptions options;

  ProgramLoader(ArtifactStore store, RunnerOptions options) {
    this.store = store;
    this.options = options;
  }

  void check(ArtifactId id) throws ArtifactIntegrityException {
    store.check(id);
  }

  boolean isPrebuilt(ArtifactId id) {
    return PrebuiltClasses.isThere(id);
  }

  Program load(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    if (store.holdsBuiltIn(id)) {
      Program shared = PrebuiltPrograms.get(id);
      if (shared != null) {
        return shared;
      }
    }
    byte[] bytes = store.verified(id);
    Function<Instance, Machine> prebuilt = PrebuiltClasses.find(id);
    try {
      return prebuilt == null
          ? compiled(id, bytes)
          : new Program(PrebuiltClasses.parse(bytes), prebuilt);
    } catch (GuestTables.TooLarge e) {
      throw new NotAProgramException(e.getMessage());
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Any exception of the parser or compiler is caused by the module.
      throw new NotAProgramException("it is not a WebAssembly program: " + e.getMessage());
    }
  }

  private Program compiled(ArtifactId id, byte[] bytes)
      throws NotAProgramException, InterruptedException {
    CompiledFiles files = options.compiled();
    if (files == null) {
      return compile(id, bytes).program(bytes);
    }
    Optional<CompiledCode> kept = files.find(id);
    CompiledCode code = kept.isPresent() ? kept.get() : compile(id, bytes);
    Program program = code.program(bytes);
    if (kept.isEmpty()) {
      files.keep(id, code);
    }
    return program;
  }

  private CompiledCode compile(ArtifactId id, byte[] bytes)
      throws NotAProgramException, InterruptedException {
    ModuleFacts facts = ModuleScan.of(bytes, options.limits());
    MemoryBudget budget = options.memory();
    facts.mustFit(budget);
    try (MemoryBudget.Share share = budget.share()) {
      share.await(facts.memoryBytes());
      // Check the original first, so that problems are not attributed to the metering.
      Program.check(ProgramCheck.parse(bytes));
      GuestCompiler.goOn();
      WasmModule module = ProgramCheck.parse(MeteredModule.of(bytes));
      GuestCompiler.goOn();
      return GuestCompiler.compile(module, PACKAGE + ".Compiled_" + id.sha256(), facts);
    }
  }
}
