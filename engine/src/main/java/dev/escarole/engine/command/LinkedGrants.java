package dev.escarole.engine.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds grants whose directory is found over a link in another grant that can be written: a guest
 * could make that link, or lead it anywhere, and the next guest would be given what lies there.
 */
public final class LinkedGrants {

  private LinkedGrants() {}

  /**
   * Says what is wrong with grants that are given together, as their links are now; empty if
   * nothing is. No host path is named.
   */
  public static Optional<String> refusal(List<DirectoryGrant> grants) {
    List<DirectoryGrant> asked = grants.stream().filter(each -> !each.workspace()).toList();
    List<DirectoryGrant> writable = new ArrayList<>(asked);
    writable.removeIf(each -> each.mode() == DirectoryGrant.Mode.READ_ONLY);
    if (asked.size() < 2 || writable.isEmpty()) {
      return Optional.empty();
    }
    for (DirectoryGrant grant : asked) {
      LinkTrail trail = LinkTrail.of(grant.host());
      for (DirectoryGrant other : writable) {
        Path around = LinkTrail.of(other.host()).end();
        if (!other.equals(grant) && trail.links().stream().anyMatch(at -> at.startsWith(around))) {
          return Optional.of(
              "the directory for '%s' cannot be granted: it is found over a link in the one for '%s', which"
                      .formatted(grant.guest(), other.guest())
                  + " a command could exchange; name the directory that the link leads to, or grant '"
                  + other.guest()
                  + "' for reading only (:ro)");
        }
      }
    }
    return Optional.empty();
  }
}
