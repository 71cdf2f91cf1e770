package dev.escarole.engine.command;

import java.util.Optional;

/**
 * Cache of the outputs of successful invocations. It may evict entries at any time. Thread-safe;
 * never throws.
 */
public interface ResultCache {

  /**
   * Outputs of a successful invocation.
   *
   * @param stdout the whole of standard output
   * @param stderr the whole of standard error
   */
  record Kept(Output stdout, Output stderr) {
    /** Their total size in bytes. */
    public long size() {
      return (long) stdout.size() + stderr.size();
    }
  }

  /** Returns the cached result, if there is one. */
  Optional<Kept> find(String key);

  /** Caches a result. */
  void keep(String key, Kept result);
}
