package dev.escarole.engine.store.content;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.database.Batch;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Rows of contents, which are stored in parts, or name an object outside of the database. */
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

  /** Tries to change a row that others change. */
  private static final int MOST_TRIES = 10;

  /** Stands for the number of parts of a content outside. */
  private static final long OUTSIDE = -1;

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

  /**
   * Inserts a content that is kept outside, unless it is stored, in the connection's transaction.
   */
  public static void writeOutside(Connection connection, OutsideContent content)
      throws SQLException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      if (isWhole(connection, content.sha256(), content.size())
          || change(connection, ContentSql.REPLACE_OUTSIDE, content)
          || change(connection, ContentSql.INSERT_OUTSIDE, content)) {
        return;
      }
    }
    throw new SQLTransientException("content " + content.sha256() + " is changed by others");
  }

  private static boolean change(Connection connection, String sql, OutsideContent content)
      throws SQLException {
    try (Batch batch = Batch.of(connection, sql)) {
      return batch
              .number(content.size())
              .bytes(content.hashes())
              .text(content.key())
              .text(content.sha256())
              .change()
          > 0;
    }
  }

  /** Returns whether all of a content is stored. */
  public static boolean isWhole(Connection connection, String sha256, long size)
      throws SQLException {
    try (Batch parts = Batch.of(connection, ContentSql.COUNT_PARTS)) {
      long count = parts.text(sha256).answer().orElse(0);
      return count == OUTSIDE || count == (size + PART - 1) / PART;
    }
  }

  /**
   * Bytes of a content, or where they are.
   *
   * @param bytes null if they are outside
   */
  record Stored(@Nullable ByteParts bytes, @Nullable OutsideContent outside) {
    static Stored inRows(ByteParts bytes) {
      return new Stored(bytes, null);
    }
  }

  /** Returns what is referenced, wherever it is stored. */
  static Optional<Stored> read(Handle handle, ContentRef ref) {
    boolean mayBeInline = ref.event() != 0 && InlineContents.isSmall(ref.bytes());
    return (mayBeInline ? InlineContents.own(handle, ref) : Optional.<ByteParts>empty())
        .map(Stored::inRows)
        .or(() -> read(handle, ref.sha256()))
        .or(
            () ->
                mayBeInline
                    ? InlineContents.earlier(handle, ref).map(Stored::inRows)
                    : Optional.empty());
  }

  /** Returns bytes of what is referenced from an offset, as far as it goes, or where it is. */
  static Optional<Stored> readPart(Handle handle, ContentRef ref, long from, int length) {
    if (InlineContents.isSmall(ref.bytes())) {
      return read(handle, ref).map(found -> part(found, from, length));
    }
    return readPart(handle, ref.sha256(), from, length);
  }

  private static Stored part(Stored found, long from, int length) {
    ByteParts bytes = found.bytes();
    if (bytes == null) {
      return found;
    }
    int start = (int) Math.min(from, bytes.size());
    int end = (int) Math.min(bytes.size(), (long) start + length);
    return Stored.inRows(ByteParts.of(Arrays.copyOfRange(bytes.toArray(), start, end)));
  }

  /** Returns the size of what is referenced; empty if it is not stored. */
  static OptionalLong size(Handle handle, ContentRef ref) {
    if (InlineContents.isSmall(ref.bytes())) {
      return read(handle, ref)
          .map(found -> OptionalLong.of(size(found)))
          .orElseGet(OptionalLong::empty);
    }
    return size(handle, ref.sha256());
  }

  private static long size(Stored found) {
    OutsideContent outside = found.outside();
    ByteParts bytes = found.bytes();
    return outside != null ? outside.size() : bytes == null ? 0 : bytes.size();
  }

  /** Returns the content with this hash; the empty content is never stored. */
  static Optional<Stored> read(Handle handle, String sha256) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return Optional.of(Stored.inRows(ByteParts.none()));
    }
    List<byte[]> arrays = new ArrayList<>();
    List<Piece> pieces = pieces(handle, sha256, 0, PARTS_AT_ONCE - 1);
    boolean found = !pieces.isEmpty();
    if (found && pieces.get(0).isOutside()) {
      return Optional.of(new Stored(null, pieces.get(0).outside(sha256)));
    }
    while (!pieces.isEmpty()) {
      pieces.forEach(piece -> arrays.add(piece.bytes()));
      int next = arrays.size();
      boolean more = next % PARTS_AT_ONCE == 0;
      pieces = more ? pieces(handle, sha256, next, next + PARTS_AT_ONCE - 1L) : List.of();
    }
    return found ? Optional.of(Stored.inRows(ByteParts.of(arrays))) : Optional.empty();
  }

  /** Parts of a content by their numbers, inclusive. */
  private static List<Piece> pieces(Handle handle, String sha256, long from, long to) {
    return handle
        .createQuery(ContentSql.CONTENT_PARTS)
        .bind("sha256", sha256)
        .bind("from", from)
        .bind("to", to)
        .map((row, context) -> Piece.of(row))
        .list();
  }

  /** Returns bytes of a content from an offset, as far as it goes, or where it is. */
  private static Optional<Stored> readPart(Handle handle, String sha256, long from, int length) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return Optional.of(Stored.inRows(ByteParts.none()));
    }
    Piece head = head(handle, sha256).orElse(null);
    if (head == null || head.isOutside()) {
      return Optional.ofNullable(head).map(piece -> new Stored(null, piece.outside(sha256)));
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
    return Optional.of(Stored.inRows(ByteParts.of(found.toByteArray())));
  }

  private static Optional<Piece> head(Handle handle, String sha256) {
    return handle
        .createQuery(ContentSql.CONTENT_HEAD)
        .bind("sha256", sha256)
        .map((row, context) -> Piece.of(row))
        .findOne();
  }

  /** Returns the size of a content; empty if it is not stored. */
  private static OptionalLong size(Handle handle, String sha256) {
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

  /**
   * One part, by its number.
   *
   * @param key of the object with the content, whose hashes are the bytes; null for a part
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Piece(int number, byte[] bytes, long size, @Nullable String key) {

    static Piece of(ResultSet row) throws SQLException {
      byte[] bytes = row.getBytes("bytes");
      return new Piece(
          row.getInt("part"),
          bytes == null ? new byte[0] : bytes,
          row.getLong("size"),
          row.getString("object"));
    }

    boolean isOutside() {
      return key != null;
    }

    OutsideContent outside(String sha256) {
      return new OutsideContent(sha256, size, Objects.requireNonNull(key), bytes);
    }
  }
}
