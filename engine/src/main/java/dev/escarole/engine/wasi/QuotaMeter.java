package dev.escarole.engine.wasi;

/** Counts what one invocation takes of its quota. Confined to the guest's thread. */
final class QuotaMeter {

  private final FileQuota quota;
  private int created;
  private long written;

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
