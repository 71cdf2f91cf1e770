package dev.escarole.engine.catalog;

/** Receives the progress of downloads; called often, on the thread that fetches. */
@FunctionalInterface
public interface FetchProgress {

  /** Says nothing. */
  FetchProgress NONE = (what, bytes, of) -> {};

  /**
   * Bytes of a file have arrived.
   *
   * @param what names the file
   * @param bytes number so far
   * @param of size of the file; -1 if the server did not say
   */
  void fetched(String what, long bytes, long of);
}
