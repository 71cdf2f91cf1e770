package dev.escarole.samples.bench;

import java.io.IOException;
import java.io.InputStream;

/** The sources and programs that benchmarks bring along. */
final class Resources {

  private Resources() {}

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("BUG: " + name + " is not among the resources");
      }
      return in.readAllBytes();
    }
  }
}
