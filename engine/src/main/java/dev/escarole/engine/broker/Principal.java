package dev.escarole.engine.broker;

/**
 * The identity on whose behalf a command runs.
 *
 * @param name the name used in the policy and the audit log; not blank
 * @param revoked whether all its calls are refused
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

  /** Returns the local user who started the process. */
  public static Principal localOperator() {
    return LOCAL_OPERATOR;
  }
}
