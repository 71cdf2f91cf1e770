package dev.escarole.web.cli;

import dev.escarole.engine.command.ByteParts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;

/**
 * The outside world of one call of the command line, so that tests can give it another one.
 *
 * @param out standard output: results, byte for byte
 * @param err standard error: everything for people
 */
record Console(
    InputStream in,
    OutputStream out,
    PrintStream err,
    Terminal terminal,
    Map<String, String> environment,
    InstantSource clock) {

  Console {
    environment = Map.copyOf(environment);
  }

  /** Colours for standard error. */
  Paint errPaint() {
    return new Paint(terminal.stderr() && terminal.colour());
  }

  /** Colours for standard output. */
  Paint outPaint() {
    return new Paint(terminal.stdout() && terminal.colour());
  }

  /** Whether this is the process's own standard input, not one that a test made. */
  boolean isProcess() {
    return in == System.in;
  }

  /** Whether somebody asked for stack traces. */
  boolean isDebugging() {
    return !environment.getOrDefault("ESCAROLE_DEBUG", "").isEmpty();
  }

  /**
   * Writes text to standard output.
   *
   * @throws UncheckedIOException if nobody can take it
   */
  void print(String text) {
    print(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes bytes to standard output as they are.
   *
   * @throws UncheckedIOException if nobody can take them
   */
  void print(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes everything that a stream has to standard output.
   *
   * @throws UncheckedIOException if it cannot be read, or nobody can take it
   */
  void print(InputStream stream) {
    try (stream) {
      stream.transferTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes bytes to standard output as they are, however they are cut. */
  void print(ByteParts parts) {
    parts.arrays().forEach(this::print);
  }

  /** Says one line to people. */
  void say(String line) {
    err.println(line);
  }
}
