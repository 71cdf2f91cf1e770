package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls the command line inside this process, in a directory of its own, and keeps what it says.
 */
public final class CliHarness {

  private final Path directory;
  private Terminal terminal = Terminal.NONE;
  private byte[] stdin = new byte[0];
  private final Map<String, String> environment = new HashMap<>();

  public CliHarness(Path directory) {
    this.directory = directory;
  }

  /** What a call came to. */
  public static final class Call {
    private final int exit;
    private final byte[] out;
    private final String err;

    private Call(int exit, byte[] out, String err) {
      this.exit = exit;
      this.out = out;
      this.err = err;
    }

    public int exit() {
      return exit;
    }

    public byte[] out() {
      return out;
    }

    public String err() {
      return err;
    }

    public String text() {
      return new String(out, StandardCharsets.UTF_8);
    }

    public JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (IOException e) {
        throw new UncheckedIOException("not JSON: " + text(), e);
      }
    }
  }

  public CliHarness on(Terminal newTerminal) {
    terminal = newTerminal;
    return this;
  }

  /** Sets a variable of the environment of later calls. */
  public CliHarness env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public CliHarness stdin(String text) {
    stdin = text.getBytes(StandardCharsets.UTF_8);
    return this;
  }

  /** Writes a file into the directory. */
  public Path file(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path data() {
    return directory.resolve("data");
  }

  /** Calls with the arguments as they are; the environment names the data directory. */
  public Call call(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Call call = callInto(out, args);
    return new Call(call.exit, out.toByteArray(), call.err);
  }

  private Map<String, String> variables() {
    Map<String, String> all = new HashMap<>(environment);
    all.putIfAbsent("ESCAROLE_DATA", data().toString());
    return Map.copyOf(all);
  }

  /** The same with standard output elsewhere. */
  public Call callInto(OutputStream out, Object... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(stdin),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            variables(),
            InstantSource.system());
    List<String> words = new ArrayList<>();
    for (Object arg : args) {
      words.add(arg.toString());
    }
    int exit = new Cli(console).run(words.toArray(String[]::new));
    return new Call(exit, new byte[0], err.toString(StandardCharsets.UTF_8));
  }
}
