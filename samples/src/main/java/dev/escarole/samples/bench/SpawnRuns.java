package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes one after the other and waits for each: what a leaf would cost at least if it
 * were a native program. A small C program does it if this machine can compile one, else Java.
 */
final class SpawnRuns implements Contender {

  private static final String SOURCE = "spawn.c";

  private final String task;
  private final int processes;
  private final Path directory;
  private final @Nullable Path compiler = Processes.find("cc", "gcc", "clang");
  private final @Nullable Path echo = Processes.find("echo");

  SpawnRuns(String task, int processes, Path directory) {
    this.task = task;
    this.processes = processes;
    this.directory = directory;
  }

  @Override
  public String task() {
    return task;
  }

  @Override
  public String name() {
    return compiler == null ? "ProcessBuilder loop (Java)" : "posix_spawn loop (C)";
  }

  @Override
  public int units() {
    return processes;
  }

  @Override
  public @Nullable String absent() {
    return echo == null ? "there is no echo on the path" : null;
  }

  @Override
  public void warmUp(int rounds) throws IOException, InterruptedException {
    if (compiler != null) {
      Files.createDirectories(directory);
      Files.write(directory.resolve(SOURCE), Resources.bytes(SOURCE));
      Processes.run(directory, List.of(compiler.toString(), "-O2", "-o", "spawn", SOURCE));
    }
    round();
  }

  @Override
  public void round() throws IOException, InterruptedException {
    if (compiler != null) {
      Processes.run(
          directory,
          List.of(
              directory.resolve("spawn").toAbsolutePath().toString(),
              String.valueOf(processes),
              String.valueOf(echo)));
      return;
    }
    for (int i = 0; i < processes; i++) {
      Processes.run(directory, List.of(String.valueOf(echo), "hello"));
    }
  }
}
