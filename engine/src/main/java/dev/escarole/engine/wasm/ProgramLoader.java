package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.wasm.metering.MeteredModule;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Makes programs of artifacts. An artifact whose classes were compiled when Escarole was built, or
 * kept by an earlier process, is only read; any other is compiled here, which takes from tenths of
 * a second to minutes. Safe for use by many threads.
 */
final class ProgramLoader {

  private static final String PACKAGE = ProgramLoader.class.getPackageName() + ".compiled";

  private final ArtifactStore store;
  private final RunnerOptions options;

  /**
   * @param options what compiling may take, and what keeps its result for the next process
   */
  ProgramLoader(ArtifactStore store, RunnerOptions options) {
    this.store = store;
    this.options = options;
  }

  /** Makes sure that the artifact of a program is still what the program was made of. */
  void check(ArtifactId id) throws ArtifactIntegrityException {
    store.check(id);
  }

  /** Whether the program was compiled when Escarole was built, so that it is quick to load. */
  boolean isPrebuilt(ArtifactId id) {
    return PrebuiltClasses.isThere(id);
  }

  Program load(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    byte[] bytes = store.verified(id);
    Optional<Function<Instance, Machine>> prebuilt = PrebuiltClasses.find(id);
    try {
      return prebuilt.isPresent()
          ? new Program(PrebuiltClasses.parse(bytes), prebuilt.get())
          : compiled(id, bytes);
    } catch (GuestTables.TooLarge e) {
      throw new NotAProgramException(e.getMessage());
    } catch (CancellationException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Whatever a malformed module does to the parser or compiler, it is the module's fault.
      throw new NotAProgramException("it is no WebAssembly program: " + e.getMessage());
    }
  }

  private Program compiled(ArtifactId id, byte[] bytes)
      throws NotAProgramException, InterruptedException {
    CompiledFiles files = options.compiled();
    Optional<CompiledCode> kept = files == null ? Optional.empty() : files.find(id);
    if (kept.isPresent()) {
      return kept.get().program(bytes);
    }
    CompiledCode code = compile(id, bytes);
    Program program = code.program(bytes);
    if (files != null) {
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
      // First as it is: what is wrong with it must not be blamed on what is added.
      Program.check(ProgramCheck.parse(bytes));
      GuestCompiler.goOn();
      WasmModule module = ProgramCheck.parse(MeteredModule.of(bytes));
      GuestCompiler.goOn();
      return GuestCompiler.compile(module, PACKAGE + ".Compiled_" + id.sha256(), facts);
    }
  }
}
