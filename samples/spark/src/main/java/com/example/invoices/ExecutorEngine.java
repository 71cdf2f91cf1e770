package com.example.invoices;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;

/** The engine of a process: all tasks of an executor share its workers and compiled programs. */
final class ExecutorEngine {

  private static Engine engine;

  private ExecutorEngine() {}

  /** Opens it at the first use; it ends with the process. Thread-safe. */
  static synchronized Engine get() {
    if (engine == null) {
      Engine opened = Engine.open(EngineOptions.inMemory());
      Runtime.getRuntime().addShutdownHook(new Thread(opened::close, "close-engine"));
      engine = opened;
    }
    return engine;
  }
}
