package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the same computation as a native program, compiled on this machine with {@code gcc -O2}. */
final class NativeRuns implements Contender {

  private static final String SOURCE = "guest.c";

  private final Computation computation;
  private final Path directory;
  private final @Nullable Path compiler = Processes.find("gcc");

  NativeRuns(Computation computation, Path directory) {
    this.computation = computation;
    this.directory = directory;
  }

  @Override
  public String task() {
    return computation.task();
  }

  @Override
  public String name() {
    return "gcc -O2, a process";
  }

  @Override
  public int units() {
    return 1;
  }

  @Override
  public @Nullable String absent() {
    return compiler == null ? "there is no gcc on the path" : null;
  }

  @Override
  public void warmUp(int rounds) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Files.write(directory.resolve(SOURCE), Resources.bytes(SOURCE));
    Processes.run(directory, List.of(String.valueOf(compiler), "-O2", "-o", "guest", SOURCE));
    round();
  }

  @Override
  public void round() throws IOException, InterruptedException {
    Processes.run(directory, command());
  }

  /** How the compiled program is started. */
  List<String> command() {
    return List.of(
        directory.resolve("guest").toAbsolutePath().toString(),
        computation.program(),
        String.valueOf(computation.size()));
  }
}
