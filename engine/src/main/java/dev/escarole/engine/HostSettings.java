package dev.escarole.engine;

import dev.escarole.engine.command.ReservedPlaces;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of a JVM, shared by all engines: the cache of compiled programs, guest memory, and
 * limits for compilation, plans and waiting leaves. Each is a system property or else an
 * environment variable; README.md lists them.
 */
final class HostSettings {

  private static final Logger LOG = LoggerFactory.getLogger(HostSettings.class);
  private static final long MEBIBYTE = 1L << 20;
  private static final String OFF = "off";
  private static final int COMPUTE_SECONDS = 60;
  private static final int WAITING_LEAVES = 1_000;
  private static final int MOST_WAITING_LEAVES = 100_000;

  private static final HostSettings OF_THIS_PROCESS =
      new HostSettings(System::getProperty, System::getenv);

  private final UnaryOperator<@Nullable String> properties;
  private final UnaryOperator<@Nullable String> environment;

  HostSettings(
      UnaryOperator<@Nullable String> properties, UnaryOperator<@Nullable String> environment) {
    this.properties = properties;
    this.environment = environment;
  }

  /** Reads this process's settings; invalid ones are logged and ignored. */
  static RunnerOptions runner() {
    return Holder.OPTIONS;
  }

  /** Number of leaves of an engine that may wait without a worker. */
  static int mostWaiting() {
    return OF_THIS_PROCESS.waitingLeaves();
  }

  /** Read once: all runners of a JVM share one memory budget. */
  private static final class Holder {
    static final RunnerOptions OPTIONS = OF_THIS_PROCESS.read();
  }

  RunnerOptions read() {
    MemoryBudget usual = MemoryBudget.ofThisJvm();
    long memory = mebibytes("guest-memory", usual.bytes());
    long most = mebibytes("compiled-size", CompiledFiles.DEFAULT_BYTES);
    return new RunnerOptions(
        FileQuota.defaults(),
        Clocks.system(),
        memory == usual.bytes() ? usual : new MemoryBudget(memory),
        compiled().map(directory -> new CompiledFiles(directory, most, LOG::warn)).orElse(null),
        limits(),
        ReservedPlaces.NONE);
  }

  /** The directory of compiled programs, if any. */
  static Optional<Path> compiledDirectory() {
    return OF_THIS_PROCESS.compiled();
  }

  /** Shared by all data directories of a user. */
  private Optional<Path> compiled() {
    String set = setting("compiled");
    if (set != null) {
      return set.equals(OFF) ? Optional.empty() : Optional.of(Path.of(set));
    }
    return new UserDirectories(properties, environment).compiled();
  }

  /** Limits for plans. */
  static PlanLimits plans() {
    return OF_THIS_PROCESS.planLimits();
  }

  PlanLimits planLimits() {
    PlanLimits limits = PlanLimits.DEFAULTS;
    long seconds = limits.maxTime().toSeconds();
    return limits
        .withMaxBytes(mebibytes("plan-size", limits.maxBytes()))
        .withMaxTime(Duration.ofSeconds(number("plan-time", "seconds", seconds, 1)));
  }

  /** Time limit for computing the inputs of one launch. */
  static Duration computeTime() {
    return OF_THIS_PROCESS.timeToCompute();
  }

  Duration timeToCompute() {
    return Duration.ofSeconds(number("compute-time", "seconds", COMPUTE_SECONDS, 1));
  }

  int waitingLeaves() {
    String set = setting("waiting-leaves");
    if (set == null) {
      return WAITING_LEAVES;
    }
    try {
      int value = Integer.parseInt(set);
      if (value >= 0 && value <= MOST_WAITING_LEAVES) {
        return value;
      }
    } catch (NumberFormatException e) {
      LOG.debug("waiting-leaves is {}", set, e);
    }
    LOG.warn(
        "waiting-leaves must be 0..{}, was '{}'; {} are used",
        MOST_WAITING_LEAVES,
        set,
        WAITING_LEAVES);
    return WAITING_LEAVES;
  }

  private CompileLimits limits() {
    CompileLimits limits = CompileLimits.standard();
    for (CompileLimit limit : CompileLimit.values()) {
      String set = setting(limit.setting());
      if (set != null) {
        try {
          limits = limits.with(limit, Long.parseLong(set));
        } catch (IllegalArgumentException e) {
          LOG.warn(
              "{} must be a number, at least 1, was '{}'; {} is used",
              limit.setting(),
              set,
              limit.standard());
        }
      }
    }
    return limits;
  }

  private long mebibytes(String name, long otherwise) {
    return number(name, "MiB", otherwise, MEBIBYTE);
  }

  /** A setting in whole units; {@code otherwise} if it is not set. */
  private long number(String name, String units, long otherwise, long unit) {
    String set = setting(name);
    if (set == null) {
      return otherwise;
    }
    try {
      long value = Math.multiplyExact(Long.parseLong(set), unit);
      if (value > 0 && value / unit < Integer.MAX_VALUE) {
        return value;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      LOG.debug("{} is {}", name, set, e);
    }
    LOG.warn(
        "{} must be a number of {}, at least 1, was '{}'; {} {} are used",
        name,
        units,
        set,
        otherwise / unit,
        units);
    return otherwise;
  }

  private @Nullable String setting(String name) {
    String property = properties.apply("escarole." + name);
    String variable = "ESCAROLE_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    String value = property != null ? property : environment.apply(variable);
    return value == null || value.isEmpty() ? null : value;
  }
}
