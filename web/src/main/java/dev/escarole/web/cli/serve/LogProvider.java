package dev.escarole.web.cli.serve;

import dev.escarole.web.cli.config.ConfigPlace;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

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
      System.setProperty(PROPERTY, provider(System.getenv(), args));
      // Otherwise the choice itself is told on standard error.
      System.setProperty("slf4j.internal.verbosity", "WARN");
    }
  }

  /** The class name of the provider for this command line. */
  static String provider(Map<String, String> environment, String... args) {
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
    return serves && isConfigured(environment, args) ? FULL : SIMPLE;
  }

  /** Whether a configuration file speaks of a log; what it says of it is read later. */
  private static boolean isConfigured(Map<String, String> environment, String... args) {
    try {
      Path file = ConfigPlace.of(environment, args);
      return file != null && Files.readString(file).contains("log-");
    } catch (UsageException | IOException e) {
      return false;
    }
  }
}
