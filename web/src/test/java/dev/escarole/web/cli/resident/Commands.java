package dev.escarole.web.cli.resident;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The command line in processes of their own, and what they print. */
final class Commands implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 120;

  private final Path directory;
  private final Path data;
  private final Map<String, String> environment = new HashMap<>();
  private final List<Process> started = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private int number;
  private @Nullable Path output;
  private boolean pipe;

  Commands(Path directory, Path data) {
    this.directory = directory;
    this.data = data;
  }

  Commands env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Adds an option of Java. */
  Commands java(String option) {
    options.add(option);
    return this;
  }

  /** Sends standard output there instead of to a file of its own. */
  Commands into(Path device) {
    output = device;
    return this;
  }

  /** Leaves standard output to a pipe. */
  Commands piped() {
    pipe = true;
    return this;
  }

  /** A command under way. */
  static final class Command {
    final Process process;
    final Path out;
    final Path err;

    Command(Process process, Path out, Path err) {
      this.process = process;
      this.out = out;
      this.err = err;
    }

    String out() {
      return text(out);
    }

    String err() {
      return text(err);
    }

    int end() {
      try {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as(err()).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return process.exitValue();
    }

    /** Waits until it has printed this to standard error. */
    Command awaitErr(String words) throws InterruptedException {
      while (!err().contains(words)) {
        boolean ended = process.waitFor(10, TimeUnit.MILLISECONDS);
        assertThat(ended && !err().contains(words)).as("ended: " + err()).isFalse();
      }
      return this;
    }

    /** Exit code, standard output and standard error, without what differs between two runs. */
    String facts() {
      return "exit " + end() + "\n" + plain(out()) + "--\n" + plain(err());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String plain(String text) {
    return text.replaceAll("\\d{8}-\\d{6}-[a-z0-9]{6}", "RUN")
        .replaceAll("\\d{4}-\\d\\d-\\d\\d[ T][0-9:.]+Z?", "TIME")
        .replaceAll("\\d+(\\.\\d+)? (ms|s)\\b", "LONG")
        .replaceAll("LONG +", "LONG ")
        .replaceAll(" +\\d+\\.\\d +", " MILLIS ")
        .replaceAll("\"(durationMillis|queuedMillis|fuel|bytes)\" ?: ?\\d+", "\"$1\":N");
  }

  Command start(@Nullable Path in, String... words) {
    return startIn(directory, in, words);
  }

  Command startIn(Path from, @Nullable Path in, String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx200m"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(words));
    try {
      Path out = Files.createTempFile(directory, "c" + ++number + "-", ".out");
      Path err = Files.createTempFile(directory, "c" + number + "-", ".err");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(from.toFile())
              .redirectOutput(
                  pipe
                      ? ProcessBuilder.Redirect.PIPE
                      : ProcessBuilder.Redirect.to((output == null ? out : output).toFile()))
              .redirectError(err.toFile());
      if (in != null) {
        builder.redirectInput(in.toFile());
      }
      builder.environment().put("ESCAROLE_DATA", data.toString());
      builder.environment().putAll(environment);
      Process process = builder.start();
      started.add(process);
      return new Command(process, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server, and returns when it answers. */
  Command serve() throws InterruptedException {
    return start(null, "serve", "--port", "0").awaitErr("sign in");
  }

  @Override
  public void close() {
    started.forEach(Process::destroyForcibly);
  }
}
