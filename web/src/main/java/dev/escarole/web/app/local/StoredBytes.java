package dev.escarole.web.app.local;

import dev.escarole.engine.store.RunRecords;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.OutputBytes;
import java.io.InputStream;

/** Bytes in the store, read piece by piece. */
record StoredBytes(RunRecords records, String sha256, long size, String fileName, boolean settled)
    implements OutputBytes {

  /**
   * The bytes of a SHA-256.
   *
   * @throws RefusedException if they are not stored
   */
  static StoredBytes of(RunRecords records, String sha256, String fileName, boolean settled) {
    long size =
        records
            .contentSize(sha256)
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusalCode.NOT_KEPT,
                        "these bytes are not stored",
                        "The text of a join is put together from its branches and stored only as"
                            + " their outputs."));
    return new StoredBytes(records, sha256, size, fileName, settled);
  }

  @Override
  public InputStream open(long from, long end) {
    return new StoredStream(records, sha256, from, end);
  }
}
