package dev.escarole.web.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the first command reads. */
final class StdinOption {

  @Option(
      names = "--stdin",
      paramLabel = "FILE|-",
      description =
          "What the first command reads: a file, or - for standard input. Default: nothing.")
  private @Nullable String stdin;

  boolean isGiven() {
    return stdin != null;
  }

  byte[] bytes(Console console) {
    if (stdin == null) {
      return new byte[0];
    }
    try {
      return stdin.equals("-") ? console.in().readAllBytes() : Files.readAllBytes(Path.of(stdin));
    } catch (IOException | InvalidPathException e) {
      throw new UsageException(
          "bad-stdin", "--stdin " + stdin + " cannot be read", "Check the path.", stdin);
    }
  }
}
