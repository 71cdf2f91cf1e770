package dev.escarole.engine.catalog;

import dev.escarole.engine.command.ArtifactId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a program of the catalogue is built from published sources. Immutable.
 *
 * @param archives where the sources are published
 * @param files patterns of the files that the compiler sees, in which {@code *} stands for any
 *     characters but a slash
 * @param except patterns of those that it does not see
 * @param included files that others include and that are not compiled by themselves
 * @param main the file that is run, which a lane gets first; empty for C
 * @param options of the lane
 * @param own files of the row's author by their paths, which replace those of the archives
 */
public record SourceBuild(
    List<Archive> archives,
    List<String> files,
    List<String> except,
    List<String> included,
    String main,
    List<String> options,
    Map<String, String> own) {

  /**
   * An archive of sources.
   *
   * @param from where it is published; its path in an archive is that of an archive in another
   * @param hash of the archive
   * @param below directory for its files; empty for none. The first directory in an archive does
   *     not count
   */
  public record Archive(Coordinate from, ArtifactId hash, String below) {}

  public SourceBuild {
    archives = List.copyOf(archives);
    files = List.copyOf(files);
    except = List.copyOf(except);
    included = List.copyOf(included);
    options = List.copyOf(options);
    own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
  }

  /** Returns the options of the lane, with those that name included files. */
  public List<String> allOptions() {
    return Stream.concat(options.stream(), included.stream().map("--included="::concat)).toList();
  }

  /** Returns whether the compiler sees a file of the archives. */
  boolean sees(String path) {
    return matches(files, path) && !matches(except, path);
  }

  private static boolean matches(List<String> patterns, String path) {
    return patterns.stream().anyMatch(each -> pattern(each).matcher(path).matches());
  }

  private static Pattern pattern(String glob) {
    return Pattern.compile(("\\Q" + glob + "\\E").replace("*", "\\E[^/]*\\Q"));
  }
}
