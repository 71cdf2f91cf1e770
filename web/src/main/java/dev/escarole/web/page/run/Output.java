package dev.escarole.web.page.run;

import dev.escarole.engine.store.RunReports;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Stored bytes, read piece by piece as they are asked for, so that nobody holds the whole of a
 * large output. Confined to one thread.
 */
final class Output extends InputStream implements ByteSource {

  private static final int PIECE = 1 << 20;

  private final RunReports reports;
  private final String sha256;
  private final long size;
  private final long end;
  private long at;
  private byte[] piece = new byte[0];
  private long pieceAt;

  /** All of it. */
  Output(RunReports reports, String sha256, long size) {
    this.reports = reports;
    this.sha256 = sha256;
    this.size = size;
    this.end = size;
  }

  private Output(Output whole, long from, long end) {
    this.reports = whole.reports;
    this.sha256 = whole.sha256;
    this.size = whole.size;
    this.at = from;
    this.end = end;
  }

  /** The same, of which only these bytes are read as a stream. */
  Output between(long from, long to) {
    return new Output(this, from, to);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public byte[] part(long from, int length) {
    long start = Math.max(0, Math.min(from, size));
    return reports.contentPart(sha256, start, length).orElse(new byte[0]);
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
      pieceAt = at;
      piece = part(at, (int) Math.min(PIECE, end - at));
      if (piece.length == 0) {
        throw new IOException("the store has lost the content " + sha256);
      }
    }
    int inPiece = (int) (at - pieceAt);
    int count = Math.min(length, piece.length - inPiece);
    System.arraycopy(piece, inPiece, target, offset, count);
    at += count;
    return count;
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
