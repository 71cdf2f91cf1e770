package dev.escarole.engine.wasi;

/** Counts what one invocation takes of its quota. Confined to the guest's thread. */
final class QuotaMeter {

  /** How many of the longest listings may be in memory at once. */
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

  /** Counts one more file, directory or link. */
  void chargeEntry() throws WasiFailure {
    if (created >= quota.createdEntries()) {
      throw Errno.DQUOT.failure();
    }
    created++;
  }

  /**
   * Counts the entries of a directory that the guest begins to read, which are kept in memory until
   * {@link #forgetListing}.
   */
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

  /** A listing is not kept in memory any more. */
  void forgetListing(int entries) {
    held -= entries;
  }

  /** Counts a write of {@code length} bytes at {@code offset} into a file of {@code size} bytes. */
  void chargeWrite(long offset, long length, long size) throws WasiFailure {
    long end = offset + length;
    if (end < 0 || end > quota.fileBytes()) {
      throw Errno.FBIG.failure();
    }
    charge(Math.max(length, end - size));
  }

  /** Counts a change of a file's size. */
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
