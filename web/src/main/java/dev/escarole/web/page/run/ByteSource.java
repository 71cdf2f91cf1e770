package dev.escarole.web.page.run;

import java.util.Arrays;

/** Bytes of which parts can be read. */
interface ByteSource {

  long size();

  /**
   * Some bytes; fewer at the end.
   *
   * @param from 0 or more; beyond the end there is nothing
   */
  byte[] part(long from, int length);

  /** Bytes in memory. */
  static ByteSource of(byte[] bytes) {
    return new ByteSource() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public byte[] part(long from, int length) {
        int start = (int) Math.min(from, bytes.length);
        return Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + length));
      }
    };
  }
}
