package dev.escarole.web.share;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Where the sockets of a data directory are. Loads little, for processes that are soon over. */
public final class SocketDirectory {

  /** Systems limit the length of a socket's name to about this. */
  private static final int LONGEST_NAME = 100;

  private static final String RESIDENT = "resident.sock";
  private static final String LONGEST = "/escarole-99.sock";

  private SocketDirectory() {}

  /** The directory for a data directory, which need not exist yet. */
  static Path of(Path data) {
    Path real = real(data);
    int length = (real + LONGEST).getBytes(StandardCharsets.UTF_8).length;
    if (length <= LONGEST_NAME) {
      return real;
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    return temporary.resolve("escarole-" + hash(real.toString()));
  }

  /** The socket where the holder of a data directory, if it is a server, calls commands. */
  public static Path resident(Path data) {
    return residentIn(of(data));
  }

  static Path residentIn(Path directory) {
    return directory.resolve(RESIDENT);
  }

  private static Path real(Path data) {
    try {
      return data.toRealPath();
    } catch (IOException e) {
      return data.toAbsolutePath().normalize();
    }
  }

  private static String hash(String text) {
    try {
      byte[] bytes =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(bytes, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java has SHA-256", e);
    }
  }
}
