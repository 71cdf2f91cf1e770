package dev.escarole.engine.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of the engine. */
final class EngineVersion {

  private EngineVersion() {}

  /** Read when it is first needed: most starts do without. */
  private static final class Read {
    static final String VERSION = read();
  }

  /** Returns it; {@code unknown} in a build that did not say. */
  static String get() {
    return Read.VERSION;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = EngineVersion.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }
}
