package dev.escarole.engine.catalog;

import dev.escarole.engine.command.OptionalLibrary;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Reads files of an archive (.tgz, .tar, .tar.xz, .zip, .jar). The archive is not trusted: sizes
 * are bounded while reading, nothing is written, links are never followed.
 */
public final class ArchiveMembers {

  private static final long MOST_UNPACKED = 2L << 30;
  private static final int MOST_ENTRIES = 200_000;
  private static final int BLOCK = 512;
  private static final int NAME = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int TYPE_AT = 156;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX_LENGTH = 155;
  private static final int LONGEST_HEADER = 1 << 20;

  private static final int MOST_KEPT = 256 << 20;
  private static final int MOST_XZ_KIB = 128 << 10;

  private ArchiveMembers() {}

  /** Receives the files of an archive, in their order. */
  interface Sink {
    /** Returns whether a file is wanted; others are skipped. */
    boolean wants(String name) throws IOException;

    /**
     * Receives a wanted file.
     *
     * @param content ends with the file; what is not read of it is skipped
     */
    void file(String name, InputStream content) throws IOException;

    /** A symbolic or hard link, which is not followed. */
    default void link(String name) throws IOException {}
  }

  /**
   * Reads some files.
   *
   * @param wanted their paths; in a .tgz of npm, below its only directory
   * @param mostBytes size of one file
   * @return those that were found
   * @throws IOException if the archive is damaged, or too large when it is unpacked
   */
  static Map<String, byte[]> read(Path archive, Set<String> wanted, int mostBytes)
      throws IOException {
    UnaryOperator<String> naming =
        path -> {
          String below = wanted.contains(path) ? path : below(path);
          return wanted.contains(below) ? below : "";
        };
    Kept kept = new Kept(naming, mostBytes, MOST_UNPACKED);
    try (InputStream file = Files.newInputStream(archive)) {
      walk(file, kept);
    }
    return kept.files;
  }

  /**
   * Reads all files of an archive that are wanted, at most 256 MiB together.
   *
   * @param naming the key of a path in the result; empty for files that are not wanted
   * @throws IOException if the archive is damaged, or too large when it is unpacked
   */
  public static Map<String, byte[]> readAll(InputStream archive, UnaryOperator<String> naming)
      throws IOException {
    Kept kept = new Kept(naming, MOST_KEPT, MOST_KEPT);
    walk(archive, kept);
    return kept.files;
  }

  /** Returns a path without its first directory. */
  static String below(String path) {
    return path.substring(path.indexOf('/') + 1);
  }

  /**
   * Goes through an archive.
   *
   * @throws IOException if the archive is damaged, or too large when it is unpacked, or the sink
   *     fails
   */
  static void walk(InputStream archive, Sink sink) throws IOException {
    BufferedInputStream file = new BufferedInputStream(archive);
    file.mark(2);
    int first = file.read();
    int second = file.read();
    file.reset();
    if (first == 'P' && second == 'K') {
      zip(file, sink);
    } else if (first == 0xfd && second == '7') {
      if (!OptionalLibrary.XZ.isPresent()) {
        throw new IOException(OptionalLibrary.XZ.missing());
      }
      tar(new XZInputStream(file, MOST_XZ_KIB), sink);
    } else {
      tar(first == 0x1f && second == 0x8b ? new GZIPInputStream(file) : file, sink);
    }
  }

  private static void zip(InputStream file, Sink sink) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(file)) {
      Bounded bounded = new Bounded(zip);
      int entries = 0;
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        count(++entries);
        if (!entry.isDirectory() && sink.wants(entry.getName())) {
          sink.file(entry.getName(), bounded);
        }
        bounded.skipToEnd();
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("a name in it is not valid", e);
    }
  }

  private static void count(int entries) throws IOException {
    if (entries > MOST_ENTRIES) {
      throw new IOException("it has more than " + MOST_ENTRIES + " entries");
    }
  }

  private static void tar(InputStream unpacked, Sink sink) throws IOException {
    Bounded in = new Bounded(unpacked);
    byte[] header = new byte[BLOCK];
    String longName = "";
    for (int entries = 1; in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0; entries++) {
      count(entries);
      long size = size(header);
      char type = (char) header[TYPE_AT];
      String name = longName.isEmpty() ? name(header) : longName;
      longName = "";
      Part part = new Part(in, size);
      if (type == 'x' || type == 'L') {
        longName = longName(header(part), type);
      } else if (type == '1' || type == '2') {
        sink.link(name);
      } else if ((type == '0' || type == 0) && sink.wants(name)) {
        sink.file(name, part);
      }
      part.skipToEnd();
      in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    }
  }

  private static byte[] header(InputStream part) throws IOException {
    byte[] header = part.readNBytes(LONGEST_HEADER + 1);
    if (header.length > LONGEST_HEADER) {
      throw new IOException("a name in it is too long");
    }
    return header;
  }

  private static String name(byte[] header) {
    String name = text(header, 0, NAME);
    boolean ustar = text(header, 257, 5).equals("ustar");
    String prefix = ustar ? text(header, PREFIX_AT, PREFIX_LENGTH) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static String longName(byte[] body, char type) {
    String text = new String(body, StandardCharsets.UTF_8);
    if (type == 'L') {
      return text.replace("\0", "");
    }
    int at = text.indexOf(" path=");
    int end = text.indexOf('\n', at);
    return at < 0 || end < 0 ? "" : text.substring(at + " path=".length(), end);
  }

  private static long size(byte[] header) throws IOException {
    String digits = text(header, SIZE_AT, SIZE_LENGTH).strip();
    try {
      long size = digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IOException("it is damaged");
  }

  private static String text(byte[] bytes, int from, int length) {
    int end = from;
    while (end < from + length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  /** Keeps files in memory. */
  private static final class Kept implements Sink {
    private final UnaryOperator<String> naming;
    private final int mostBytes;
    private final long most;
    private final Map<String, byte[]> files = new HashMap<>();
    private long kept;

    /**
     * @param naming the key of a path; empty for files that are not wanted
     * @param mostBytes size of one file
     * @param most size of all files
     */
    Kept(UnaryOperator<String> naming, int mostBytes, long most) {
      this.naming = naming;
      this.mostBytes = mostBytes;
      this.most = most;
    }

    @Override
    public boolean wants(String name) {
      return !naming.apply(name).isEmpty();
    }

    @Override
    public void file(String name, InputStream content) throws IOException {
      byte[] bytes = content.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new IOException("a file in it has more than " + mostBytes + " bytes");
      }
      kept += bytes.length;
      if (kept > most) {
        throw new IOException("its files have more than " + most + " bytes");
      }
      String key = naming.apply(name);
      if (files.put(key, bytes) != null) {
        throw new IOException("it has '" + key + "' twice");
      }
    }
  }

  /** One file of a .tar; an archive that ends in it is damaged. */
  private static final class Part extends FilterInputStream {
    private long left;

    Part(InputStream in, long size) {
      super(in);
      this.left = size;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = in.read(bytes, offset, (int) Math.min(length, left));
      if (count < 0) {
        throw new EOFException("it ends early");
      }
      left -= count;
      return count;
    }

    void skipToEnd() throws IOException {
      in.skipNBytes(left);
      left = 0;
    }

    @Override
    public void close() {
      // The archive goes on.
    }
  }

  /** Counts what is unpacked. */
  private static final class Bounded extends FilterInputStream {
    private long left = MOST_UNPACKED;

    Bounded(InputStream in) {
      super(in);
    }

    private void spend(long bytes) throws IOException {
      left -= bytes;
      if (left < 0) {
        throw new IOException("it has more than " + MOST_UNPACKED + " bytes when it is unpacked");
      }
    }

    @Override
    public int read() throws IOException {
      int value = in.read();
      spend(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = in.read(bytes, offset, length);
      spend(Math.max(0, count));
      return count;
    }

    @Override
    public long skip(long bytes) throws IOException {
      return read(new byte[(int) Math.min(bytes, 1 << 16)], 0, (int) Math.min(bytes, 1 << 16));
    }

    @Override
    public void close() {
      // The archive goes on.
    }

    void skipToEnd() throws IOException {
      byte[] block = new byte[1 << 16];
      int count = 0;
      while (count >= 0) {
        count = read(block, 0, block.length);
      }
    }
  }
}
