package dev.escarole.web.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the launcher started this process, as it tells in system properties.
 *
 * @param file the one file that was started; null if Java was started without it
 * @param cache where class caches are kept; null if there is no such place
 * @param archive the class archive or cache that this process was given; null if none
 * @param state what the launcher says about it, in a few words
 * @param seconds how long it took to make it just now; 0 if it was there already
 * @param compiler what the second compiler works on, in a few words
 */
record Launch(
    @Nullable Path file,
    @Nullable Path cache,
    @Nullable Path archive,
    String state,
    long seconds,
    String compiler) {

  static Launch ofThisProcess() {
    return new Launch(
        path("escarole.file"),
        path("escarole.cache"),
        path("escarole.archive"),
        System.getProperty("escarole.archive.state", "not started by the file escarole"),
        Long.getLong("escarole.archive.seconds", 0),
        System.getProperty("escarole.compiler", "as Java's default"));
  }

  private static @Nullable Path path(String property) {
    String text = System.getProperty(property, "");
    return text.isEmpty() ? null : Path.of(text);
  }

  /** Whether Java took the archive; it refuses one that does not fit without a word. */
  static boolean shares() {
    return System.getProperty("java.vm.info", "").contains("sharing");
  }

  /** Size of the archive in bytes; 0 if there is none. */
  long archiveBytes() {
    try {
      return archive == null ? 0 : Files.size(archive);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What kind of archive it is, by its name. */
  String kind() {
    if (archive == null) {
      return "none";
    }
    return archive.toString().endsWith(".aot") ? "AOT cache" : "class archive";
  }
}
