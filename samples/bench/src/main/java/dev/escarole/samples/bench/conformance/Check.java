package dev.escarole.samples.bench.conformance;

import java.io.IOException;

/**
 * One thing that the text asks of a server.
 *
 * @param section of the text of acli
 * @param level from which on it is asked
 * @param claim what holds if the check passes
 */
record Check(Category category, String section, Level level, String claim, Trial trial) {

  /** What the text has its suite verify (section 11.2). */
  enum Category {
    PARSER,
    SECURITY,
    DISCOVERY,
    RESPONSE
  }

  /** How much of the text a server keeps (section 11.1). */
  enum Level {
    MINIMAL,
    STANDARD,
    FULL
  }

  @FunctionalInterface
  interface Trial {

    /**
     * Tries it.
     *
     * @return what the server did instead; empty if it did what is asked
     * @throws IOException if the server does not answer, which is a failure, too
     */
    String run(Server server) throws IOException;
  }
}
