package dev.escarole.web.app.local.output;

import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.content.LostContentException;
import dev.escarole.web.app.setup.EngineFailures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * Stored bytes, read piece by piece, so that a large output is never in memory as a whole. Confined
 * to one thread.
 */
public final class StoredStream extends InputStream {

  private static final int PIECE = 1 << 20;

  private final RunRecords records;
  private final ContentRef content;
  private final long end;
  private long at;
  private byte[] piece = new byte[0];
  private long pieceAt;

  /**
   * @param from the first byte to read
   * @param end the byte after the last one
   */
  public StoredStream(RunRecords records, ContentRef content, long from, long end) {
    this.records = records;
    this.content = content;
    this.at = from;
    this.end = end;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (at >= end) {
      return -1;
    }
    if (at < pieceAt || at >= pieceAt + piece.length) {
      readPiece();
    }
    int inPiece = (int) (at - pieceAt);
    int count = Math.min(length, piece.length - inPiece);
    System.arraycopy(piece, inPiece, target, offset, count);
    at += count;
    return count;
  }

  private void readPiece() throws IOException {
    pieceAt = at;
    int wanted = (int) Math.min(PIECE, end - at);
    try {
      piece = records.contentPart(content, at, wanted).orElse(new byte[0]);
    } catch (LostContentException e) {
      throw EngineFailures.lost(e);
    }
    if (piece.length == 0) {
      throw new IOException("the store has lost the content " + content.sha256());
    }
  }

  /**
   * Reads the first piece, so that bytes which cannot be read are refused before an answer begins.
   */
  public StoredStream begun() {
    try {
      if (at < end) {
        readPiece();
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long skip(long count) {
    long skipped = Math.max(0, Math.min(count, end - at));
    at += skipped;
    return skipped;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, end - at);
  }
}
