package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Output;
import java.util.List;

/**
 * A program that begins where the initializer of its parent ended.
 *
 * @param bytes the module; shared, not to be changed
 * @param id the hash of the bytes
 * @param parent the hash of the program that was frozen
 * @param initializers the exported functions that ran, in order
 * @param stdout what they wrote
 * @param stderr what they wrote as errors
 * @param fuelUsed what they used
 * @param memoryBytes the memory that an instance begins with
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record FrozenProgram(
    byte[] bytes,
    ArtifactId id,
    ArtifactId parent,
    List<String> initializers,
    Output stdout,
    Output stderr,
    long fuelUsed,
    long memoryBytes) {

  /** Copies the list. */
  public FrozenProgram {
    initializers = List.copyOf(initializers);
  }
}
