package dev.escarole.web.app;

import dev.escarole.engine.broker.Principal;

/**
 * The user or program that asks for something.
 *
 * @param principal on whose behalf commands run that the actor starts
 * @param origin the address of the client, or the name of the interface
 * @param administers whether the actor may change the runs of everybody, unless a policy says
 *     otherwise
 * @param confined whether runs that the actor may not change are as if they did not exist, as for
 *     agents
 */
public record Actor(Principal principal, String origin, boolean administers, boolean confined) {

  /** Somebody who sees every run. */
  public Actor(Principal principal, String origin, boolean administers) {
    this(principal, origin, administers, false);
  }

  /** The server itself, which reads what it shows to all its callers. */
  public static final Actor SERVER = new Actor(Principal.localOperator(), "server", true);

  /** An actor that may change only its own runs, unless a policy says otherwise. */
  public Actor(Principal principal, String origin) {
    this(principal, origin, false);
  }

  /** The same, who sees only runs that he may change. */
  public Actor asConfined() {
    return new Actor(principal, origin, administers, true);
  }
}
