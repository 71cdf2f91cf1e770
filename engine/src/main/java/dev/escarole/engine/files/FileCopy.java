package dev.escarole.engine.files;

import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.store.RunFiles.FileBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copy of a file that may change, with its SHA-256: in memory if it is small, else in a private
 * file that is deleted when this is closed. Confined to one thread.
 */
final class FileCopy implements FileBytes, AutoCloseable {

  /** Larger ones are copied to a file. */
  private static final int MOST_IN_MEMORY = 4 << 20;

  private static final int BUFFER = 1 << 16;

  private final byte[] bytes;
  private final @Nullable Path file;
  private final long size;
  private final String sha256;

  private FileCopy(byte[] bytes, @Nullable Path file, long size, String sha256) {
    this.bytes = bytes;
    this.file = file;
    this.size = size;
    this.sha256 = sha256;
  }

  /**
   * Copies a stream.
   *
   * @param most one byte more than this is read at most
   * @param file the name of the private file, which is created if needed
   * @throws IOException if it cannot be read or written
   */
  static FileCopy of(InputStream in, long most, Path file) throws IOException {
    MessageDigest digest = digest();
    byte[] first = in.readNBytes((int) Math.min(MOST_IN_MEMORY + 1L, most + 1));
    digest.update(first);
    if (first.length <= MOST_IN_MEMORY || first.length > most) {
      return new FileCopy(first, null, first.length, HexFormat.of().formatHex(digest.digest()));
    }
    try {
      long size = copied(first, in, most, file, digest);
      return new FileCopy(new byte[0], file, size, HexFormat.of().formatHex(digest.digest()));
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private static long copied(
      byte[] first, InputStream in, long most, Path file, MessageDigest digest) throws IOException {
    // Left behind by a crash, perhaps.
    Files.deleteIfExists(file);
    try (FileChannel channel =
            PrivateFiles.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        OutputStream out = Channels.newOutputStream(channel)) {
      out.write(first);
      long size = first.length;
      byte[] buffer = new byte[BUFFER];
      int read = in.read(buffer);
      while (read >= 0 && size <= most) {
        out.write(buffer, 0, read);
        digest.update(buffer, 0, read);
        size += read;
        read = in.read(buffer);
      }
      return size;
    }
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public String sha256() {
    return sha256;
  }

  @Override
  public InputStream open() throws IOException {
    return file == null ? new ByteArrayInputStream(bytes) : Files.newInputStream(file);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }
}
