package dev.escarole.engine.store.content;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.content.BlockHashes.Hashing;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.output.OutputRejectedException;
import dev.escarole.engine.store.output.OutputStore;
import dev.escarole.engine.store.output.OutputStore.StoredObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The contents that are too large for the database, in an output store. Thread-safe.
 *
 * <p>Each object is written under a key of its own, before the row that names it is committed. So
 * its deletion never concerns a writer of the same content, who has written another object.
 */
public final class OutsideContents implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OutsideContents.class);

  /** Bytes that are read at once, a multiple of a block. */
  private static final int READ = 16 * BlockHashes.BLOCK;

  private static final String MARK = "/escarole-outputs";

  /** Null if everything is kept in the database. */
  private final @Nullable OutputStore store;

  private final long above;

  /** Name of the database's folder. */
  private volatile String folder = "";

  private OutsideContents(@Nullable OutputStore store, long above) {
    this.store = store;
    this.above = above;
  }

  /** Keeps everything in the database. */
  public static OutsideContents none() {
    return new OutsideContents(null, Long.MAX_VALUE);
  }

  /**
   * Keeps large contents in a store, which is closed with this; {@link #use} must be called first.
   *
   * @param above contents with more bytes than this are large
   */
  public static OutsideContents in(OutputStore store, long above) {
    return new OutsideContents(store, above);
  }

  /** Whether there is a store. */
  public boolean isPresent() {
    return store != null;
  }

  /** The store in words. */
  public String place() {
    return store == null ? "none" : store.place();
  }

  /** Whether a content of this size is kept outside. */
  public boolean isLarge(long size) {
    return size > above;
  }

  /** Makes a folder for a database in the store, and returns its name. */
  public String newFolder() {
    String name = UUID.randomUUID().toString();
    call(
        "create a folder",
        to -> {
          to.put(name + MARK, 0, new ByteArrayInputStream(new byte[0]));
          return name;
        });
    return name;
  }

  /** Whether the store has the folder of a database. */
  public boolean hasFolder(String name) {
    return call("look for its mark", from -> from.read(name + MARK, 0, 1)).isPresent();
  }

  /** Begins to use the folder of a database. */
  public void use(String name) {
    folder = name;
  }

  /**
   * Writes an object.
   *
   * @param bytes as many as the size says; not closed
   * @throws OutputsAwayException if the store does not answer
   * @throws StoreException if it will never accept this object
   * @throws IOException if the bytes cannot be read, or are others
   */
  public OutsideContent put(String sha256, long size, InputStream bytes) throws IOException {
    String key = newKey(sha256);
    Hashing hashing = new Hashing(bytes);
    try {
      call(
          "store an output of %,d bytes".formatted(size),
          to -> {
            to.put(key, size, hashing);
            return key;
          });
    } catch (OutputsAwayException e) {
      if (hashing.hasFailed() && e.getCause() instanceof IOException unreadable) {
        throw unreadable;
      }
      throw e;
    }
    if (!hashing.whole().equals(sha256)) {
      delete(List.of(key));
      throw new IOException("it was changed while it was read");
    }
    return new OutsideContent(sha256, size, key, hashing.hashes());
  }

  OutsideContent put(Content content) {
    try {
      return put(content.sha256(), content.size(), content.stream());
    } catch (IOException e) {
      throw new IllegalStateException("BUG: bytes in memory cannot be read", e);
    }
  }

  private String newKey(String sha256) {
    String random = Long.toHexString(UUID.randomUUID().getLeastSignificantBits());
    return folder + "/" + sha256.substring(0, 2) + "/" + sha256 + "-" + random;
  }

  /** The content of an object, by its key in this database's folder; null for other keys. */
  static @Nullable String sha256(String key) {
    String name = key.substring(key.lastIndexOf('/') + 1);
    return name.length() > 64 && name.charAt(64) == '-' ? name.substring(0, 64) : null;
  }

  /**
   * Reads a content.
   *
   * @return empty if there is no such object
   * @throws LostContentException if it is not what was stored
   * @throws OutputsAwayException if the store does not answer, or there is none
   */
  Optional<ByteParts> read(OutsideContent content) {
    List<byte[]> parts = new ArrayList<>();
    long at = 0;
    while (at < content.size()) {
      byte[] part = blocks(content, at, READ);
      if (part == null) {
        return Optional.empty();
      }
      parts.add(part);
      at += part.length;
    }
    return Optional.of(ByteParts.of(parts));
  }

  /** Reads bytes of a content from an offset, as far as it goes, likewise. */
  Optional<byte[]> read(OutsideContent content, long from, int length) {
    long end = Math.min(content.size(), from + length);
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    long at = from;
    while (at < end) {
      long start = at - at % BlockHashes.BLOCK;
      byte[] blocks = blocks(content, start, (int) Math.min(READ, end - start));
      if (blocks == null) {
        return Optional.empty();
      }
      int skipped = (int) (at - start);
      int count = (int) Math.min(blocks.length - skipped, end - at);
      found.write(blocks, skipped, count);
      at += count;
    }
    return Optional.of(found.toByteArray());
  }

  /**
   * Reads whole blocks, and checks them.
   *
   * @param from offset of a block
   * @param least at least so many bytes, unless the content ends before
   * @return null if there is no such object
   */
  private byte @Nullable [] blocks(OutsideContent content, long from, int least) {
    if (store == null) {
      throw OutputsAwayException.without(content);
    }
    long blocks = (least + BlockHashes.BLOCK - 1L) / BlockHashes.BLOCK;
    int length = (int) Math.min(content.size() - from, blocks * BlockHashes.BLOCK);
    byte[] read = call("read an output", of -> of.read(content.key(), from, length)).orElse(null);
    if (read == null) {
      checkFolder();
      return null;
    }
    for (int at = 0; at < length; at += BlockHashes.BLOCK) {
      int end = Math.min(length, at + BlockHashes.BLOCK);
      long number = (from + at) / BlockHashes.BLOCK;
      if (read.length < end
          || !BlockHashes.match(content.hashes(), number, Arrays.copyOfRange(read, at, end))) {
        LostContentException lost = LostContentException.damaged(content, place());
        LOG.warn("{}", lost.getMessage());
        throw lost;
      }
    }
    return read;
  }

  /** Where the whole folder is gone, another directory is probably mounted there. */
  private void checkFolder() {
    if (!hasFolder(folder)) {
      throw OutputsAwayException.at(
          place(), "be recognized", new IOException("it has no " + folder + MARK));
    }
  }

  /** Deletes objects that no row names any more. What cannot be deleted is left to the sweep. */
  public void delete(Collection<String> keys) {
    if (store == null || keys.isEmpty()) {
      return;
    }
    try {
      call(
          "delete outputs",
          from -> {
            from.delete(keys);
            return keys.size();
          });
    } catch (OutputsAwayException e) {
      LOG.warn("{} objects will be deleted within days: {}", keys.size(), e.getMessage());
    }
  }

  /** The objects of this database whose contents begin with this byte, 0 to 255. */
  List<StoredObject> list(int firstByte) {
    String name = folder + "/" + String.format(Locale.ROOT, "%02x", firstByte);
    return call("list outputs", from -> from.list(name));
  }

  private interface Call<T> {
    T on(OutputStore store) throws IOException;
  }

  /** Like work of the database, it is completed; an interrupt takes effect afterwards. */
  private <T> T call(String doing, Call<T> call) {
    if (store == null) {
      throw new IllegalStateException("BUG: there is no output store");
    }
    boolean interrupted = Thread.interrupted();
    try {
      return call.on(store);
    } catch (OutputRejectedException e) {
      throw new StoreException(
          "The output store %s refuses to %s: %s".formatted(place(), doing, e.getMessage()), e);
    } catch (IOException e) {
      throw OutputsAwayException.at(place(), doing, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }
}
