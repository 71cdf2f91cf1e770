package dev.escarole.engine;

import dev.escarole.engine.wasm.CompiledFiles;
import dev.escarole.engine.wasm.MemoryBudget;
import dev.escarole.engine.wasm.RunnerOptions;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings that hold for a whole JVM and not for one engine: where compiled programs are kept, how
 * much of them, and how much memory guests may have. Each is a system property or else an
 * environment variable; README.md lists them.
 */
final class HostSettings {

  private static final Logger LOG = LoggerFactory.getLogger(HostSettings.class);
  private static final long MEBIBYTE = 1L << 20;
  private static final String OFF = "off";

  private final UnaryOperator<@Nullable String> properties;
  private final UnaryOperator<@Nullable String> environment;

  HostSettings(
      UnaryOperator<@Nullable String> properties, UnaryOperator<@Nullable String> environment) {
    this.properties = properties;
    this.environment = environment;
  }

  /** Reads this process's settings; one that has no meaning is a warning and not used. */
  static RunnerOptions runner() {
    return Holder.OPTIONS;
  }

  /** Read once: all runners of a JVM share one memory budget. */
  private static final class Holder {
    static final RunnerOptions OPTIONS =
        new HostSettings(System::getProperty, System::getenv).read();
  }

  RunnerOptions read() {
    RunnerOptions options = RunnerOptions.defaults();
    long memory = mebibytes("guest-memory", options.memory().bytes());
    if (memory != options.memory().bytes()) {
      options = options.withMemory(new MemoryBudget(memory));
    }
    long most = mebibytes("compiled-size", CompiledFiles.DEFAULT_BYTES);
    Optional<Path> directory = compiled();
    return directory.isPresent()
        ? options.withCompiled(new CompiledFiles(directory.get(), most, LOG::warn))
        : options;
  }

  /** Where this process keeps compiled programs, if it does. */
  static Optional<Path> compiledDirectory() {
    return new HostSettings(System::getProperty, System::getenv).compiled();
  }

  /** All data directories of a user have it in common. */
  private Optional<Path> compiled() {
    String set = setting("compiled");
    if (set != null) {
      return set.equals(OFF) ? Optional.empty() : Optional.of(Path.of(set));
    }
    return new UserDirectories(properties, environment).compiled();
  }

  private long mebibytes(String name, long otherwise) {
    String set = setting(name);
    if (set == null) {
      return otherwise;
    }
    try {
      long value = Math.multiplyExact(Long.parseLong(set), MEBIBYTE);
      if (value > 0) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      LOG.debug("{} is {}", name, set, e);
    }
    LOG.warn(
        "{} must be a number of MiB, at least 1, was '{}'; {} MiB are used",
        name,
        set,
        otherwise / MEBIBYTE);
    return otherwise;
  }

  private @Nullable String setting(String name) {
    String property = properties.apply("escarole." + name);
    String variable = "ESCAROLE_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    String value = property != null ? property : environment.apply(variable);
    return value == null || value.isEmpty() ? null : value;
  }
}
