package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;

/**
 * Limits of one invocation on the host's file system. Immutable.
 *
 * @param descriptors maximum number of open descriptors, including the three standard streams and
 *     the granted directories: 128 to 65,536, default 256
 * @param listedEntries maximum number of entries of a directory that the guest lists: default
 *     65,536
 * @param readEntries maximum total number of directory entries that it lists: default 4,194,304
 * @param createdEntries maximum number of files, directories and links that it creates: default
 *     65,536
 * @param fileBytes maximum size of a file that it writes: default 1 GiB
 * @param writtenBytes maximum total bytes of its writes and file extensions: default 1 GiB
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

  /** Returns the default quota. */
  public static FileQuota defaults() {
    return DEFAULTS;
  }

  private static void check(String field, long value) {
    if (value < 0) {
      throw new IllegalArgumentException("FileQuota." + field + " must be 0 or more, was " + value);
    }
  }

  /** Counts one invocation's use of its quota. Confined to the guest's thread. */
  static final class QuotaMeter {

    /** Maximum number of full-size listings in memory. */
    private static final int HELD_LISTINGS = 4;

    private final FileQuota quota;
    private int created;
    private long written;
    private long listed;
    private long held;

    QuotaMeter(FileQuota quota) {
      this.quota = quota;
    }

    FileQuota quota() {
      return quota;
    }

    void chargeEntry() throws WasiFailure {
      if (created >= quota.createdEntries()) {
        throw Errno.DQUOT.failure();
      }
      created++;
    }

    /** Counts a directory listing, which stays in memory until {@link #forgetListing}. */
    void chargeListing(int entries) throws WasiFailure {
      if (entries > quota.listedEntries() || entries > quota.readEntries() - listed) {
        throw Errno.DQUOT.failure();
      }
      listed += entries;
      if (entries > (long) HELD_LISTINGS * quota.listedEntries() - held) {
        throw Errno.NOMEM.failure();
      }
      held += entries;
    }

    void forgetListing(int entries) {
      held -= entries;
    }

    /**
     * Counts a write of {@code length} bytes at {@code offset} into a file of {@code size} bytes.
     */
    void chargeWrite(long offset, long length, long size) throws WasiFailure {
      long end = offset + length;
      if (end < 0 || end > quota.fileBytes()) {
        throw Errno.FBIG.failure();
      }
      charge(Math.max(length, end - size));
    }

    void chargeResize(long newSize, long size) throws WasiFailure {
      if (newSize > quota.fileBytes()) {
        throw Errno.FBIG.failure();
      }
      charge(Math.max(0, newSize - size));
    }

    private void charge(long bytes) throws WasiFailure {
      if (bytes > quota.writtenBytes() - written) {
        throw Errno.DQUOT.failure();
      }
      written += bytes;
    }
  }
}
