package dev.escarole.web.access;

import dev.escarole.engine.broker.Principal;
import dev.escarole.web.app.Role;

/**
 * The sender of a request.
 *
 * @param principal of the commands that the caller starts
 * @param role what the caller may do
 * @param proof how the caller was authenticated
 */
public record Caller(Principal principal, Role role, Proof proof) {

  /** How a caller was authenticated. */
  public enum Proof {
    /** Not at all. */
    NONE,
    /** By reaching a server without tokens that only this machine can reach. */
    MACHINE,
    /** By a token in the request's {@code Authorization} header. */
    TOKEN,
    /** By the cookie of a session. */
    SESSION
  }

  /** A caller without a token. */
  public static final Caller NOBODY =
      new Caller(new Principal("nobody", true), Role.NOBODY, Proof.NONE);

  /** The local user of a server without tokens. */
  public static final Caller LOCAL =
      new Caller(Principal.localOperator(), Role.ADMIN, Proof.MACHINE);

  /** The name in the audit. */
  public String name() {
    return principal.name();
  }

  /** Whether the caller may do what requires this role. */
  public boolean may(Role needed) {
    return role.covers(needed);
  }
}
