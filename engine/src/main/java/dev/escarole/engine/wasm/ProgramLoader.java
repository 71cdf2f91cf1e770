package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
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

  Program load(ArtifactId id) throws ArtifactIntegrityException, NotAProgramException {
    byte[] bytes = store.verified(id);
    try {
      Optional<Function<Instance, Machine>> prebuilt = PrebuiltClasses.find(id);
      if (prebuilt.isPresent()) {
        return new Program(PrebuiltClasses.parse(bytes), prebuilt.get());
      }
      WasmModule module = Parser.parse(bytes);
      return new Program(
          module,
          MachineFactoryCompiler.builder(module)
              .withInterpreterFallback(InterpreterFallback.SILENT)
              .compile());
    } catch (ChicoryException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new NotAProgramException("it is no WebAssembly program: " + e.getMessage());
    } catch (StackOverflowError | LinkageError e) {
      throw new NotAProgramException("it cannot be compiled");
    }
  }
}
