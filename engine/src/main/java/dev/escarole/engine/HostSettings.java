package dev.escarole.engine;

import dev.escarole.engine.broker.ProgramCode;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.files.FileLimits;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import dev.escarole.engine.wasm.CompileLimits;
import dev.escarole.engine.wasm.CompileLimits.CompileLimit;
import dev.escarole.engine.wasm.CompiledFiles;
import dev.escarole.engine.wasm.MemoryBudget;
import dev.escarole.engine.wasm.RunnerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Settings of a JVM, shared by all engines: the cache of compiled programs, guest memory, and
 * limits for compilation, plans and waiting leaves. Each is a system property or else an
 * environment variable; README.md lists them.
 */
final class HostSettings {

  static final HostSettings HERE = new HostSettings(System::getProperty, System::getenv);

  private static final Logger LOG = LogBinding.logger(HostSettings.class);

  private static final long MEBIBYTE = 1L << 20;
  private static final String OFF = "off";
  private static final int COMPUTE_SECONDS = 60;
  private static final int WAITING_LEAVES = 1_000;
  private static final int MOST_WAITING_LEAVES = 100_000;

  private final UnaryOperator<@Nullable String> properties;
  private final UnaryOperator<@Nullable String> environment;

  HostSettings(
      UnaryOperator<@Nullable String> properties, UnaryOperator<@Nullable String> environment) {
    this.properties = properties;
    this.environment = environment;
  }

  /** Settings of all runners of this process; invalid ones are logged and ignored. */
  static RunnerOptions runner() {
    return Holder.OPTIONS;
  }

  /** Read once: all runners of a JVM share one memory budget. */
  private static final class Holder {
    static final RunnerOptions OPTIONS = HERE.read();
  }

  RunnerOptions read() {
    MemoryBudget usual = MemoryBudget.ofThisJvm();
    long memory = number("guest-memory", "MiB", usual.bytes(), MEBIBYTE);
    long most = number("compiled-size", "MiB", CompiledFiles.DEFAULT_BYTES, MEBIBYTE);
    return new RunnerOptions(
        FileQuota.defaults(),
        Clocks.system(),
        memory == usual.bytes() ? usual : new MemoryBudget(memory),
        compiled().map(directory -> new CompiledFiles(directory, most, LOG::warn)).orElse(null),
        compileLimits(),
        ReservedPlaces.NONE,
        RunnerOptions.always(programs()));
  }

  /** How programs run that are not built in; interpreted, which is safer, if it is misspelt. */
  ProgramCode programs() {
    String set = setting("programs");
    if (set == null) {
      return ProgramCode.COMPILED;
    }
    Optional<ProgramCode> code = ProgramCode.of(set);
    if (code.isEmpty()) {
      LOG.warn("programs must be compiled or interpreted, was '{}'; programs are interpreted", set);
    }
    return code.orElse(ProgramCode.INTERPRETED);
  }

  /** The directory of compiled programs, shared by all data directories of a user, if any. */
  Optional<Path> compiled() {
    String set = setting("compiled");
    if (set != null) {
      return set.equals(OFF) ? Optional.empty() : Optional.of(Path.of(set));
    }
    return new UserDirectories(properties, environment).compiled();
  }

  /** The directory from which programs of the catalogue are taken in place of the network. */
  Optional<Path> catalogMirror() {
    return Optional.ofNullable(setting("catalog-mirror")).map(Path::of);
  }

  PlanLimits planLimits() {
    PlanLimits limits = PlanLimits.DEFAULTS;
    long seconds = limits.maxTime().toSeconds();
    return limits
        .withMaxBytes(number("plan-size", "MiB", limits.maxBytes(), MEBIBYTE))
        .withMaxTime(Duration.ofSeconds(number("plan-time", "seconds", seconds, 1)));
  }

  /** Time limit for computing the inputs of one launch. */
  Duration computeTime() {
    return Duration.ofSeconds(number("compute-time", "seconds", COMPUTE_SECONDS, 1));
  }

  /** Limits on the files of a run. */
  FileLimits fileLimits() {
    FileLimits usual = FileLimits.DEFAULTS;
    return new FileLimits(
        (int) number("artifact-files", "files", usual.files(), 1),
        number("artifact-size", "MiB", usual.bytes(), MEBIBYTE));
  }

  int mostWaiting() {
    return parsed(
        "waiting-leaves",
        "0.." + MOST_WAITING_LEAVES,
        WAITING_LEAVES,
        text -> {
          int value = Integer.parseInt(text);
          return value >= 0 && value <= MOST_WAITING_LEAVES ? value : null;
        });
  }

  private CompileLimits compileLimits() {
    CompileLimits limits = CompileLimits.standard();
    for (CompileLimit limit : CompileLimit.values()) {
      CompileLimits before = limits;
      limits =
          parsed(
              limit.setting(),
              "a number, at least 1",
              before,
              text -> {
                long most = Long.parseLong(text);
                return most < 1 ? null : before.with(limit, most);
              });
    }
    return limits;
  }

  private long number(String name, String units, long otherwise, long unit) {
    return parsed(
        name,
        "a number of " + units + ", at least 1",
        otherwise,
        text -> {
          long value = Math.multiplyExact(Long.parseLong(text), unit);
          return value > 0 && value / unit < Integer.MAX_VALUE ? value : null;
        });
  }

  /** A setting; {@code otherwise} if it is not set or invalid, which is logged. */
  private <T> T parsed(String name, String form, T otherwise, Function<String, @Nullable T> parse) {
    String set = setting(name);
    if (set == null) {
      return otherwise;
    }
    try {
      T value = parse.apply(set);
      if (value != null) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      LOG.debug("{} is {}", name, set, e);
    }
    LOG.warn("{} must be {}, was '{}'; the default is used", name, form, set);
    return otherwise;
  }

  private @Nullable String setting(String name) {
    String property = properties.apply("escarole." + name);
    String variable = "ESCAROLE_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    String value = property != null ? property : environment.apply(variable);
    return value == null || value.isEmpty() ? null : value;
  }
}
