package dev.escarole.web.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Lines typed on a terminal, with editing, a history that ends with the session, and completion of
 * commands' names. Only the editor's own characters mean something to it; the line comes out as it
 * was typed.
 */
final class TypedLines implements LineSource {

  private static final Set<String> BEFORE_A_COMMAND = Set.of("|", "||", "&&", ";");

  private final org.jline.terminal.Terminal terminal;
  private final LineReader reader;

  TypedLines(org.jline.terminal.Terminal terminal, Supplier<List<String>> commands) {
    this.terminal = terminal;
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("escarole")
            .completer((unused, line, candidates) -> complete(commands, line, candidates))
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.BRACKETED_PASTE, false)
            .build();
  }

  /**
   * Takes over the process's terminal until this is closed.
   *
   * @param commands the names to complete, asked for at each completion
   * @param interrupted what Ctrl-C does while no line is being typed
   */
  static TypedLines open(Supplier<List<String>> commands, Runnable interrupted) {
    try {
      var terminal = TerminalBuilder.builder().system(true).exec(false).dumb(true).build();
      // Without this, the process would be gone with its workspace left behind.
      terminal.handle(org.jline.terminal.Terminal.Signal.INT, signal -> interrupted.run());
      return new TypedLines(terminal, commands);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void complete(
      Supplier<List<String>> commands, ParsedLine line, List<Candidate> candidates) {
    int index = line.wordIndex();
    if (index == 0 || BEFORE_A_COMMAND.contains(line.words().get(index - 1))) {
      commands.get().forEach(name -> candidates.add(new Candidate(name)));
    }
  }

  @Override
  public @Nullable String next() {
    try {
      return reader.readLine(PROMPT);
    } catch (UserInterruptException e) {
      return "";
    } catch (EndOfFileException e) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      terminal.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
