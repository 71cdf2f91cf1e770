package dev.escarole.spring;

import dev.escarole.engine.EngineOptions;

/**
 * Changes the options of the engine after the properties. A bean of this type is called before the
 * engine opens; several are called in their order.
 */
@FunctionalInterface
public interface EngineOptionsCustomizer {

  /** Returns the options, or changed ones: {@code options -> options.withLimits(limits)}. */
  EngineOptions customize(EngineOptions options);
}
