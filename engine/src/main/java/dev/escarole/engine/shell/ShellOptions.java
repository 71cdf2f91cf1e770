package dev.escarole.engine.shell;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Limits;
import java.time.Duration;
import java.util.List;

/**
 * Options of a session. Immutable.
 *
 * @param directories directories for commands and redirections, at most 64; default: none. Relative
 *     paths start at the first one
 * @param http the HTTP requests that the caller permits; default: none. The policy must permit them
 *     too
 * @param limits for each command; defaults to {@link Limits#defaults}
 * @param lineClock time limit of a line: 1 ms to 24 h, default 120 s
 * @param lineOutputBytes limit of a line's standard output, and of its standard error: 0 to 1 GiB,
 *     default 64 MiB
 */
public record ShellOptions(
    List<DirectoryGrant> directories,
    List<HttpGrant> http,
    Limits limits,
    Duration lineClock,
    long lineOutputBytes) {

  private static final int MOST_DIRECTORIES = 64;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final long MIB = 1 << 20;
  private static final ShellOptions DEFAULTS =
      new ShellOptions(List.of(), List.of(), Limits.defaults(), Duration.ofMinutes(2), 64 * MIB);

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public ShellOptions {
    directories = List.copyOf(directories);
    http = List.copyOf(http);
    if (directories.size() > MOST_DIRECTORIES) {
      throw new IllegalArgumentException(
          "ShellOptions.directories must be 64 or fewer, were " + directories.size());
    }
    if (lineClock.compareTo(SHORTEST) < 0 || lineClock.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "ShellOptions.lineClock must be 1 ms to 24 h (default 120 s), was " + lineClock);
    }
    if (lineOutputBytes < 0 || lineOutputBytes > 1024 * MIB) {
      throw new IllegalArgumentException(
          "ShellOptions.lineOutputBytes must be 0 to 1 GiB (default 64 MiB), was "
              + lineOutputBytes);
    }
  }

  /** Returns the default options. */
  public static ShellOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options with other directories. */
  public ShellOptions withDirectories(List<DirectoryGrant> value) {
    return new ShellOptions(value, http, limits, lineClock, lineOutputBytes);
  }

  /** Returns these options with other HTTP requests. */
  public ShellOptions withHttp(List<HttpGrant> value) {
    return new ShellOptions(directories, value, limits, lineClock, lineOutputBytes);
  }

  /** Returns these options with other limits for each command. */
  public ShellOptions withLimits(Limits value) {
    return new ShellOptions(directories, http, value, lineClock, lineOutputBytes);
  }

  /** Returns these options with other limits for a whole line. */
  public ShellOptions withLine(Duration clock, long outputBytes) {
    return new ShellOptions(directories, http, limits, clock, outputBytes);
  }
}
