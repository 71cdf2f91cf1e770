package dev.escarole.engine;

import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The one directory in which an engine keeps its files. Whoever can write there decides what runs,
 * so it is the owner's alone.
 */
final class DataDirectory {

  /** What counts at the next start; all else lies in these, or decides nothing. */
  private static final List<String> CONTENTS =
      List.of(
          "escarole.mv.db",
          CommandHost.POLICY,
          "tokens.json",
          "commands",
          "commands/registry.json",
          Workspaces.RUNS);

  /** What a server checks by itself, and would rather lose than take from others. */
  private static final List<String> OF_A_SERVER = List.of("sessions.json", "server.json");

  private DataDirectory() {}

  /** All that must not be reached even where it is a link that leads elsewhere. */
  static List<Path> parts(Path data) {
    List<Path> parts = new ArrayList<>();
    for (String name : CONTENTS) {
      parts.add(data.resolve(name));
    }
    for (String name : OF_A_SERVER) {
      parts.add(data.resolve(name));
    }
    return parts;
  }

  /**
   * Makes the directory, or takes the permissions of others from one that is there.
   *
   * @param notes is told of each permission that was taken
   * @throws UnsafeFileException if it, or something that counts in it, belongs to somebody else, or
   *     others could write to it
   * @throws IOException if it cannot be made
   */
  static Path open(Path data, Consumer<String> notes) throws IOException {
    Path root = PrivateFiles.createDirectories(data.toAbsolutePath().normalize());
    check(root, notes);
    return root;
  }

  /** Does the same with a directory that need not exist, and is not made. */
  static void check(Path data, Consumer<String> notes) {
    PrivateFiles.claimDirectory(data, notes);
    for (String name : CONTENTS) {
      PrivateFiles.claimFile(data.resolve(name), notes);
    }
  }
}
