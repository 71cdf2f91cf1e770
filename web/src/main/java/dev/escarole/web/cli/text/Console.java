package dev.escarole.web.cli.text;

import dev.escarole.engine.command.ByteParts;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/**
 * The outside world of one call of the command line, so that tests can give it another one.
 *
 * @param out standard output as it is, for what is ours alone: protocols and pictures
 * @param err standard error, unchanged
 */
public record Console(
    InputStream in,
    OutputStream out,
    PrintStream err,
    Terminal terminal,
    Map<String, String> environment,
    InstantSource clock,
    Surroundings surroundings) {

  public Console {
    environment = Map.copyOf(environment);
  }

  /** A console of the process that was called. */
  public Console(
      InputStream in,
      OutputStream out,
      PrintStream err,
      Terminal terminal,
      Map<String, String> environment,
      InstantSource clock) {
    this(in, out, err, terminal, environment, clock, Surroundings.PROCESS);
  }

  /** Returns a path of the command line as this process has to open it. */
  public Path locate(Path typed) {
    return surroundings.locate(typed);
  }

  /** Colours for standard error. */
  public Paint errPaint() {
    return new Paint(terminal.stderr() && terminal.colour());
  }

  /** Colours for standard output. */
  public Paint outPaint() {
    return new Paint(terminal.stdout() && terminal.colour());
  }

  /** Whether this is the process's own standard input, not one that a test made. */
  public boolean isProcess() {
    return in == System.in;
  }

  /** Whether stack traces are printed. */
  public boolean isDebugging() {
    return !environment.getOrDefault("ESCAROLE_DEBUG", "").isEmpty();
  }

  /**
   * Standard output for what programs wrote: byte for byte, but on a terminal what it might obey
   * shows as escapes. Closing it leaves standard output open.
   */
  public OutputStream results() {
    return terminal.stdout() ? new TerminalStream(out) : new OpenStream(out);
  }

  /** Standard error for output of programs. */
  public OutputStream diagnostics() {
    return terminal.stderr() ? new TerminalStream(err) : new OpenStream(err);
  }

  private static final class OpenStream extends FilterOutputStream {
    OpenStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  /**
   * Writes lines that were put together here to standard output.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  public void print(String text) {
    String shown = terminal.stdout() ? TerminalText.lines(text) : text;
    try {
      out.write(shown.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes to standard output what programs wrote.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  public void print(byte[] bytes) {
    print(ByteParts.of(bytes));
  }

  /**
   * Writes everything that a stream has to standard output.
   *
   * @throws UncheckedIOException if it cannot be read, or not be written
   */
  public void print(InputStream stream) {
    try (stream;
        OutputStream results = results()) {
      stream.transferTo(results);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes to standard output what programs wrote, however it is cut.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void print(ByteParts parts) {
    try (OutputStream results = results()) {
      parts.writeTo(results);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes to standard error what programs wrote there.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void printDiagnostics(byte[] bytes) {
    try (OutputStream diagnostics = diagnostics()) {
      diagnostics.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says one line to people. */
  public void say(String line) {
    err.println(TerminalText.line(line));
  }
}
