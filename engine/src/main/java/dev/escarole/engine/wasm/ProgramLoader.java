package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes programs of artifacts. An artifact whose classes were compiled when Escarole was built is
 * only read; any other is compiled here, which takes from tenths of a second to minutes.
 */
final class ProgramLoader {

  private final ArtifactStore store;

  ProgramLoader(ArtifactStore store) {
    this.store = store;
  }

  /** Makes sure that the artifact of a program is still what the program was made of. */
  void check(ArtifactId id) throws ArtifactIntegrityException {
    store.check(id);
  }

  Program load(ArtifactId id) throws ArtifactIntegrityException, NotAProgramException {
    byte[] bytes = store.verified(id);
    Optional<Function<Instance, Machine>> prebuilt = PrebuiltClasses.find(id);
    try {
      return prebuilt.isPresent()
          ? new Program(PrebuiltClasses.parse(bytes), prebuilt.get())
          : compiled(bytes);
    } catch (GuestTables.TooLarge e) {
      throw new NotAProgramException(e.getMessage());
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Whatever a malformed module does to the parser or compiler, it is the module's fault.
      throw new NotAProgramException("it is no WebAssembly program: " + e.getMessage());
    }
  }

  private static Program compiled(byte[] bytes) throws NotAProgramException {
    // First as it is: what is wrong with it must not be blamed on what is added.
    Parser.parse(bytes);
    WasmModule module = Parser.parse(MeteredModule.of(bytes));
    return new Program(
        module,
        MachineFactoryCompiler.builder(module)
            .withInterpreterFallback(InterpreterFallback.SILENT)
            .compile());
  }
}
