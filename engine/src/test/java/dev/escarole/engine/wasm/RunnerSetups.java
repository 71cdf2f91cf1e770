package dev.escarole.engine.wasm;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;

/** The options of a runner with some that are not the default ones. */
final class RunnerSetups {

  private RunnerSetups() {}

  static RunnerOptions with(FileQuota quota, Clocks clocks) {
    RunnerOptions usual = RunnerOptions.defaults();
    return new RunnerOptions(
        quota,
        clocks,
        usual.memory(),
        null,
        usual.limits(),
        ReservedPlaces.NONE,
        RunnerOptions.always(ProgramCode.COMPILED));
  }

  static RunnerOptions with(MemoryBudget memory, CompileLimits limits) {
    return new RunnerOptions(
        FileQuota.defaults(),
        Clocks.system(),
        memory,
        null,
        limits,
        ReservedPlaces.NONE,
        RunnerOptions.always(ProgramCode.COMPILED));
  }

  static RunnerOptions with(MemoryBudget memory) {
    return with(memory, CompileLimits.standard());
  }

  static RunnerOptions with(CompiledFiles compiled) {
    RunnerOptions usual = RunnerOptions.defaults();
    return new RunnerOptions(
        usual.quota(),
        usual.clocks(),
        usual.memory(),
        compiled,
        usual.limits(),
        ReservedPlaces.NONE,
        RunnerOptions.always(ProgramCode.COMPILED));
  }
}
