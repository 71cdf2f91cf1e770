package dev.escarole.engine;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.ReservedPlaces.LinkedGrants;
import java.util.List;
import java.util.Optional;

/**
 * A requested directory cannot be granted, and nothing was started. The message names the
 * directory, the reason and the way out.
 */
public final class DirectoryRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private DirectoryRefusedException(String message) {
    super(message);
  }

  /**
   * Checks the directories of a request. Directories that the policy does not grant pass, because
   * each call is denied without revealing anything about them.
   *
   * @throws DirectoryRefusedException for the first directory that is reserved, or that is reached
   *     over a link in another, writable one
   */
  static void check(ExecBroker broker, Principal principal, List<DirectoryGrant> directories) {
    for (DirectoryGrant directory : directories) {
      Optional<String> why = broker.reservation(principal, directory);
      if (why.isPresent()) {
        throw new DirectoryRefusedException(
            "the directory %s for '%s' cannot be granted: %s"
                .formatted(directory.host(), directory.guest(), why.get()));
      }
    }
    LinkedGrants.refusal(directories)
        .ifPresent(
            why -> {
              throw new DirectoryRefusedException(why);
            });
  }
}
