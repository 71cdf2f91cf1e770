package dev.escarole.engine.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The SHA-256 of a directory's content: names, kinds, bytes of files and targets of links, in the
 * order of names. Times, permissions and owners do not count, and links are not followed.
 */
public final class DirectoryHash {

  /** Largest number of entries. */
  public static final int MOST_ENTRIES = 100_000;

  private static final int CHUNK = 1 << 16;

  private final MessageDigest digest = digest();
  private int entries;

  private DirectoryHash() {}

  /**
   * Returns the hash in hex.
   *
   * @throws IOException if the directory cannot be read or has too many entries
   */
  public static String of(Path directory) throws IOException {
    DirectoryHash hash = new DirectoryHash();
    hash.add(directory);
    return HexFormat.of().formatHex(hash.digest.digest());
  }

  private void add(Path directory) throws IOException {
    List<Path> names;
    try (Stream<Path> all = Files.list(directory)) {
      names = all.limit(MOST_ENTRIES + 1L).sorted().toList();
    }
    entries += names.size();
    if (entries > MOST_ENTRIES) {
      throw new IOException("it has more than " + MOST_ENTRIES + " entries");
    }
    for (Path each : names) {
      put(String.valueOf(each.getFileName()));
      if (Files.isSymbolicLink(each)) {
        put("link");
        put(Files.readSymbolicLink(each).toString());
      } else if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
        put("directory");
        add(each);
      } else if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
        put("file");
        file(each);
      } else {
        put("other");
      }
    }
    put("");
  }

  private void file(Path file) throws IOException {
    long size = 0;
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] chunk = new byte[CHUNK];
      for (int count = in.read(chunk); count > 0; count = in.read(chunk)) {
        digest.update(chunk, 0, count);
        size += count;
      }
    }
    put(Long.toString(size));
  }

  /** A text and its length, so that no two sequences of texts are the same bytes. */
  private void put(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    digest.update((bytes.length + ":").getBytes(UTF_8));
    digest.update(bytes);
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every JVM has SHA-256", e);
    }
  }
}
