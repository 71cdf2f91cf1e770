package dev.escarole.web.app.output;

import java.io.InputStream;

/** Bytes that a run read or wrote, opened where they are wanted. Immutable. */
public interface OutputBytes {

  /** How many there are. */
  long size();

  /** Names them. */
  String sha256();

  /** What a browser calls the file. */
  String fileName();

  /** Whether the question means these bytes for ever. */
  boolean settled();

  /**
   * Reads them, a piece at a time.
   *
   * @param from the first byte
   * @param end the byte after the last one
   */
  InputStream open(long from, long end);
}
