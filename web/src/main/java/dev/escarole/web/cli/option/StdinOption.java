package dev.escarole.web.cli.option;

import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.StandardInput;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a command reads. */
public final class StdinOption {

  private static final int MOST_PIPED = 64 << 20;

  @Option(
      names = "--stdin",
      paramLabel = "FILE|-",
      description =
          "What the first command reads: a file, or - to wait for standard input."
              + " Default: what is piped or redirected to standard input; nothing on a terminal.")
  private @Nullable String stdin;

  /** Standard input can be read only once, and a command that watches runs again. */
  private byte @Nullable [] readBefore;

  /** The file that was given; null for none, or for standard input. */
  public @Nullable Path file() {
    return stdin == null || stdin.equals("-") ? null : Path.of(stdin);
  }

  /** Whether something is piped here that a command could be given. */
  public boolean isPiped(Console console) {
    return stdin == null && StandardInput.of(console) != StandardInput.NOTHING;
  }

  /** Whether the option asks for standard input, which then cannot be read for anything else. */
  public boolean isStandardInput() {
    return "-".equals(stdin);
  }

  public boolean isGiven() {
    return stdin != null;
  }

  /** Whether reading may take as long as whoever writes. */
  public boolean mayWait(Console console) {
    return stdin != null || StandardInput.of(console) == StandardInput.STREAM;
  }

  /**
   * The bytes that were asked for, or else those that are piped or redirected here.
   *
   * @param wanted whether anything can read them; a pipe is not waited for otherwise
   * @throws UsageException if a pipe stays open without data, or more than 64 MiB are piped
   */
  public byte[] readOrPiped(Console console, boolean wanted) {
    StandardInput kind = stdin == null ? StandardInput.of(console) : StandardInput.NOTHING;
    if (kind == StandardInput.NOTHING) {
      return read(console, Integer.MAX_VALUE);
    }
    if (!wanted) {
      StandardInput.warnIfUnused(console, "no first command of the recipe reads it");
      return new byte[0];
    }
    if (readBefore != null) {
      return readBefore;
    }
    byte[] bytes =
        new PipedInput(console, MOST_PIPED + 1).readAll(PipedInput.QUIET, PipedInput.PATIENCE);
    if (bytes.length > MOST_PIPED) {
      throw new UsageException(
          "stdin-too-large",
          "more than 64 MiB are piped to standard input",
          "Add --stdin - to read all of it, or name a file with --stdin FILE.");
    }
    readBefore = bytes;
    return bytes;
  }

  /**
   * What is piped or redirected here, to be read when a command wants it.
   *
   * @param most bytes that any command may read
   * @return null if nothing is, or the option was given
   */
  public @Nullable InputSource piped(Console console, long most) {
    return stdin != null || StandardInput.of(console) == StandardInput.NOTHING
        ? null
        : new PipedInput(console, most);
  }

  /** The bytes that were asked for, cut where they are too many for any command anyway. */
  public byte[] read(Console console, int most) {
    if (stdin == null) {
      return new byte[0];
    }
    try {
      if (stdin.equals("-")) {
        if (readBefore == null) {
          readBefore = console.in().readNBytes(most);
        }
        return readBefore;
      }
      try (InputStream in = Files.newInputStream(console.locate(Path.of(stdin)))) {
        return in.readNBytes(most);
      }
    } catch (IOException | InvalidPathException e) {
      throw new UsageException(
          "bad-stdin", "--stdin " + stdin + " cannot be read", "Check the path.", stdin);
    }
  }
}
