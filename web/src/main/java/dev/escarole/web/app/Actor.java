package dev.escarole.web.app;

import dev.escarole.engine.broker.Principal;

/**
 * The user or program that asks for something.
 *
 * @param principal on whose behalf commands run that the actor starts
 * @param origin the address of the client, or the name of the interface
 * @param administers whether the actor may change the runs of everybody, unless a policy says
 *     otherwise
 */
public record Actor(Principal principal, String origin, boolean administers) {

  /** The server itself, which reads what it shows to all its callers. */
  public static final Actor SERVER = new Actor(Principal.localOperator(), "server", true);

  /** An actor that may change only its own runs, unless a policy says otherwise. */
  public Actor(Principal principal, String origin) {
    this(principal, origin, false);
  }
}
