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
    SESSION,
    /** By the application in which the dashboard is mounted. */
    HOST
  }

  /** A caller without a token. */
  public static final Caller NOBODY =
      new Caller(new Principal("nobody", true), Role.NOBODY, Proof.NONE);

  /** The local user of a server without tokens. */
  public static final Caller LOCAL =
      new Caller(Principal.localOperator(), Role.ADMIN, Proof.MACHINE);

  /**
   * A caller whom the application around the dashboard has signed in.
   *
   * @param name as tokens have it: letters, digits and {@code . _ @ -}, at most 64; for its runs,
   *     the policy and the audit
   * @throws IllegalArgumentException if the name is not one that a token could have
   */
  public static Caller ofHost(String name, Role role) {
    Token.checkName(name, role);
    if (name.equals(Token.OWNER)) {
      throw new IllegalArgumentException(
          "a caller cannot be named '"
              + name
              + "'; for the owner of the process use ownerOfHost()");
    }
    return new Caller(new Principal(name, false), role, Proof.HOST);
  }

  /** The owner of the process, to whom no policy applies, as the application has signed in. */
  public static Caller ownerOfHost() {
    return new Caller(Principal.localOperator(), Role.ADMIN, Proof.HOST);
  }

  /** The name in the audit. */
  public String name() {
    return principal.name();
  }

  /** Whether the caller may do what requires this role. */
  public boolean may(Role needed) {
    return role.covers(needed);
  }
}
