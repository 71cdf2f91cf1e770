package dev.escarole.engine;

import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.ReservedPlaces.LinkedGrants;
import java.util.List;
import java.util.Optional;

/**
 * A directory was asked for that no command may reach, so that nothing was started. The message
 * names it with the reason and what to do instead.
 */
public final class DirectoryRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private DirectoryRefusedException(String message) {
    super(message);
  }

  /**
   * Checks the directories of a request. What the principal's policy does not grant passes, as each
   * call is refused for that, without a word on what lies there.
   *
   * @throws DirectoryRefusedException for the first that no command may reach, or that is found
   *     over a link in another that can be written
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
