package dev.escarole.engine.store.content;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.database.Batch;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/** Writes and reads contents, which are stored in parts. */
public final class ContentRows {

  /**
   * Bytes in a row. H2 keeps rows in memory until written, and arrays of half a MiB or more take up
   * to twice their size on the heap; eight of this size fit into a region of the garbage collector.
   */
  public static final int PART = 127 * 1024;

  /** Maximum bytes per batch, so that a group of large outputs is not in memory twice. */
  private static final long BATCH_BYTES = 4L * 1024 * 1024;

  /** Maximum rows per query: H2 keeps the whole result of a query in memory. */
  private static final int PARTS_AT_ONCE = 32;

  private ContentRows() {}

  /** Writes the contents that are not stored yet, in the connection's transaction. */
  public static void write(Connection connection, Collection<Content> contents)
      throws SQLException {
    if (contents.isEmpty()) {
      return;
    }
    try (Batch batch = Batch.of(connection, ContentSql.INSERT_CONTENT)) {
      long bytes = 0;
      for (Content content : contents) {
        for (int part = 0; part * (long) PART < content.size(); part++) {
          bytes += add(batch, content, part);
          if (bytes >= BATCH_BYTES) {
            batch.send();
            bytes = 0;
          }
        }
      }
      batch.send();
    }
  }

  private static int add(Batch batch, Content content, int part) throws SQLException {
    int from = part * PART;
    int to = (int) Math.min(content.size(), from + (long) PART);
    batch
        .text(content.sha256())
        .number(part)
        .number((long) content.size())
        .bytes(content.parts().range(from, to))
        .add();
    return to - from;
  }

  /**
   * Writes consecutive parts of a content that are not stored yet, in the connection's transaction.
   *
   * @param size of the whole content
   * @param first number of the first part
   * @param parts each of {@value #PART} bytes, but for the last one of the content
   */
  public static void writeParts(
      Connection connection, String sha256, long size, int first, List<byte[]> parts)
      throws SQLException {
    try (Batch batch = Batch.of(connection, ContentSql.INSERT_CONTENT)) {
      int number = first;
      for (byte[] part : parts) {
        batch.text(sha256).number(number++).number(size).bytes(part).add();
      }
      batch.send();
    }
  }

  /** Returns whether all parts of a content are stored. */
  public static boolean isWhole(Connection connection, String sha256, long size)
      throws SQLException {
    try (Batch parts = Batch.of(connection, ContentSql.COUNT_PARTS)) {
      return parts.text(sha256).answer().orElse(0) == (size + PART - 1) / PART;
    }
  }

  /** Returns what is referenced, wherever it is stored. */
  public static Optional<ByteParts> read(Handle handle, ContentRef ref) {
    boolean mayBeInline = ref.event() != 0 && InlineContents.isSmall(ref.bytes());
    return (mayBeInline ? InlineContents.own(handle, ref) : Optional.<ByteParts>empty())
        .or(() -> read(handle, ref.sha256()))
        .or(() -> mayBeInline ? InlineContents.earlier(handle, ref) : Optional.empty());
  }

  /** Returns bytes of what is referenced from an offset, as far as it goes. */
  public static Optional<byte[]> readPart(Handle handle, ContentRef ref, long from, int length) {
    if (InlineContents.isSmall(ref.bytes())) {
      return read(handle, ref)
          .map(
              found -> {
                int start = (int) Math.min(from, found.size());
                int end = (int) Math.min(found.size(), (long) start + length);
                return Arrays.copyOfRange(found.toArray(), start, end);
              });
    }
    return readPart(handle, ref.sha256(), from, length);
  }

  /** Returns the size of what is referenced; empty if it is not stored. */
  public static OptionalLong size(Handle handle, ContentRef ref) {
    if (InlineContents.isSmall(ref.bytes())) {
      return read(handle, ref)
          .map(found -> OptionalLong.of(found.size()))
          .orElseGet(OptionalLong::empty);
    }
    return size(handle, ref.sha256());
  }

  /** Returns the content with this hash; the empty content is never stored. */
  public static Optional<ByteParts> read(Handle handle, String sha256) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return Optional.of(ByteParts.none());
    }
    List<byte[]> arrays = new ArrayList<>();
    List<Piece> pieces = pieces(handle, sha256, 0, PARTS_AT_ONCE - 1);
    boolean found = !pieces.isEmpty();
    while (!pieces.isEmpty()) {
      pieces.forEach(piece -> arrays.add(piece.bytes()));
      int next = arrays.size();
      boolean more = next % PARTS_AT_ONCE == 0;
      pieces = more ? pieces(handle, sha256, next, next + PARTS_AT_ONCE - 1L) : List.of();
    }
    return found ? Optional.of(ByteParts.of(arrays)) : Optional.empty();
  }

  /** Parts of a content by their numbers, inclusive. */
  private static List<Piece> pieces(Handle handle, String sha256, long from, long to) {
    return handle
        .createQuery(ContentSql.CONTENT_PARTS)
        .bind("sha256", sha256)
        .bind("from", from)
        .bind("to", to)
        .map((row, context) -> new Piece(row.getInt("part"), row.getBytes("bytes")))
        .list();
  }

  /** Returns bytes of a content from an offset, as far as it goes. */
  public static Optional<byte[]> readPart(Handle handle, String sha256, long from, int length) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return Optional.of(new byte[0]);
    }
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    pieces(handle, sha256, from / PART, (from + Math.max(0, length - 1L)) / PART)
        .forEach(
            part -> {
              int skipped = (int) Math.max(0, from - part.number() * (long) PART);
              int there = Math.max(0, part.bytes().length - skipped);
              found.write(
                  part.bytes(),
                  Math.min(skipped, part.bytes().length),
                  Math.min(length - found.size(), there));
            });
    return found.size() > 0 || isStored(handle, sha256)
        ? Optional.of(found.toByteArray())
        : Optional.empty();
  }

  /** Returns the size of a content; empty if it is not stored. */
  public static OptionalLong size(Handle handle, String sha256) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return OptionalLong.of(0);
    }
    return handle
        .createQuery(ContentSql.CONTENT_SIZE)
        .bind("sha256", sha256)
        .mapTo(Long.class)
        .findOne()
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  private static boolean isStored(Handle handle, String sha256) {
    return handle.createQuery(ContentSql.IS_CONTENT).bind("sha256", sha256).mapTo(Long.class).one()
        > 0;
  }

  /** One part, by its number. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Piece(int number, byte[] bytes) {}
}
