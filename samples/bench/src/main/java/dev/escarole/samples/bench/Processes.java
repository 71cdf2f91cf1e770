package dev.escarole.samples.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Other programs of this machine. */
public final class Processes {

  private static final long LOOK_MILLIS = 10;
  private static final Pattern IS_AT = Pattern.compile("Escarole is at (http\\S+)");

  private Processes() {}

  /** A source or a program that the benchmarks bring along. */
  static byte[] resource(String name) throws IOException {
    try (InputStream in = Processes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("BUG: " + name + " is not among the resources");
      }
      return in.readAllBytes();
    }
  }

  /** The first of these programs on the path, or null. */
  public static @Nullable Path find(String... names) {
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
   * sorted by their bytes, Escarole keeps its runs in a file, and Dagu in the directory.
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
    builder.environment().put("DAGU_HOME", directory.resolve(Peer.OUTPUTS).toString());
    builder.environment().remove("ESCAROLE_DB");
    Process process = builder.start();
    // Escarole refuses a pipe that stays open and empty.
    process.getOutputStream().close();
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

  /**
   * The command that runs a class of this class path in a Java of its own.
   *
   * @param option for Java, such as its heap
   */
  public static ProcessBuilder java(String option, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(option, "-XX:+UseSerialGC", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  /** Runs a class in a Java of its own with so much heap, and returns the lines that it printed. */
  static List<String> linesOfJava(String heap, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    Process child =
        java(heap, main, arguments).redirectError(ProcessBuilder.Redirect.INHERIT).start();
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

  /**
   * Waits until {@code escarole serve} says where it is, and passes on to standard error what else
   * it says, then and later.
   */
  public static URI addressOf(Process server) throws IOException {
    BufferedReader said = server.inputReader();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher found = IS_AT.matcher(line);
      if (found.find()) {
        Thread rest = new Thread(() -> passOn(said), "server-words");
        rest.setDaemon(true);
        rest.start();
        return URI.create(found.group(1));
      }
      System.err.println(line);
    }
    throw new IOException("the server ended instead of listening");
  }

  private static void passOn(BufferedReader said) {
    try {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        System.err.println(line);
      }
    } catch (IOException e) {
      // The server was ended.
    }
  }

  /** Ends a server and waits for it. */
  public static void end(Process server) {
    server.destroy();
    try {
      if (!server.waitFor(60, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    } catch (InterruptedException e) {
      server.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
