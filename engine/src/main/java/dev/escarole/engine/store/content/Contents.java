package dev.escarole.engine.store.content;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.store.content.ContentRows.Stored;
import dev.escarole.engine.store.database.Database;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads contents, wherever they are. Thread-safe.
 *
 * <p>Every method throws a {@link dev.escarole.engine.store.database.StoreException} if the
 * database does not answer, an {@link OutputsAwayException} if the output store does not, and a
 * {@link LostContentException} if a content is on record, but missing or damaged in the output
 * store.
 */
public final class Contents {

  private static final Logger LOG = LoggerFactory.getLogger(Contents.class);

  private final Database database;
  private final OutsideContents outside;

  public Contents(Database database, OutsideContents outside) {
    this.database = database;
    this.outside = outside;
  }

  /** Returns the content with this hash. */
  public Optional<ByteParts> read(String sha256) {
    return resolve(
        () -> database.read("read content " + sha256, rows -> ContentRows.read(rows, sha256)),
        Function.identity(),
        outside::read);
  }

  /** Returns what is referenced. */
  public Optional<ByteParts> read(ContentRef ref) {
    return resolve(
        () -> database.read("read content " + ref.sha256(), rows -> ContentRows.read(rows, ref)),
        Function.identity(),
        outside::read);
  }

  /**
   * Returns bytes of what is referenced, as far as it goes.
   *
   * @param from offset of the first byte
   * @param length maximum number of bytes
   */
  public Optional<byte[]> readPart(ContentRef ref, long from, int length) {
    return resolve(
        () ->
            database.read(
                "read content " + ref.sha256(),
                rows -> ContentRows.readPart(rows, ref, from, length)),
        ByteParts::toArray,
        content -> outside.read(content, from, length));
  }

  /** Returns the size of what is referenced, without reading a large one. */
  public OptionalLong size(ContentRef ref) {
    return database.read("measure content " + ref.sha256(), rows -> ContentRows.size(rows, ref));
  }

  private <T> Optional<T> resolve(
      Supplier<Optional<Stored>> rows,
      Function<ByteParts, T> inRows,
      Function<OutsideContent, Optional<T>> reading) {
    OutsideContent missing = null;
    while (true) {
      Stored found = rows.get().orElse(null);
      if (found == null) {
        return Optional.empty();
      }
      OutsideContent content = found.outside();
      if (content == null) {
        return Optional.ofNullable(found.bytes()).map(inRows);
      }
      if (missing != null && missing.key().equals(content.key())) {
        LostContentException lost = LostContentException.missing(content, outside.place());
        LOG.warn("{}", lost.getMessage());
        throw lost;
      }
      Optional<T> read = reading.apply(content);
      if (read.isPresent()) {
        return read;
      }
      // It may have been deleted since its row was read.
      missing = content;
    }
  }
}
