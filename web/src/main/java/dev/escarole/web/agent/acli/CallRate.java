package dev.escarole.web.agent.acli;

/** Whether a principal may ask for one more thing now. Must be safe for use by many threads. */
@FunctionalInterface
public interface CallRate {

  /** Any number of lines for everybody. */
  static CallRate unlimited() {
    return principal -> true;
  }

  /** Counts what the principal asks for, and says whether it is within what it may. */
  boolean admits(String principal);
}
