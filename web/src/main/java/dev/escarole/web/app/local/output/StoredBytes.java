package dev.escarole.web.app.local.output;

import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import java.io.InputStream;

/** Bytes in the store, read piece by piece. */
public record StoredBytes(
    RunRecords records, ContentRef content, long size, String fileName, boolean settled)
    implements OutputBytes {

  /**
   * The bytes of a reference.
   *
   * @throws RefusedException if they are not stored
   */
  public static StoredBytes of(
      RunRecords records, ContentRef content, String fileName, boolean settled) {
    long size =
        records
            .contentSize(content)
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusalCode.NOT_KEPT,
                        "these bytes are not stored",
                        "The text of a join is put together from its branches and stored only as"
                            + " their outputs."));
    return new StoredBytes(records, content, size, fileName, settled);
  }

  @Override
  public String sha256() {
    return content.sha256();
  }

  @Override
  public InputStream open(long from, long end) {
    return new StoredStream(records, content, from, end).begun();
  }
}
