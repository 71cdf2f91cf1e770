package dev.escarole.engine.store.output;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A place for large outputs that every node can read, such as a directory or a bucket. Objects are
 * written once, under keys that are never used again, and read in parts. Implementations are
 * thread-safe.
 *
 * <p>An {@link IOException} means that the same call may succeed later: the place is unreachable,
 * full or busy. A call ends in bounded time.
 */
public interface OutputStore extends AutoCloseable {

  /** The place in words, without secrets. */
  String place();

  /**
   * Writes an object. On return it survives a crash of this machine; before that, readers do not
   * see it.
   *
   * @param key of parts that consist of lower-case letters, digits and hyphens, separated by
   *     slashes
   * @param size number of bytes
   * @param bytes exactly as many; failures of this stream are passed on. It is not closed
   * @throws OutputRejectedException if the store will never accept this object
   */
  void put(String key, long size, InputStream bytes) throws IOException;

  /**
   * Reads bytes of an object.
   *
   * @param from offset of the first byte
   * @param length how many bytes; fewer are returned only at the end of the object
   * @return empty if there is no such object
   */
  Optional<byte[]> read(String key, long from, int length) throws IOException;

  /** Deletes objects; missing ones are ignored. */
  void delete(Collection<String> keys) throws IOException;

  /**
   * Returns the objects in a folder, in no particular order.
   *
   * @param folder the beginning of their keys up to the last slash
   */
  List<StoredObject> list(String folder) throws IOException;

  @Override
  void close();

  /**
   * An object. Immutable.
   *
   * @param storedAt when it was written, by the clock of the store
   */
  record StoredObject(String key, long size, Instant storedAt) {}
}
