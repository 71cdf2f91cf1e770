package dev.escarole.engine.store.content;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.run.Content;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Small outputs, which are stored in the rows of the attempts that they are from. */
public final class InlineContents {

  /**
   * Bytes of the largest one. A row of its own costs about 300 bytes and, as its key is random, a
   * change of a page; equal outputs would need only one.
   */
  public static final int MOST_BYTES = 512;

  /** Events of a run have the run's number in the upper half. */
  private static final int RUN = 32;

  private InlineContents() {}

  /** Whether an output of this size is stored with its attempt; the empty one is not stored. */
  public static boolean isSmall(long bytes) {
    return bytes > 0 && bytes <= MOST_BYTES;
  }

  /** The bytes to store with the attempt; null if there are none or too many. */
  public static byte @Nullable [] of(Content content) {
    return isSmall(content.size()) ? content.bytes() : null;
  }

  /** Reads an output of the attempt that the reference names. */
  static Optional<ByteParts> own(Handle handle, ContentRef ref) {
    return handle
        .createQuery(ContentSql.INLINE_OF_ATTEMPT)
        .bind("event", ref.event())
        .map((row, context) -> matching(row, ref.sha256()))
        .findOne()
        .flatMap(found -> found);
  }

  /** Reads an input: it may be an output of an earlier attempt of the same run. */
  static Optional<ByteParts> earlier(Handle handle, ContentRef ref) {
    return handle
        .createQuery(ContentSql.INLINE_OF_RUN)
        .bind("from", ref.event() >> RUN << RUN)
        .bind("to", ref.event())
        .bind("sha256", ref.sha256())
        .map((row, context) -> matching(row, ref.sha256()))
        .findFirst()
        .flatMap(found -> found);
  }

  private static Optional<ByteParts> matching(ResultSet row, String sha256) throws SQLException {
    for (String stream : new String[] {"stdout", "stderr"}) {
      byte[] bytes = row.getBytes(stream + "_inline");
      if (bytes != null && sha256.equals(row.getString(stream + "_sha256"))) {
        return Optional.of(ByteParts.of(bytes));
      }
    }
    return Optional.empty();
  }
}
