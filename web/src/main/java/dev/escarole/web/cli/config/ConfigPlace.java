package dev.escarole.web.cli.config;

import dev.escarole.engine.UserDirectories;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the configuration file of a call without reading it, so that a call without one pays
 * nothing for it.
 */
public final class ConfigPlace {

  static final String OPTION = "--config";
  static final String VARIABLE = "ESCAROLE_CONFIG";

  /** In place of a file: none, not even the user's own. */
  private static final String NONE = "off";

  private ConfigPlace() {}

  /**
   * Returns the file that {@code --config} names, else $ESCAROLE_CONFIG, else the user's own if it
   * exists; null if there is none.
   *
   * @throws UsageException if a named file does not exist
   */
  public static @Nullable Path of(Map<String, String> environment, String... args) {
    String named = named(args);
    String by = OPTION;
    if (named == null) {
      named = environment.getOrDefault(VARIABLE, "");
      by = VARIABLE;
    }
    if (named.equals(NONE)) {
      return null;
    }
    if (named.isEmpty()) {
      Optional<Path> own =
          new UserDirectories(System::getProperty, environment::get).configuration();
      return own.filter(Files::exists).orElse(null);
    }
    Path file = Path.of(named);
    if (!Files.exists(file)) {
      throw new UsageException(
          "no-config",
          by + " names a file that does not exist: " + named,
          "Create it, or name another one; 'off' means none.");
    }
    return file;
  }

  private static @Nullable String named(String... args) {
    String named = null;
    for (int i = 0; i < args.length && !args[i].equals("--"); i++) {
      if (args[i].startsWith(OPTION + "=")) {
        named = args[i].substring(OPTION.length() + 1);
      } else if (args[i].equals(OPTION) && i + 1 < args.length) {
        i++;
        named = args[i];
      }
    }
    return named;
  }

  /**
   * The file decides the data directory and the policy, so nobody else may be able to write it or
   * to put another one in its place.
   *
   * @throws UsageException if somebody may
   */
  static void check(Path file) {
    Path real;
    try {
      real = file.toRealPath();
      Path directory = real.getParent();
      check(file, real, false);
      if (directory != null) {
        check(file, directory, true);
      }
    } catch (IOException e) {
      throw new UsageException(
          "bad-config",
          "the configuration file cannot be read",
          "Make it readable for you.",
          file.toString());
    }
  }

  private static void check(Path file, Path place, boolean directory) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(place, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    Set<PosixFilePermission> permissions = view.readAttributes().permissions();
    boolean open =
        permissions.contains(PosixFilePermission.GROUP_WRITE)
            || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    // In a directory such as /tmp nobody replaces the files of others.
    if (open && !(directory && isSticky(place))) {
      throw unsafe(file, place + " can be written by other users", "chmod go-w " + place);
    }
    String owner = view.readAttributes().owner().getName();
    String user = System.getProperty("user.name", "");
    if (!directory && !owner.equals(user) && !owner.equals("root")) {
      throw unsafe(file, "it belongs to " + owner, "chown " + user + " " + place);
    }
  }

  private static boolean isSticky(Path directory) throws IOException {
    return Files.getAttribute(directory, "unix:mode") instanceof Integer mode
        && (mode & 01000) != 0;
  }

  private static UsageException unsafe(Path file, String why, String remedy) {
    return new UsageException(
        "unsafe-config",
        "the configuration file is not used: " + why,
        "Run '" + remedy + "'. It decides which directories and which policy are used.",
        file.toString());
  }
}
