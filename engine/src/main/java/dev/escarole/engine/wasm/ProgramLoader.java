package dev.escarole.engine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes programs of artifacts. An artifact whose classes were compiled when Escarole was built, or
 * kept by an earlier process, is only read; any other is compiled here, which takes from tenths of
 * a second to minutes. Safe for use by many threads.
 */
final class ProgramLoader {

  private static final String PACKAGE = ProgramLoader.class.getPackageName() + ".compiled";

  private final ArtifactStore store;
  private final @Nullable CompiledFiles files;

  ProgramLoader(ArtifactStore store) {
    this(store, null);
  }

  /**
   * @param files keeps what is compiled for the next process, or null to keep nothing
   */
  ProgramLoader(ArtifactStore store, @Nullable CompiledFiles files) {
    this.store = store;
    this.files = files;
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
          : compiled(id, bytes);
    } catch (GuestTables.TooLarge e) {
      throw new NotAProgramException(e.getMessage());
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Whatever a malformed module does to the parser or compiler, it is the module's fault.
      throw new NotAProgramException("it is no WebAssembly program: " + e.getMessage());
    }
  }

  private Program compiled(ArtifactId id, byte[] bytes) throws NotAProgramException {
    Optional<CompiledCode> kept = files == null ? Optional.empty() : files.find(id);
    if (kept.isPresent()) {
      return kept.get().program(bytes);
    }
    CompiledCode code;
    synchronized (this) {
      // One at a time: compiling a large module takes gigabytes of memory.
      code = compile(id, bytes);
    }
    Program program = code.program(bytes);
    if (files != null) {
      files.keep(id, code);
    }
    return program;
  }

  private static CompiledCode compile(ArtifactId id, byte[] bytes) throws NotAProgramException {
    // First as it is: what is wrong with it must not be blamed on what is added.
    Parser.parse(bytes);
    WasmModule module = Parser.parse(MeteredModule.of(bytes));
    String name = PACKAGE + ".Compiled_" + id.sha256();
    return GuestCompiler.compile(module, name, InterpreterFallback.SILENT);
  }
}
