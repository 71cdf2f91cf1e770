package dev.escarole.samples.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Other programs of this machine. */
final class Processes {

  private static final long LOOK_MILLIS = 10;

  private Processes() {}

  /** The first of these programs on the path, or null. */
  static @Nullable Path find(String... names) {
    String path = System.getenv("PATH");
    if (path == null) {
      return null;
    }
    for (String name : names) {
      for (String directory : path.split(File.pathSeparator, -1)) {
        Path program = Path.of(directory, name);
        if (Files.isExecutable(program) && Files.isRegularFile(program)) {
          return program;
        }
      }
    }
    return null;
  }

  /**
   * Runs a program to its end; its output is thrown away, its complaints are shown. Words are
   * sorted by their bytes, and Escarole keeps its runs in a file.
   *
   * @return the most memory that the program itself had, without its children, as far as a look
   *     every 10 ms shows it, in bytes; null if it ended sooner or nobody tells
   */
  static @Nullable Long run(Path directory, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("LC_ALL", "C");
    builder.environment().remove("ESCAROLE_DB");
    Process process = builder.start();
    Long peak = null;
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      Long seen = Usage.peakBytes(process.pid());
      peak = seen == null ? peak : seen;
    }
    if (process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " ended with code " + process.exitValue());
    }
    return peak;
  }

  /** Runs a class in a Java of its own with so much heap, and returns the lines that it printed. */
  static List<String> java(String heap, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(heap, "-XX:+UseSerialGC", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines;
    try (BufferedReader out = child.inputReader()) {
      lines = out.lines().toList();
    }
    if (child.waitFor() != 0) {
      throw new IOException(
          "%s %s failed under %s".formatted(main.getSimpleName(), arguments, heap));
    }
    return lines;
  }
}
