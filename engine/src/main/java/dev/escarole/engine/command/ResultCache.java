package dev.escarole.engine.command;

import java.util.Optional;

/**
 * Keeps what successful invocations printed. It may forget anything at any time, but never answers
 * with anything else than what was kept under the key. Thread-safe; never throws.
 */
public interface ResultCache {

  /**
   * What a successful invocation printed.
   *
   * @param stdout the whole of standard output
   * @param stderr the whole of standard error
   */
  record Kept(Output stdout, Output stderr) {
    /** How many bytes both have together. */
    public long size() {
      return (long) stdout.size() + stderr.size();
    }
  }

  /** What was kept under the key, if it is still there. */
  Optional<Kept> find(String key);

  /** Keeps a result under a key. */
  void keep(String key, Kept result);
}
