package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.wasm.metering.NotAProgramException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The programs of built-in commands, which all runners of this JVM share: each is read once. Their
 * bytes are not hashed again, as they come from the same jar as the classes that were compiled from
 * them, which could be changed as well. Thread-safe.
 */
public final class PrebuiltPrograms {

  private static final Logger LOG = LoggerFactory.getLogger(PrebuiltPrograms.class);

  private static final Map<ArtifactId, Shared> PROGRAMS = new ConcurrentHashMap<>();

  private PrebuiltPrograms() {}

  /** A program that is there or on its way; guarded by itself. */
  private static final class Shared {
    private @Nullable Program program;
  }

  /**
   * Gets the programs of built-in commands ready, which takes a tenth of a second in a new process.
   * A failure is left to the call of the command.
   *
   * @param names of commands; those that are not built in are passed over
   */
  public static void prepare(Collection<String> names) {
    Set<ArtifactId> wanted = new HashSet<>();
    for (Command command : BuiltInCommands.load().all()) {
      if (names.contains(command.name())) {
        wanted.add(command.artifact());
      }
    }
    for (ArtifactId id : wanted) {
      try {
        Program unused = get(id);
      } catch (ArtifactIntegrityException | NotAProgramException | RuntimeException e) {
        LOG.debug("The built-in program {} cannot be read", id, e);
      }
    }
  }

  /** The program of a built-in command; null if it was not compiled at build time. */
  static @Nullable Program get(ArtifactId id)
      throws ArtifactIntegrityException, NotAProgramException {
    Shared shared = PROGRAMS.computeIfAbsent(id, first -> new Shared());
    synchronized (shared) {
      if (shared.program == null) {
        Function<Instance, Machine> machines = PrebuiltClasses.find(id);
        shared.program =
            machines == null
                ? null
                : new Program(PrebuiltClasses.parse(BuiltInCommands.load().read(id)), machines);
      }
      return shared.program;
    }
  }
}
