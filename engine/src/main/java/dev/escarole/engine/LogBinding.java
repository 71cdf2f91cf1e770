package dev.escarole.engine;

import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Binds SLF4J without its three warnings where a program has chosen no provider, which is a choice
 * too: nothing is logged then. Warnings about several providers stay. Thread-safe.
 */
public final class LogBinding {

  private static final String VERBOSITY = "slf4j.internal.verbosity";

  private LogBinding() {}

  /** Has to be called before anything here creates a logger; further calls do nothing. */
  static void settle() {
    Once.settle();
  }

  /** A logger of a class that may be the first to log. */
  public static Logger logger(Class<?> type) {
    settle();
    return LoggerFactory.getLogger(type);
  }

  private static final class Once {

    static {
      if (System.getProperty(VERBOSITY) == null && !hasProvider()) {
        System.setProperty(VERBOSITY, "ERROR");
        LoggerFactory.getILoggerFactory();
        System.clearProperty(VERBOSITY);
      }
    }

    static void settle() {}

    private static boolean hasProvider() {
      return System.getProperty("slf4j.provider") != null
          || ServiceLoader.load(SLF4JServiceProvider.class, LoggerFactory.class.getClassLoader())
              .stream()
              .findAny()
              .isPresent();
    }
  }
}
