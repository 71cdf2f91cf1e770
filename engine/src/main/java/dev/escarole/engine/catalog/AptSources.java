package dev.escarole.engine.catalog;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The mirrors that apt is configured with, in the files {@code sources.list} and {@code
 * sources.list.d/*} of its directory. Only those reached by HTTP count, and only archives with
 * components, which have a pool. Files are read when asked. Immutable.
 */
final class AptSources {

  private static final String MIRROR_LIST = "mirror+file:";
  private static final String FIRST_LINES = "\n(?=[^ \t\n])";
  private static final Pattern LINE =
      Pattern.compile("deb(?:-src)?\\s+(?:\\[[^\\]]*]\\s+)?(\\S+)\\s+(\\S+)\\s+(\\S.*)");

  private final Path directory;

  /**
   * Creates a reader.
   *
   * @param directory usually {@code /etc/apt}; it may be missing
   */
  AptSources(Path directory) {
    this.directory = directory;
  }

  /**
   * Returns the addresses of the archives with a component, such as {@code main}, without
   * duplicates: first those of {@code sources.list}, then those of the other files by their names.
   */
  List<URI> archives(String component) {
    Set<URI> found = new LinkedHashSet<>();
    oneLine(MachineSettings.read(directory.resolve("sources.list")), component, found);
    for (Path file : parts()) {
      String text = MachineSettings.read(file);
      if (file.toString().endsWith(".list")) {
        oneLine(text, component, found);
      } else {
        stanzas(text, component, found);
      }
    }
    return List.copyOf(found);
  }

  private List<Path> parts() {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(directory.resolve("sources.list.d"), "*.{list,sources}")) {
      all.forEach(files::add);
    } catch (IOException e) {
      // There are none that this user can read.
    }
    files.sort(null);
    return files;
  }

  /** Lines such as {@code deb [arch=amd64] https://mirror.example.org/debian stable main}. */
  private static void oneLine(String text, String component, Set<URI> found) {
    for (String line : text.lines().toList()) {
      Matcher entry = LINE.matcher(line.replaceAll("#.*", "").strip());
      if (entry.matches() && words(entry.group(3)).contains(component)) {
        add(entry.group(1), found);
      }
    }
  }

  /** Stanzas of fields, as in deb822(5). */
  private static void stanzas(String text, String component, Set<URI> found) {
    String plain = text.replace("\r", "").replaceAll("(?m)^#.*\n?", "");
    for (String stanza : plain.split("\n[ \t]*\n", -1)) {
      Map<String, List<String>> fields = new LinkedHashMap<>();
      for (String field : stanza.split(FIRST_LINES, -1)) {
        int colon = field.indexOf(':');
        if (colon > 0) {
          fields.put(
              field.substring(0, colon).strip().toLowerCase(Locale.ROOT),
              words(field.substring(colon + 1)));
        }
      }
      List<String> none = List.of();
      List<String> enabled = fields.getOrDefault("enabled", none);
      if (Stream.of("no", "false", "0", "off").noneMatch(enabled::contains)
          && fields.getOrDefault("components", none).contains(component)) {
        fields.getOrDefault("uris", none).forEach(address -> add(address, found));
      }
    }
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+")).toList();
  }

  private static void add(String address, Set<URI> found) {
    if (address.startsWith(MIRROR_LIST)) {
      // The file may name priorities behind each address.
      MachineSettings.read(Path.of(address.substring(MIRROR_LIST.length())))
          .lines()
          .map(line -> words(line).get(0))
          .filter(each -> !each.startsWith(MIRROR_LIST))
          .forEach(each -> add(each, found));
      return;
    }
    try {
      URI archive = URI.create(MachineSettings.slashed(address));
      String scheme = Objects.toString(archive.getScheme(), "");
      if ((scheme.equals("http") || scheme.equals("https")) && archive.getHost() != null) {
        found.add(archive);
      }
    } catch (IllegalArgumentException e) {
      // Apt says so, too.
    }
  }
}
