package dev.escarole.web.cli.serve;

/**
 * Chooses what writes the log of this process. The one that writes a server's log is slow to start,
 * so it is for servers only that are asked for a log; all else gets by with the simple one, which
 * passes warnings on.
 */
public final class LogProvider {

  /** Writes warnings as plain lines on standard error. */
  static final String SIMPLE = "org.slf4j.simple.SimpleServiceProvider";

  /** Writes what {@link ServerLog} tells it to. */
  static final String FULL = "ch.qos.logback.classic.spi.LogbackServiceProvider";

  private static final String PROPERTY = "slf4j.provider";

  private LogProvider() {}

  /** Has to be called before anything in this process can log. */
  public static void choose(String... args) {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, provider(args));
      // Otherwise the choice itself is told on standard error.
      System.setProperty("slf4j.internal.verbosity", "WARN");
    }
  }

  /** The class name of the provider for this command line. */
  static String provider(String... args) {
    boolean serves = false;
    for (String arg : args) {
      if (serves && arg.startsWith("--log-")) {
        return FULL;
      }
      if (!serves && !arg.startsWith("-")) {
        if (!arg.equals("serve")) {
          return SIMPLE;
        }
        serves = true;
      }
    }
    return SIMPLE;
  }
}
