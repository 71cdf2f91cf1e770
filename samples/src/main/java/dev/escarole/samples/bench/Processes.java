package dev.escarole.samples.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Other programs of this machine. */
final class Processes {

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

  /** Runs a program to its end; its output is thrown away, its complaints are shown. */
  static void run(Path directory, List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + " ended with code " + code);
    }
  }
}
