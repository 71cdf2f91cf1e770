package dev.escarole.web.access;

import dev.escarole.engine.broker.Principal;
import dev.escarole.web.app.Role;

/**
 * Who a request comes from.
 *
 * @param principal on whose behalf commands run that the caller starts
 * @param role what the caller may do
 * @param proof how the caller was recognized
 */
public record Caller(Principal principal, Role role, Proof proof) {

  /** How a caller was recognized. */
  public enum Proof {
    /** Not at all. */
    NONE,
    /** By having reached a server that only this machine can reach and that asks for no token. */
    MACHINE,
    /** By a token in the request's {@code Authorization} header. */
    TOKEN,
    /** By the cookie of a session that a token began. */
    SESSION
  }

  /** Somebody who has shown nothing. */
  public static final Caller NOBODY =
      new Caller(new Principal("nobody", true), Role.NOBODY, Proof.NONE);

  /** The person at this machine, at a server that asks for no token. */
  public static final Caller LOCAL =
      new Caller(Principal.localOperator(), Role.ADMIN, Proof.MACHINE);

  /** The name in the audit. */
  public String name() {
    return principal.name();
  }

  /** Whether the caller may do what asks for this role. */
  public boolean may(Role needed) {
    return role.covers(needed);
  }
}
