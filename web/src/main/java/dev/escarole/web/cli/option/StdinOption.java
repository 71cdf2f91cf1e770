package dev.escarole.web.cli.option;

import dev.escarole.web.cli.text.Console;
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

  @Option(
      names = "--stdin",
      paramLabel = "FILE|-",
      description =
          "What the first command reads: a file, or - for standard input. Default: nothing.")
  private @Nullable String stdin;

  public boolean isGiven() {
    return stdin != null;
  }

  /** The bytes to read, cut where they are too many for any command anyway. */
  public byte[] read(Console console, int most) {
    if (stdin == null) {
      return new byte[0];
    }
    try {
      if (stdin.equals("-")) {
        return console.in().readNBytes(most);
      }
      try (InputStream in = Files.newInputStream(Path.of(stdin))) {
        return in.readNBytes(most);
      }
    } catch (IOException | InvalidPathException e) {
      throw new UsageException(
          "bad-stdin", "--stdin " + stdin + " cannot be read", "Check the path.", stdin);
    }
  }
}
