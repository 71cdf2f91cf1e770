package dev.escarole.engine.broker;

/**
 * On whose behalf a command runs.
 *
 * @param name the name under which the policy and the audit log know it; not blank
 * @param revoked whether everything that it asks for is refused from now on
 */
public record Principal(String name, boolean revoked) {

  private static final Principal LOCAL_OPERATOR = new Principal("operator", false);

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public Principal {
    if (name.isBlank()) {
      throw new IllegalArgumentException("Principal.name must not be blank");
    }
  }

  /** Returns the person at this machine, who started the program. */
  public static Principal localOperator() {
    return LOCAL_OPERATOR;
  }
}
