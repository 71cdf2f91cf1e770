package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.ArtifactStore;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.wasm.ProgramCache.Wanted;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Loads programs from artifacts. An artifact compiled at build time or cached by an earlier process
 * is only read; any other is compiled, which takes from tenths of a second to minutes. Thread-safe.
 */
final class ProgramLoader {

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

  /** The program, to be run as the operator wants it now. */
  Wanted wanted(ArtifactId id) {
    return new Wanted(id, options.code().get());
  }

  Program load(Wanted wanted)
      throws ArtifactIntegrityException, NotAProgramException, InterruptedException {
    ArtifactId id = wanted.id();
    if (store.holdsBuiltIn(id)) {
      Program shared = PrebuiltPrograms.get(id);
      if (shared != null) {
        return shared;
      }
    }
    byte[] bytes = store.verified(id);
    PresetArguments preset = PresetArguments.of(bytes);
    if (preset == null) {
      return load(id, bytes, wanted);
    }
    ArtifactId inner = ArtifactId.of(preset.program());
    Program builtIn =
        BuiltInCommands.load().holdsBuiltIn(inner) ? PrebuiltPrograms.get(inner) : null;
    Program program = builtIn == null ? load(inner, preset.program(), wanted) : builtIn;
    return program.with(preset.arguments());
  }

  private Program load(ArtifactId id, byte[] bytes, Wanted wanted)
      throws NotAProgramException, InterruptedException {
    Function<Instance, Machine> prebuilt = PrebuiltClasses.find(id);
    try {
      return prebuilt == null
          ? new Program(
              new GuestCode(options.withCode(wanted.code())).of(id, bytes, Program::check))
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
}
