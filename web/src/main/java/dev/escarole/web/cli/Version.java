package dev.escarole.web.cli;

import dev.escarole.web.app.Release;
import picocli.CommandLine.IVersionProvider;

/** The version of this build. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  /** One line: the version, and the Java and the system that run it. */
  static String text() {
    return "escarole %s (Java %s, %s %s)"
        .formatted(
            Release.version(),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
  }
}
