package dev.escarole.web.app;

import io.javalin.security.RouteRole;
import java.util.Locale;

/** What a caller may do; each role may do all that the ones before it may. */
public enum Role implements RouteRole {
  /** Everybody, even without a token: the login page, its assets, the health check. */
  NOBODY,
  /** May look at everything that holds no secret. */
  VIEWER,
  /** May also start, cancel, run again and delete runs, and call commands. */
  OPERATOR,
  /** May also change the server itself, such as its commands. */
  ADMIN;

  /** Whether this role includes the other. */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }

  /** The role in lower case, as stored and printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The role of a printed word.
   *
   * @throws IllegalArgumentException if a token cannot have such a role
   */
  public static Role ofWord(String word) {
    for (Role role : values()) {
      if (role != NOBODY && role.word().equals(word)) {
        return role;
      }
    }
    throw new IllegalArgumentException(
        "there is no role '" + word + "'; roles are viewer, operator and admin");
  }
}
