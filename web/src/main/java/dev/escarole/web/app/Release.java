package dev.escarole.web.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which release of Escarole this is. */
public final class Release {

  private Release() {}

  /** The version, such as {@code 0.1.0}. */
  public static String version() {
    Properties properties = new Properties();
    try (InputStream in = Release.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        throw new IllegalStateException("BUG: version.properties is not on the class path");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }
}
