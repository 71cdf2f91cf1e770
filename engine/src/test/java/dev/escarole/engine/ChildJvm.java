package dev.escarole.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process with the class path of the tests, which something is to happen to. */
final class ChildJvm implements AutoCloseable {

  private static final int LONGEST_MINUTES = 9;

  private final Process process;
  private final BufferedReader said;

  private ChildJvm(Process process) {
    this.process = process;
    this.said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    // Nobody who reads its lines can be interrupted: a child that hangs must end for that to fail.
    CompletableFuture.delayedExecutor(LONGEST_MINUTES, TimeUnit.MINUTES)
        .execute(process::destroyForcibly);
  }

  /** Starts the main class. */
  static ChildJvm start(Class<?> main, String... args) throws IOException {
    return start(List.of(), List.of(), main, args);
  }

  /**
   * Starts the main class with a command in front of {@code java} and options of the JVM behind it.
   */
  static ChildJvm start(List<String> before, List<String> options, Class<?> main, String... args)
      throws IOException {
    return start(classPath(), before, options, main, args);
  }

  /** The class path of the tests. */
  static String classPath() {
    String classes = System.getProperty("java.class.path");
    return System.getProperty("surefire.test.class.path", classes);
  }

  /** Starts the main class with this class path. */
  static ChildJvm start(
      String classPath, List<String> before, List<String> options, Class<?> main, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath));
    command.add(main.getName());
    command.addAll(List.of(args));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The next line that it prints; null if it has ended. */
  @Nullable String line() throws IOException {
    return said.readLine();
  }

  /** Makes it stand still (SIGSTOP) while something is done, as a whole process at one moment. */
  void whileItStandsStill(Task task) throws IOException, InterruptedException {
    signal("STOP");
    try {
      task.run();
    } finally {
      signal("CONT");
    }
  }

  /** What is done meanwhile. */
  interface Task {
    void run() throws IOException;
  }

  private void signal(String name) throws IOException, InterruptedException {
    // By the shell itself: not every machine has a program for it.
    String line = "kill -" + name + " " + process.pid();
    int exit = new ProcessBuilder("sh", "-c", line).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IOException(line + " has failed with " + exit);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it ends by itself; gives its exit code. */
  int await() throws InterruptedException {
    return process.waitFor();
  }

  /** Kills it (SIGKILL), if it has not ended. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
