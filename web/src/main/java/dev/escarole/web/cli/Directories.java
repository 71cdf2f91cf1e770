package dev.escarole.web.cli;

import dev.escarole.engine.command.DirectoryGrant;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Directories as the command line grants them, HOST::GUEST[:ro]. */
final class Directories {

  private Directories() {}

  /** Reads grants of directories that exist, for guest paths that differ. */
  static List<DirectoryGrant> granted(List<String> texts) {
    return granted(texts, Set.of(), "Choose another guest path.");
  }

  /**
   * Reads grants of directories that exist, for guest paths that differ.
   *
   * @param taken guest paths that are in use already
   * @param hint what to do about a guest path that is
   */
  static List<DirectoryGrant> granted(List<String> texts, Set<String> taken, String hint) {
    List<DirectoryGrant> grants = new ArrayList<>();
    Set<String> guests = new HashSet<>(taken);
    for (String text : texts) {
      DirectoryGrant grant = parse(text);
      if (!guests.add(grant.guest())) {
        throw badDirectory(
            "--dir " + text + ": the guest path " + grant.guest() + " is taken already", hint);
      }
      grants.add(grant);
    }
    return grants;
  }

  private static DirectoryGrant parse(String text) {
    DirectoryGrant grant;
    try {
      grant = DirectoryGrant.parse(text);
    } catch (IllegalArgumentException e) {
      throw badDirectory(
          String.valueOf(e.getMessage()), "Write for example --dir ./data::/data:ro");
    }
    if (!Files.isDirectory(grant.host())) {
      throw badDirectory(
          "--dir " + text + ": " + grant.host() + " is not a directory",
          "Create it, or correct the path before '::'.");
    }
    return grant;
  }

  private static UsageException badDirectory(String message, String hint) {
    return new UsageException("bad-directory", message, hint);
  }
}
