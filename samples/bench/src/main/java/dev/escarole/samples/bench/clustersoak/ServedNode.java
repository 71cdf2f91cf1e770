package dev.escarole.samples.bench.clustersoak;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server in a process of its own, with its own data directory. Thread-safe, but only one thread
 * at a time may start and end it.
 */
final class ServedNode implements AutoCloseable {

  private static final String HEAP = "-Xmx512m";
  private static final String SERVES = "Escarole is at ";
  private static final int LOOK_MILLIS = 100;

  private final String name;
  private final List<String> command;
  private final Path log;
  private volatile @Nullable Process process;

  /** Length of the log before the last start. */
  private long logged;

  /**
   * @param launcher words that start {@code escarole}
   * @param directory with {@code recipes} and {@code inbox}; data and log are put beside them
   */
  ServedNode(String name, List<String> launcher, Path directory, String database) {
    this.name = name;
    this.log = directory.resolve(name + ".log");
    command = new ArrayList<>(launcher);
    command.addAll(List.of("serve", "--port", "0", "--insecure-local", "--db", database));
    command.addAll(List.of("--data", directory.resolve(name).toString(), "--node-label", name));
    command.addAll(List.of("--recipes", directory.resolve("recipes").toString()));
    command.addAll(List.of("--inbox", directory.resolve("inbox").toString()));
  }

  String name() {
    return name;
  }

  /**
   * Starts it, and waits until it serves. A server that finds no database at its start ends, as
   * documented, so the database must be there until then.
   *
   * @throws IOException if it ends instead, or nothing happens for two minutes
   */
  void startAndAwait() throws IOException, InterruptedException {
    start();
    await();
  }

  /** Starts it; {@link #await} waits until it serves. */
  void start() throws IOException {
    Files.createDirectories(log.resolveSibling(name));
    logged = Files.exists(log) ? Files.size(log) : 0;
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(log.resolveSibling(name).toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().remove("ESCAROLE_DB");
    builder.environment().putIfAbsent("ESCAROLE_JAVA_OPTS", HEAP);
    Process started = builder.start();
    started.getOutputStream().close();
    process = started;
  }

  /** Waits until it serves. */
  void await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < deadline && isAlive()) {
      if (serves()) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    throw new IOException(name + " did not start; see its log " + log);
  }

  /** Whether the process that was started last has said so. */
  private boolean serves() throws IOException {
    try (InputStream said = Files.newInputStream(log)) {
      said.skipNBytes(logged);
      return new String(said.readAllBytes(), StandardCharsets.UTF_8).contains(SERVES);
    }
  }

  private Process process() {
    Process started = process;
    if (started == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return started;
  }

  long pid() {
    return process().pid();
  }

  boolean isAlive() {
    return process().isAlive();
  }

  void kill() {
    process().destroyForcibly().onExit().join();
  }

  void freeze() throws IOException, InterruptedException {
    Signals.send("STOP", pid());
  }

  void thaw() throws IOException, InterruptedException {
    Signals.send("CONT", pid());
  }

  /**
   * Tells it to stop (SIGTERM), and waits for the end.
   *
   * @return its exit code; null if it has not ended within a minute and was killed
   */
  @Nullable Integer drain() throws InterruptedException {
    Process draining = process();
    draining.destroy();
    if (draining.waitFor(1, TimeUnit.MINUTES)) {
      return draining.exitValue();
    }
    kill();
    return null;
  }

  /** Kills it, if it runs. */
  @Override
  public void close() {
    Process started = process;
    if (started != null) {
      started.destroyForcibly();
    }
  }
}
