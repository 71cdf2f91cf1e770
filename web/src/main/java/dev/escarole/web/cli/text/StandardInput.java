package dev.escarole.web.cli.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the standard input of a command is connected to. */
public enum StandardInput {
  /** A terminal, {@code /dev/null}, or nothing at all: there is no input to wait for. */
  NOTHING,
  /** A file, which has an end. */
  FILE,
  /** A pipe or a socket, which may stay open for ever without data. */
  STREAM;

  private static final Path DESCRIPTOR = Path.of("/dev/fd/0");
  private static final int TYPE = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;
  private static final int REGULAR = 0100000;
  private static final int DIRECTORY = 0040000;

  /**
   * Asks the system.
   *
   * @throws UsageException if it is a directory, which nobody can read and nobody can mean
   */
  public static StandardInput of(Console console) {
    if (console.terminal().stdin()) {
      return NOTHING;
    }
    return console.isProcess() ? ofProcess(console) : STREAM;
  }

  private static StandardInput ofProcess(Console console) {
    try {
      int mode = (Integer) Files.getAttribute(DESCRIPTOR, "unix:mode");
      return switch (mode & TYPE) {
        case PIPE, SOCKET -> STREAM;
        case REGULAR -> isOfJava() ? NOTHING : FILE;
        case DIRECTORY ->
            throw new UsageException(
                "bad-stdin",
                "standard input is a directory",
                "Redirect a file to it; to let commands read a directory: --dir HOST::/GUEST:ro.");
        default -> NOTHING;
      };
    } catch (IOException e) {
      // It is closed.
      return NOTHING;
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      // The system has no such files: only data that is there already tells.
      return hasData(console) ? STREAM : NOTHING;
    }
  }

  /** Where standard input is closed, the first file that Java opens takes its place. */
  private static boolean isOfJava() throws IOException {
    Path file = DESCRIPTOR.toRealPath();
    return file.startsWith(Path.of(System.getProperty("java.home")).toRealPath())
        || file.toString().endsWith(".jar")
        || file.toString().endsWith(".jsa");
  }

  /** Whether there is data that could be read without waiting. */
  public static boolean hasData(Console console) {
    try {
      return console.in().available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Tells people that data was piped in which nothing reads. */
  public static void warnIfUnused(Console console, String why) {
    if (of(console) != NOTHING && hasData(console)) {
      console.say("warning: standard input is not used: " + why);
    }
  }
}
