package dev.escarole.web.cli.option;

import dev.escarole.engine.command.OwnCommands;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file on the command line that should hold a program. */
public final class ProgramFile {

  private ProgramFile() {}

  /**
   * Reads a program that is to be run as it is.
   *
   * @throws UsageException if the file cannot be read, or is larger than a command may be
   */
  public static byte[] read(Path file) {
    int most = OwnCommands.MOST_BYTES;
    try (InputStream in = Files.newInputStream(file)) {
      // Looked at first, so that nothing is read of what is too large; not every file knows.
      byte[] program = Files.size(file) > most ? null : in.readNBytes(most + 1);
      if (program == null || program.length > most) {
        throw new UsageException(
            "program-too-large",
            TextFormat.plain(file.toString()) + " has more than " + most + " bytes",
            "A program may have " + most + " bytes at most, whether it is added or not.",
            null);
      }
      return program;
    } catch (IOException e) {
      throw unreadable(file);
    }
  }

  static UsageException unreadable(Path file) {
    return new UsageException(
        "unreadable-file",
        TextFormat.plain(file.toString()) + " cannot be read",
        "Name a file that holds a WebAssembly program.",
        null);
  }
}
