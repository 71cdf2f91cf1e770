package dev.escarole.web.access;

import dev.escarole.web.app.Role;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A token as the server keeps it: only the SHA-256 of its secret.
 *
 * @param name the principal as whom its bearer acts
 * @param sha256 of the secret, in lower-case hex
 */
public record Token(String name, Role role, String sha256, Instant createdAt) {

  /** The name of the owner's token, to which no policy applies. */
  public static final String OWNER = "operator";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  /**
   * Checks the fields.
   *
   * @throws IllegalArgumentException if one is malformed, or the name is reserved
   */
  public Token {
    checkName(name, role);
    if (!SHA256.matcher(sha256).matches()) {
      throw new IllegalArgumentException("Token.sha256 must be 64 lower-case hex digits");
    }
  }

  /** Checks a name and its role, as the constructor does. */
  static void checkName(String name, Role role) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a token's name is 1 to 64 letters, digits, '.', '_', '@' and '-', and begins with a"
              + " letter or digit");
    }
    if (name.equals("nobody") || (name.equals(OWNER) && role != Role.ADMIN)) {
      throw new IllegalArgumentException(
          "a token cannot be named '" + name + "'; that name stands for somebody else");
    }
    if (role == Role.NOBODY) {
      throw new IllegalArgumentException("a token needs a role: viewer, operator or admin");
    }
  }
}
