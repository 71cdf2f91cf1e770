package dev.escarole.web.cli;

import java.nio.file.Path;

/** A file on the command line that should hold a program. */
final class ProgramFile {

  private ProgramFile() {}

  static UsageException unreadable(Path file) {
    return new UsageException(
        "unreadable-file",
        Texts.plain(file.toString()) + " cannot be read",
        "Name a file that holds a WebAssembly program.",
        null);
  }
}
