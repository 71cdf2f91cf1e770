package dev.escarole.engine.wasi;

/**
 * What one invocation may take of the host's file system. Immutable.
 *
 * @param descriptors how many descriptors may be open at once, the three standard ones and the
 *     granted directories included: 128 to 65,536, default 256
 * @param listedEntries how many entries a directory may have that the guest reads, a longer one
 *     cannot be read: default 65,536
 * @param readEntries how many entries of directories it may read in all: default 4,194,304
 * @param createdEntries how many files, directories and links it may create: default 65,536
 * @param fileBytes how large a file may become by its doing: default 1 GiB
 * @param writtenBytes how much all its writes and enlargements may come to: default 1 GiB
 */
public record FileQuota(
    int descriptors,
    int listedEntries,
    int readEntries,
    int createdEntries,
    long fileBytes,
    long writtenBytes) {

  private static final FileQuota DEFAULTS =
      new FileQuota(256, 65_536, 1 << 22, 65_536, 1L << 30, 1L << 30);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public FileQuota {
    if (descriptors < 128 || descriptors > 65_536) {
      throw new IllegalArgumentException(
          "FileQuota.descriptors must be 128..65536 (default 256), was " + descriptors);
    }
    check("listedEntries", listedEntries);
    check("readEntries", readEntries);
    check("createdEntries", createdEntries);
    check("fileBytes", fileBytes);
    check("writtenBytes", writtenBytes);
  }

  /** Returns the quota that holds when the operator sets none. */
  public static FileQuota defaults() {
    return DEFAULTS;
  }

  private static void check(String field, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("FileQuota." + field + " must be 0 or more, was " + value);
    }
  }
}
