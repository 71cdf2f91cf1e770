package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that the program {@code guest.c} computes.
 *
 * @param program its name there
 * @param size how much of it
 * @param what the same for people
 */
record Computation(String program, int size, String what) {

  /** What is measured, or a hundredth of it. */
  static List<Computation> all(boolean quick) {
    int part = quick ? 100 : 1;
    return List.of(
        new Computation("sha256", Math.max(1, 64 / part), "SHA-256 over MiB"),
        new Computation("sort", 5_000_000 / part, "quicksort of integers"),
        new Computation("matrix", quick ? 100 : 500, "product of matrices"));
  }

  String task() {
    return "guests: " + what + ", " + size;
  }

  /** As a native program, compiled on this machine with {@code gcc -O2}. */
  static final class Native extends Contender {

    private static final String SOURCE = "guest.c";

    private final Computation computation;
    private final Path directory;
    private final @Nullable Path compiler = Processes.find("gcc");

    Native(Computation computation, Path directory) {
      super(computation.task(), "gcc -O2, a process", 1);
      this.computation = computation;
      this.directory = directory;
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    @Nullable String absent() {
      return compiler == null ? "there is no gcc on the path" : null;
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      Files.createDirectories(directory);
      Files.write(directory.resolve(SOURCE), Processes.resource(SOURCE));
      Processes.run(directory, List.of(String.valueOf(compiler), "-O2", "-o", "guest", SOURCE));
      round();
    }

    @Override
    void round() throws IOException, InterruptedException {
      Processes.run(directory, command());
    }

    List<String> command() {
      return List.of(
          directory.resolve("guest").toAbsolutePath().toString(),
          computation.program,
          String.valueOf(computation.size));
    }
  }
}
