package dev.escarole.web.cli.command;

import dev.escarole.web.cli.text.Console;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where the lines of a session come from. */
interface LineSource extends AutoCloseable {

  String PROMPT = "escarole$ ";

  /** Returns the next line, or null after the last one. */
  @Nullable String next();

  @Override
  void close();

  /** Lines from standard input, with a prompt if it is a terminal. */
  final class Plain implements LineSource {

    private final Console console;
    private final BufferedReader in;

    Plain(Console console) {
      this.console = console;
      this.in = new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable String next() {
      if (console.terminal().stdin() && console.terminal().stderr()) {
        console.err().print(PROMPT);
        console.err().flush();
      }
      try {
        return in.readLine();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      // Standard input is the process's.
    }
  }
}
