package dev.escarole.web.cli.resident;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has to be the same in client and server, so that both would do the same: the program, how
 * names of files are encoded, the time zone, the settings of the environment, and the files that
 * paths mean. Another container may have other files under the same paths.
 */
final class Whereabouts {

  private static final String PREFIX = "ESCAROLE_";

  /** Variables that the caller's console is given, or that nobody needs to know. */
  private static final List<String> OWN =
      List.of("ESCAROLE_DATA", "ESCAROLE_TOKEN", "ESCAROLE_DB_PASSWORD", ResidentRule.VARIABLE);

  /** Of a file that is read as a whole into the memory of the server. */
  private static final long LARGEST_FILE = 1 << 20;

  private static final Path ROOT = Path.of("/");
  private static final Path NAMESPACE = Path.of("/proc/self/ns/mnt");

  private Whereabouts() {}

  /** Facts about this process, in the order in which they are compared. */
  static List<String> facts(Map<String, String> environment) throws IOException {
    List<String> facts = new ArrayList<>();
    String program = System.getProperty("java.class.path");
    int end = program.indexOf(File.pathSeparatorChar);
    File first = new File(end < 0 ? program : program.substring(0, end));
    facts.add(program);
    facts.add(first.length() + " " + first.lastModified());
    facts.add(String.valueOf(System.getProperty("sun.jnu.encoding")));
    facts.add(String.valueOf(System.getProperty("file.encoding")));
    facts.add(String.valueOf(System.getProperty("java.version")));
    facts.add(String.valueOf(environment.get("TZ")));
    facts.add(key(ROOT));
    facts.add(
        Files.isSymbolicLink(NAMESPACE) ? Files.readSymbolicLink(NAMESPACE).toString() : "none");
    List<String> settings = new ArrayList<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if (name.startsWith(PREFIX) && !OWN.contains(name) && !variable.getValue().isEmpty()) {
        settings.add(name + "=" + variable.getValue());
      }
    }
    settings.sort(null);
    facts.addAll(settings);
    return facts;
  }

  /**
   * Files with their identities.
   *
   * @return null if one of them is not a readable file of moderate size, or a directory
   */
  static @Nullable List<String> identified(Path directory, List<String> names) {
    List<String> identified = new ArrayList<>();
    try {
      identified.add(".");
      identified.add(key(directory));
      for (String name : names) {
        Path file = directory.resolve(name);
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        boolean fit =
            attributes.isDirectory()
                || (attributes.isRegularFile() && attributes.size() <= LARGEST_FILE);
        if (!fit || !Files.isReadable(file)) {
          return null;
        }
        identified.add(name);
        identified.add(String.valueOf(attributes.fileKey()));
      }
    } catch (IOException | InvalidPathException e) {
      return null;
    }
    return identified;
  }

  private static String key(Path path) throws IOException {
    return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
  }
}
