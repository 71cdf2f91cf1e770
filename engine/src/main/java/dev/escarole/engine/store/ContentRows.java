package dev.escarole.engine.store;

import dev.escarole.engine.run.Content;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/** Writes and reads contents, which are kept in parts. */
final class ContentRows {

  /** H2 takes up to 1 MiB inline. */
  private static final int PART = 512 * 1024;

  /** Bytes that one batch sends at most, so that a group of large outputs is not held twice. */
  private static final long BATCH_BYTES = 4L * 1024 * 1024;

  private ContentRows() {}

  /** Writes what is not there yet; within the connection's transaction. */
  static void write(Connection connection, Collection<Content> contents) throws SQLException {
    if (contents.isEmpty()) {
      return;
    }
    try (Batch batch = Batch.of(connection, Sql.INSERT_CONTENT)) {
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
    boolean whole = to - from == content.size();
    batch
        .text(content.sha256())
        .number(part)
        .number((long) content.size())
        .bytes(whole ? content.bytes() : Arrays.copyOfRange(content.bytes(), from, to))
        .add();
    return to - from;
  }

  /** The content of this hash; the empty one is known without being stored. */
  static Optional<byte[]> read(Handle handle, String sha256) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return Optional.of(new byte[0]);
    }
    List<Part> parts =
        handle
            .createQuery(Sql.CONTENT)
            .bind("sha256", sha256)
            .map((row, context) -> new Part(row.getInt("size"), row.getBytes("bytes")))
            .list();
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(parts.size() == 1 ? parts.get(0).bytes : joined(parts));
  }

  /** Bytes of a content from a place on, as far as it goes. */
  static Optional<byte[]> readPart(Handle handle, String sha256, long from, int length) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return Optional.of(new byte[0]);
    }
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    handle
        .createQuery(Sql.CONTENT_PARTS)
        .bind("sha256", sha256)
        .bind("from", from / PART)
        .bind("to", (from + Math.max(0, length - 1L)) / PART)
        .map((row, context) -> new Piece(row.getInt("part"), row.getBytes("bytes")))
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

  /** How many bytes a content has; empty if it is not stored. */
  static OptionalLong size(Handle handle, String sha256) {
    if (sha256.equals(Content.EMPTY.sha256())) {
      return OptionalLong.of(0);
    }
    return handle
        .createQuery(Sql.CONTENT_SIZE)
        .bind("sha256", sha256)
        .mapTo(Long.class)
        .findOne()
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  private static boolean isStored(Handle handle, String sha256) {
    return handle.createQuery(Sql.IS_CONTENT).bind("sha256", sha256).mapTo(Long.class).one() > 0;
  }

  private static byte[] joined(List<Part> parts) {
    byte[] whole = new byte[parts.get(0).size];
    int at = 0;
    for (Part part : parts) {
      System.arraycopy(part.bytes, 0, whole, at, part.bytes.length);
      at += part.bytes.length;
    }
    return whole;
  }

  /** One part, by its number. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Piece(int number, byte[] bytes) {}

  /** One row. */
  private static final class Part {
    final int size;
    final byte[] bytes;

    Part(int size, byte[] bytes) {
      this.size = size;
      this.bytes = bytes;
    }
  }
}
