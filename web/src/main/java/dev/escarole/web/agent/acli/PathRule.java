package dev.escarole.web.agent.acli;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Which paths stay inside, however they are spelt (acli, section 4.2.3). */
final class PathRule {

  /** Encodings inside encodings that are looked through. */
  private static final int DEEPEST = 4;

  private PathRule() {}

  static boolean staysInside(String path) {
    String seen = path;
    for (int i = 0; i < DEEPEST; i++) {
      if (leadsOut(seen)) {
        return false;
      }
      String decoded = decoded(seen);
      if (decoded.equals(seen)) {
        return true;
      }
      seen = decoded;
    }
    // Whoever encodes a name this often is hiding something.
    return false;
  }

  private static boolean leadsOut(String path) {
    String plain = path.strip().replace('\\', '/');
    return plain.startsWith("/")
        || plain.startsWith("~")
        || plain.matches("(?s)[A-Za-z]:.*")
        || plain.indexOf('\0') >= 0
        || Arrays.asList(plain.split("/")).contains("..");
  }

  private static String decoded(String path) {
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }
}
