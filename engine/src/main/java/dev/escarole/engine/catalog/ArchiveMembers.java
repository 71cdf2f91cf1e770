package dev.escarole.engine.catalog;

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
 * Reads files of an archive (.tgz, .tar, .tar.xz, .zip, .jar) into memory. The archive is not
 * trusted: sizes are bounded while reading, nothing is written, links are never followed.
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

  private final int mostBytes;
  private final UnaryOperator<String> naming;
  private long kept;

  /**
   * @param mostBytes size of one file
   * @param naming the key of a path; empty for files that are not wanted
   */
  private ArchiveMembers(int mostBytes, UnaryOperator<String> naming) {
    this.mostBytes = mostBytes;
    this.naming = naming;
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
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive))) {
      return new ArchiveMembers(mostBytes, naming).all(file);
    }
  }

  /**
   * Reads all files of an archive that are wanted, at most 256 MiB together.
   *
   * @param naming the key of a path in the result; empty for files that are not wanted
   * @throws IOException if the archive is damaged, or too large when it is unpacked
   */
  public static Map<String, byte[]> readAll(InputStream archive, UnaryOperator<String> naming)
      throws IOException {
    return new ArchiveMembers(MOST_KEPT, naming).all(new BufferedInputStream(archive));
  }

  /** Returns a path without its first directory. */
  static String below(String path) {
    return path.substring(path.indexOf('/') + 1);
  }

  private Map<String, byte[]> all(InputStream file) throws IOException {
    file.mark(2);
    int first = file.read();
    int second = file.read();
    file.reset();
    if (first == 'P' && second == 'K') {
      return zip(file);
    }
    if (first == 0xfd && second == '7') {
      return tar(new XZInputStream(file, MOST_XZ_KIB));
    }
    return first == 0x1f && second == 0x8b ? tar(new GZIPInputStream(file)) : tar(file);
  }

  private Map<String, byte[]> zip(InputStream file) throws IOException {
    Map<String, byte[]> found = new HashMap<>();
    try (ZipInputStream zip = new ZipInputStream(file)) {
      Bounded bounded = new Bounded(zip);
      int entries = 0;
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        count(++entries);
        String key = entry.isDirectory() ? "" : naming.apply(entry.getName());
        if (!key.isEmpty()) {
          put(found, key, bytes(bounded));
        } else {
          bounded.skipToEnd();
        }
      }
      return found;
    } catch (IllegalArgumentException e) {
      throw new IOException("a name in it is not valid", e);
    }
  }

  private static void count(int entries) throws IOException {
    if (entries > MOST_ENTRIES) {
      throw new IOException("it has more than " + MOST_ENTRIES + " entries");
    }
  }

  private void put(Map<String, byte[]> found, String name, byte[] bytes) throws IOException {
    kept += bytes.length;
    if (kept > MOST_KEPT) {
      throw new IOException("its files have more than " + MOST_KEPT + " bytes");
    }
    if (found.put(name, bytes) != null) {
      throw new IOException("it has '" + name + "' twice");
    }
  }

  private byte[] bytes(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(mostBytes + 1);
    if (bytes.length > mostBytes) {
      throw new IOException("a file in it has more than " + mostBytes + " bytes");
    }
    return bytes;
  }

  private Map<String, byte[]> tar(InputStream unpacked) throws IOException {
    Map<String, byte[]> found = new HashMap<>();
    Bounded in = new Bounded(unpacked);
    byte[] header = new byte[BLOCK];
    String longName = "";
    for (int entries = 1; in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0; entries++) {
      count(entries);
      long size = size(header);
      char type = (char) header[TYPE_AT];
      String name = longName.isEmpty() ? name(header) : longName;
      longName = "";
      if (type == 'x' || type == 'L') {
        longName = longName(body(in, size, LONGEST_HEADER), type);
      } else {
        String key = type == '0' || type == 0 ? naming.apply(name) : "";
        if (key.isEmpty()) {
          in.skipNBytes(size);
        } else {
          put(found, key, body(in, size, mostBytes));
        }
      }
      in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    }
    return found;
  }

  private static byte[] body(InputStream in, long size, int most) throws IOException {
    if (size > most) {
      throw new IOException("a file in it has more than " + most + " bytes");
    }
    byte[] body = in.readNBytes((int) size);
    if (body.length < size) {
      throw new EOFException("it ends early");
    }
    return body;
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

    void skipToEnd() throws IOException {
      byte[] block = new byte[1 << 16];
      int count = 0;
      while (count >= 0) {
        count = read(block, 0, block.length);
      }
    }
  }
}
