package dev.escarole.engine;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.SlowFunctions;
import dev.escarole.engine.wasm.ProgramCheck;
import java.util.Optional;

/**
 * Facts about a command's program. Immutable.
 *
 * @param bytes its size
 * @param callsCommands whether it runs other commands, which requires the capability {@code exec}
 * @param slow its functions that are interpreted, as far as is known
 */
public record ProgramFacts(long bytes, boolean callsCommands, SlowFunctions slow) {

  static ProgramFacts of(ArtifactId id, byte[] program) {
    return new ProgramFacts(
        program.length,
        ProgramCheck.callsCommands(program),
        ProgramCheck.slowFunctions(id, program, HostSettings.runner()));
  }

  /**
   * Returns the functions of a command's program that are interpreted, without reading it; empty
   * unless it was compiled by this user and that is still known.
   */
  public static Optional<SlowFunctions> slowOnceCompiled(Command command) {
    return ProgramCheck.compiledSlowFunctions(command.artifact(), HostSettings.runner());
  }
}
