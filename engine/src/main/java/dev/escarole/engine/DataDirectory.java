package dev.escarole.engine;

import dev.escarole.engine.build.BuildStore;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The data directory of an engine. Write access to it means control over what runs, so it is
 * private to its owner.
 */
final class DataDirectory {

  static final String DATABASE = "escarole.mv.db";

  /** The files that affect the next start; all others are inside these or have no effect. */
  private static final List<String> CONTENTS =
      List.of(
          DATABASE,
          CommandHost.POLICY,
          OutboxAccess.CHANNELS,
          "tokens.json",
          "commands",
          "commands/registry.json",
          BuildStore.DIRECTORY,
          Workspaces.RUNS);

  /** Files that a server checks itself and ignores if they are unsafe. */
  private static final List<String> OF_A_SERVER = List.of("sessions.json", "server.json");

  private DataDirectory() {}

  /** The files to protect from guests, even if they are links to other places. */
  static List<Path> parts(Path data) {
    return Stream.concat(CONTENTS.stream(), OF_A_SERVER.stream()).map(data::resolve).toList();
  }

  /**
   * Creates the directory, or removes other users' permissions from an existing one.
   *
   * @param notes receives a sentence for each removed permission
   * @throws UnsafeFileException if it, or a file in it that affects the next start, belongs to
   *     another user or was writable by others
   * @throws IOException if it cannot be created
   */
  static Path open(Path data, Consumer<String> notes) throws IOException {
    Path root = PrivateFiles.createDirectories(data.toAbsolutePath().normalize());
    check(root, notes);
    return root;
  }

  /** Checks a directory that may be missing, without creating it. */
  static void check(Path data, Consumer<String> notes) {
    PrivateFiles.claimDirectory(data, notes);
    for (String name : CONTENTS) {
      PrivateFiles.claimFile(data.resolve(name), notes);
    }
  }
}
