package dev.escarole.engine;

import dev.escarole.engine.command.ReservedPlaces;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where a user's own files are, by the custom of each system. Immutable. */
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
    return new UserDirectories(System::getProperty, System::getenv);
  }

  /**
   * The data directory unless another is named: {@code $XDG_DATA_HOME/escarole} or {@code
   * ~/.local/share/escarole} on Linux, {@code ~/Library/Application Support/Escarole} on macOS,
   * {@code %LOCALAPPDATA%\Escarole} on Windows. Empty if the user has no home directory.
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
    return absolute(environment.apply("XDG_DATA_HOME"))
        .or(() -> home().map(home -> home.resolve(".local/share")))
        .map(data -> data.resolve(NAME));
  }

  /** Where compiled programs are kept unless another place is named. */
  Optional<Path> compiled() {
    return absolute(environment.apply("XDG_CACHE_HOME"))
        .or(() -> home().map(home -> home.resolve(".cache")))
        .map(caches -> caches.resolve(NAME).resolve("compiled"));
  }

  private Optional<Path> home() {
    return absolute(environment.apply("HOME")).or(() -> absolute(properties.apply("user.home")));
  }

  /** A relative path would mean another place in each directory, so it counts as not set. */
  private static Optional<Path> absolute(@Nullable String text) {
    return Optional.of(text(text)).filter(t -> !t.isEmpty()).map(Path::of).filter(Path::isAbsolute);
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /**
   * What no guest reaches: a data directory, what belongs to it elsewhere, and the places of this
   * user that hold though another data directory is used.
   *
   * @param others further files and directories, with what messages call them
   */
  ReservedPlaces reserved(Path data, Map<Path, String> others) {
    Map<Path, String> places = new LinkedHashMap<>();
    places.put(data, "the data directory");
    // What counts there may be a link, which leads out of it.
    DataDirectory.parts(data).forEach(part -> places.put(part, "a part of the data directory"));
    places.putAll(others);
    HostSettings.compiledDirectory().ifPresent(path -> places.put(path, "the compiled programs"));
    compiled().ifPresent(path -> places.put(path, "the compiled programs"));
    data().ifPresent(path -> places.put(path, "the user's data directory"));
    return ReservedPlaces.of(places, data.toAbsolutePath().normalize().resolve(Workspaces.RUNS));
  }
}
