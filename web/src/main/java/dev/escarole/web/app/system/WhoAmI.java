package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;

/** Who asks, as the installation knows them. */
public record WhoAmI(
    String principal,
    @Documented("Whether they may change all runs, not only those of this principal.")
        boolean changesAllRuns,
    @Documented("Whether they may decide about steps that wait.") boolean decides) {

  /** Whether they may change a run that acts for a principal. */
  public boolean mayChangeRunOf(String other) {
    return changesAllRuns || principal.equals(other);
  }
}
