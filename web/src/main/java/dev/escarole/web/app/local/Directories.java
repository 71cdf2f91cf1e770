package dev.escarole.web.app.local;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads directory grants. */
final class Directories {

  private Directories() {}

  /**
   * The directories of these texts. Their existence is not checked: callers who may not use them
   * must not learn that either.
   *
   * @throws RefusedException if a text has another form, a host path is not absolute, or a guest
   *     path is taken
   */
  static List<DirectoryGrant> parse(List<String> texts) {
    List<DirectoryGrant> grants = new ArrayList<>();
    Set<String> guests = new HashSet<>(Set.of("/workspace"));
    for (String text : texts) {
      if (!text.startsWith("/")) {
        throw bad("directory grant '%s': the host path must be absolute".formatted(text));
      }
      DirectoryGrant grant = parse(text);
      if (!guests.add(grant.guest())) {
        throw bad(
            "directory grant '%s': the guest path %s is taken".formatted(text, grant.guest()));
      }
      grants.add(grant);
    }
    return grants;
  }

  private static DirectoryGrant parse(String text) {
    try {
      return DirectoryGrant.parse(text);
    } catch (IllegalArgumentException e) {
      throw bad(String.valueOf(e.getMessage()));
    }
  }

  private static RefusedException bad(String message) {
    return new RefusedException(
        RefusalCode.BAD_DIRECTORY,
        message,
        "Write for example /srv/books::/books:ro; /workspace is always there.");
  }
}
