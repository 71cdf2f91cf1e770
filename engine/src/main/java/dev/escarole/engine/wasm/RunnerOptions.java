package dev.escarole.engine.wasm;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link WasmRunner}. Immutable.
 *
 * @param quota limits of each invocation on the host's file system
 * @param clocks the clocks of guests; limits always use this machine's own
 * @param memory the limit on the memory of all invocations
 * @param compiled cache of compiled programs; null for none
 * @param limits limits on programs to compile
 * @param reserved directories that no guest reaches, whatever its grants; none by default
 * @param code how programs run that are not built in, asked whenever one is started; compiled by
 *     default
 */
public record RunnerOptions(
    FileQuota quota,
    Clocks clocks,
    MemoryBudget memory,
    @Nullable CompiledFiles compiled,
    CompileLimits limits,
    ReservedPlaces reserved,
    Supplier<ProgramCode> code) {

  /**
   * Default quota, this machine's clocks, the memory budget of this JVM, no cache, default limits.
   */
  public static RunnerOptions defaults() {
    return new RunnerOptions(
        FileQuota.defaults(),
        Clocks.system(),
        MemoryBudget.ofThisJvm(),
        null,
        CompileLimits.standard(),
        ReservedPlaces.NONE,
        always(ProgramCode.COMPILED));
  }

  /** One way to run programs, which never changes. */
  public static Supplier<ProgramCode> always(ProgramCode code) {
    return () -> code;
  }

  /** These options with another way to run programs that are not built in. */
  public RunnerOptions withCode(ProgramCode other) {
    return withCode(always(other));
  }

  /** These options with a way to run programs that are not built in which may change. */
  public RunnerOptions withCode(Supplier<ProgramCode> other) {
    return new RunnerOptions(quota, clocks, memory, compiled, limits, reserved, other);
  }

  /** These options with other places that no guest reaches. */
  public RunnerOptions withReserved(ReservedPlaces places) {
    return new RunnerOptions(quota, clocks, memory, compiled, limits, places, code);
  }
}
