package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link WasmRunner} is set up. Immutable; each {@code with} method gives a changed copy.
 *
 * @param quota what each invocation may take of the host's file system
 * @param clocks tell the time to guests; limits always go by this machine's own
 * @param memory what all invocations together may take of the host's memory
 * @param compiled keeps compiled programs for the next process; null to keep none
 * @param limits what programs may have at most to be compiled
 * @param reserved what no guest reaches, whatever its invocation grants; nothing, unless set
 */
public record RunnerOptions(
    FileQuota quota,
    Clocks clocks,
    MemoryBudget memory,
    @Nullable CompiledFiles compiled,
    CompileLimits limits,
    ReservedPlaces reserved) {

  /**
   * Default quota, this machine's clocks, the memory budget of this JVM, nothing kept, standard
   * limits.
   */
  public static RunnerOptions defaults() {
    return new RunnerOptions(
        FileQuota.defaults(),
        Clocks.system(),
        MemoryBudget.ofThisJvm(),
        null,
        CompileLimits.standard(),
        ReservedPlaces.NONE);
  }

  public RunnerOptions withQuota(FileQuota newQuota) {
    return new RunnerOptions(newQuota, clocks, memory, compiled, limits, reserved);
  }

  public RunnerOptions withClocks(Clocks newClocks) {
    return new RunnerOptions(quota, newClocks, memory, compiled, limits, reserved);
  }

  public RunnerOptions withMemory(MemoryBudget budget) {
    return new RunnerOptions(quota, clocks, budget, compiled, limits, reserved);
  }

  public RunnerOptions withCompiled(CompiledFiles files) {
    return new RunnerOptions(quota, clocks, memory, files, limits, reserved);
  }

  public RunnerOptions withLimits(CompileLimits newLimits) {
    return new RunnerOptions(quota, clocks, memory, compiled, newLimits, reserved);
  }

  public RunnerOptions withReserved(ReservedPlaces places) {
    return new RunnerOptions(quota, clocks, memory, compiled, limits, places);
  }
}
