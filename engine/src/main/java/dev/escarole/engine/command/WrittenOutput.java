package dev.escarole.engine.command;

/**
 * What a guest has written to one of its outputs so far, for others to look at while it runs. It
 * only ever grows. Safe for use by many threads.
 */
public interface WrittenOutput {

  /** An output that nothing was written to. */
  WrittenOutput NOTHING =
      new WrittenOutput() {
        @Override
        public long size() {
          return 0;
        }

        @Override
        public byte[] part(long from, int length) {
          return new byte[0];
        }
      };

  /** How many bytes were written so far. */
  long size();

  /**
   * A copy of bytes from a place on, as far as they are written.
   *
   * @param from where the part begins, 0 or later; from the end on it is empty
   * @param length how many bytes at most
   */
  byte[] part(long from, int length);
}
