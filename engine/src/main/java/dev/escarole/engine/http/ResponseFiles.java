package dev.escarole.engine.http;

import dev.escarole.engine.command.PrivateFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kept responses, each in a file of its own. The least recently used ones are removed when there
 * are too many. Nothing is written until a response is kept. Thread-safe; several processes may use
 * one directory.
 */
final class ResponseFiles {

  /** Upper limit of all files together. */
  static final long MOST_BYTES = 64L << 20;

  /** Upper limit of files. */
  static final int MOST_FILES = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(ResponseFiles.class);
  private static final String DIRECTORY = "http-cache";
  private static final String SUFFIX = ".response";
  private static final String TEMPORARY = ".tmp";
  private static final int HASH_BYTES = 32;

  private final @Nullable Path data;
  private final InstantSource clock;

  /**
   * @param data the data directory; responses are not kept if it is null or missing
   */
  ResponseFiles(@Nullable Path data, InstantSource clock) {
    this.data = data;
    this.clock = clock;
  }

  /**
   * A kept response.
   *
   * @param etag its validator; empty for none
   * @param modified its other validator, the date of its last change; empty for none
   * @param head status line and headers
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Kept(String etag, String modified, String head, byte[] body) {}

  private @Nullable Path directory() {
    return data == null || !Files.isDirectory(data) ? null : data.resolve(DIRECTORY);
  }

  /**
   * Finds a response.
   *
   * @param key identifies the request
   * @return null if there is none, or its file is damaged
   */
  @Nullable Kept find(String key) {
    Path directory = directory();
    if (directory == null) {
      return null;
    }
    Path file = directory.resolve(name(key));
    try {
      byte[] all = Files.readAllBytes(file);
      ByteArrayInputStream content = new ByteArrayInputStream(all);
      byte[] hash = content.readNBytes(HASH_BYTES);
      byte[] rest = content.readAllBytes();
      if (!MessageDigest.isEqual(hash, sha256(rest))) {
        Files.deleteIfExists(file);
        return null;
      }
      Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
      return decoded(rest);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      LOG.debug("A kept response cannot be read", e);
      return null;
    }
  }

  /** Keeps a response in the place of an earlier one. Does nothing if it cannot be written. */
  void keep(String key, Kept response) {
    Path directory = directory();
    if (directory == null) {
      return;
    }
    try {
      PrivateFiles.createDirectories(directory);
      byte[] content = encoded(response);
      Path temporary = Files.createTempFile(directory, ".", TEMPORARY);
      try {
        Files.write(temporary, joined(sha256(content), content));
        Files.setLastModifiedTime(temporary, FileTime.from(clock.instant()));
        Files.move(
            temporary,
            directory.resolve(name(key)),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
      prune(directory);
    } catch (IOException e) {
      LOG.debug("A response cannot be kept", e);
    }
  }

  private record Entry(Path file, FileTime used, long bytes) {}

  private static synchronized void prune(Path directory) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path each : files.toList()) {
        if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
          entries.add(new Entry(each, Files.getLastModifiedTime(each), Files.size(each)));
        }
      }
    } catch (NoSuchFileException e) {
      // Another process has removed a file; it counts the rest itself.
      return;
    }
    entries.sort(Comparator.comparing(Entry::used));
    long bytes = entries.stream().mapToLong(Entry::bytes).sum();
    int count = entries.size();
    for (Entry each : entries) {
      if (bytes <= MOST_BYTES && count <= MOST_FILES) {
        return;
      }
      Files.deleteIfExists(each.file());
      bytes -= each.bytes();
      count--;
    }
  }

  /**
   * Removes the responses in a data directory, and what killed writers left there. Other files in
   * that place stay. A response that another process is keeping at this moment may be lost.
   *
   * @return how many responses there were
   * @throws IOException if one cannot be removed
   */
  static int clear(Path data) throws IOException {
    int cleared = 0;
    String ours = "{*" + SUFFIX + ",.*" + TEMPORARY + "}";
    try (DirectoryStream<Path> files = Files.newDirectoryStream(data.resolve(DIRECTORY), ours)) {
      for (Path each : files) {
        if (Files.deleteIfExists(each) && each.toString().endsWith(SUFFIX)) {
          cleared++;
        }
      }
    } catch (NoSuchFileException e) {
      LOG.debug("No response was ever kept", e);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return cleared;
  }

  private static String name(String key) {
    byte[] hash = sha256(key.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash) + SUFFIX;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(first.length + second.length);
    all.writeBytes(first);
    all.writeBytes(second);
    return all.toByteArray();
  }

  private static byte[] encoded(Kept response) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (byte[] part :
        List.of(
            latin1(response.etag()),
            latin1(response.modified()),
            latin1(response.head()),
            response.body())) {
      out.writeInt(part.length);
      out.write(part);
    }
    return bytes.toByteArray();
  }

  private static Kept decoded(byte[] content) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
    return new Kept(text(in), text(in), text(in), part(in));
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(part(in), StandardCharsets.ISO_8859_1);
  }

  private static byte[] part(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
