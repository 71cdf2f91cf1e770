package dev.escarole.engine.wasi;

/** The rights of preview 1 that decide anything here, and the sets that descriptors report. */
final class Rights {

  static final long FD_READ = bits(1);
  static final long FD_WRITE = bits(6);

  /** What reading and writing streams need: flags, stat and poll. */
  private static final long STREAM = bits(3, 21, 27);

  static final long INPUT = STREAM | FD_READ;
  static final long OUTPUT = STREAM | FD_WRITE;

  /** Every right but those of sockets. */
  private static final long ALL = (1L << 28) - 1;

  /** Creating, linking, renaming, resizing, touching, removing entries. */
  private static final long CHANGE_ENTRIES = bits(9, 10, 11, 12, 16, 17, 19, 20, 24, 25, 26);

  /** Writing, allocating, resizing, touching, syncing an open file. */
  private static final long CHANGE_FILE = bits(0, 4, 6, 8, 22, 23);

  /** Seeking, telling, advising and everything a stream has. */
  private static final long FILE = STREAM | bits(2, 5, 7);

  private Rights() {}

  static long directory(boolean writable) {
    return writable ? ALL : ALL & ~CHANGE_ENTRIES & ~CHANGE_FILE;
  }

  static long file(boolean readable, boolean writable) {
    return FILE | (readable ? FD_READ : 0) | (writable ? CHANGE_FILE : 0);
  }

  private static long bits(int... numbers) {
    long set = 0;
    for (int number : numbers) {
      set |= 1L << number;
    }
    return set;
  }
}
