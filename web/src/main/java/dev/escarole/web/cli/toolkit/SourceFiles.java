package dev.escarole.web.cli.toolkit;

import dev.escarole.engine.build.SourceCheck;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Source files that are named on the command line. */
final class SourceFiles {

  private final Console console;
  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private long left = SourceCheck.MOST_BYTES;

  private SourceFiles(Console console) {
    this.console = console;
  }

  /**
   * Reads files in their order, and the files of directories by name. A relative path stays, one
   * that leads out of the working directory becomes the file's name.
   *
   * @throws UsageException if one cannot be read, or they are too large
   */
  static Map<String, byte[]> read(Console console, List<Path> named) {
    SourceFiles sources = new SourceFiles(console);
    named.forEach(sources::add);
    return sources.files;
  }

  private void add(Path named) {
    Path place = console.locate(named);
    if (!Files.isDirectory(place)) {
      put(path(named.normalize()), place);
      return;
    }
    try (Stream<Path> inside = Files.walk(place)) {
      // Links inside a directory are left out: they could lead out of it.
      inside
          .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          .filter(each -> !isHidden(place.relativize(each)))
          .sorted()
          .forEach(each -> put(text(place.relativize(each)), each));
    } catch (IOException | UncheckedIOException e) {
      throw unreadable(named);
    }
  }

  private static boolean isHidden(Path path) {
    for (Path name : path) {
      if (name.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private static String path(Path named) {
    boolean inside = !named.isAbsolute() && !named.startsWith("..");
    return inside ? text(named) : String.valueOf(named.getFileName());
  }

  private static String text(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private void put(String path, Path file) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes((int) left + 1);
    } catch (IOException e) {
      throw unreadable(file);
    }
    if (bytes.length > left || files.size() >= SourceCheck.MOST_FILES) {
      throw new UsageException(
          "sources-too-large",
          "the sources are more than %d bytes or %d files"
              .formatted(SourceCheck.MOST_BYTES, SourceCheck.MOST_FILES),
          "Name only the files that are needed.");
    }
    left -= bytes.length;
    if (files.put(path, bytes) != null) {
      throw new UsageException(
          "two-sources",
          "two sources would be named '" + TextFormat.plain(path) + "'",
          "Call it from a directory that holds both, with relative paths.");
    }
  }

  private static UsageException unreadable(Path file) {
    return new UsageException(
        "unreadable-file",
        TextFormat.plain(file.toString()) + " cannot be read",
        "Name the files with the sources.",
        null);
  }
}
