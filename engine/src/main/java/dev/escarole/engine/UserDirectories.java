package dev.escarole.engine;

import dev.escarole.engine.build.BuildStore;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.TreeFiles;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A user's directories, by the conventions of each operating system. Immutable. */
public final class UserDirectories {

  private static final String NAME = "escarole";

  private final UnaryOperator<@Nullable String> properties;
  private final UnaryOperator<@Nullable String> environment;

  /**
   * Creates the view of a process.
   *
   * @param properties its system properties
   * @param environment its environment variables
   */
  public UserDirectories(
      UnaryOperator<@Nullable String> properties, UnaryOperator<@Nullable String> environment) {
    this.properties = properties;
    this.environment = environment;
  }

  /** Those of this process. */
  public static UserDirectories ofThisProcess() {
    return new UserDirectories(new OwnProperties(), new OwnEnvironment());
  }

  /** A class, because a short command would wait for the first lambda of its process. */
  private static final class OwnProperties implements UnaryOperator<@Nullable String> {
    @Override
    public @Nullable String apply(@Nullable String name) {
      return System.getProperty(Objects.requireNonNull(name));
    }
  }

  /** Likewise. */
  private static final class OwnEnvironment implements UnaryOperator<@Nullable String> {
    @Override
    public @Nullable String apply(@Nullable String name) {
      return System.getenv(Objects.requireNonNull(name));
    }
  }

  /**
   * The default data directory: {@code $XDG_DATA_HOME/escarole} or {@code ~/.local/share/escarole}
   * on Linux, {@code ~/Library/Application Support/Escarole} on macOS, {@code
   * %LOCALAPPDATA%\Escarole} on Windows. Empty if the user has no home directory.
   */
  public Optional<Path> data() {
    String system = text(properties.apply("os.name")).toLowerCase(Locale.ROOT);
    if (system.startsWith("windows")) {
      return absolute(environment.apply("LOCALAPPDATA"))
          .or(() -> home().map(home -> home.resolve("AppData").resolve("Local")))
          .map(local -> local.resolve("Escarole"));
    }
    if (system.startsWith("mac")) {
      return home().map(home -> home.resolve("Library/Application Support/Escarole"));
    }
    return belowHome("XDG_DATA_HOME", ".local/share", NAME);
  }

  /**
   * The user's configuration file of the command line, which need not exist: {@code
   * $XDG_CONFIG_HOME/escarole/escarole.yaml} or {@code ~/.config/escarole/escarole.yaml}. Empty if
   * the user has no home directory.
   */
  public Optional<Path> configuration() {
    return belowHome("XDG_CONFIG_HOME", ".config", NAME).map(each -> each.resolve("escarole.yaml"));
  }

  Optional<Path> compiled() {
    return belowHome("XDG_CACHE_HOME", ".cache", NAME + "/compiled");
  }

  private Optional<Path> belowHome(String variable, String otherwise, String name) {
    Path parent = absolute(environment.apply(variable)).orElse(null);
    if (parent == null) {
      Path home = home().orElse(null);
      parent = home == null ? null : home.resolve(otherwise);
    }
    return parent == null ? Optional.empty() : Optional.of(parent.resolve(name));
  }

  private Optional<Path> home() {
    Optional<Path> home = absolute(environment.apply("HOME"));
    return home.isPresent() ? home : absolute(properties.apply("user.home"));
  }

  /** Relative paths depend on the working directory, so they are ignored. */
  private static Optional<Path> absolute(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Optional.empty();
    }
    Path path = Path.of(text);
    return path.isAbsolute() ? Optional.of(path) : Optional.empty();
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /**
   * The places that guests cannot access: a data directory with its parts elsewhere, and this
   * user's default places.
   *
   * @param others further files and directories, with their names for messages
   */
  ReservedPlaces reserved(Path data, Map<Path, String> others) {
    Map<Path, String> places = new LinkedHashMap<>();
    places.put(data, "the data directory");
    // A part may be a link to another place.
    for (Path part : DataDirectory.parts(data)) {
      places.put(part, "a part of the data directory");
    }
    places.putAll(others);
    add(places, HostSettings.HERE.compiled(), "the compiled programs");
    add(places, compiled(), "the compiled programs");
    add(places, data(), "the user's data directory");
    add(places, configuration().map(Path::getParent), "the user's configuration");
    Path root = data.toAbsolutePath().normalize();
    return ReservedPlaces.of(
            places, root.resolve(Workspaces.RUNS), root.resolve(BuildStore.DIRECTORY))
        .withTrees(TreeFiles.in(data.resolve(OwnCommands.DIRECTORY)));
  }

  private static void add(Map<Path, String> places, Optional<Path> place, String what) {
    if (place.isPresent()) {
      places.put(place.get(), what);
    }
  }
}
