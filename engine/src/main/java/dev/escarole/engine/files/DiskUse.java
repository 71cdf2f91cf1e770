package dev.escarole.engine.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of a data directory use, and how much space is left. Immutable.
 *
 * @param parts those that are there, in the order of {@link Kind}
 * @param free bytes that this process can still write there; null if the system does not say
 * @param total size of the file system; null likewise
 */
public record DiskUse(Path directory, List<Part> parts, @Nullable Long free, @Nullable Long total) {

  public DiskUse {
    parts = List.copyOf(parts);
  }

  /** The kinds of parts. */
  public enum Kind {
    /** The files of the embedded database: runs, steps, outputs. */
    DATABASE,
    /** The workspaces of runs, and files that they were given. */
    RUNS,
    /** Programs that were added, and their compiled forms. */
    COMMANDS,
    /** Sources and results of builds. */
    BUILDS,
    /** Everything else, such as kept HTTP responses. */
    OTHER;

    private static Kind of(String file) {
      if (file.startsWith("escarole.") && file.endsWith(".db")) {
        return DATABASE;
      }
      return switch (file) {
        case "runs" -> RUNS;
        case "commands" -> COMMANDS;
        case "builds" -> BUILDS;
        default -> OTHER;
      };
    }
  }

  /**
   * A part.
   *
   * @param complete false if there was no time to look at all of it, so that there is more
   */
  public record Part(Kind kind, long bytes, boolean complete) {}

  /**
   * Measures everything but the workspaces.
   *
   * @param runs what these use
   * @param most how long it may take
   */
  public static DiskUse measure(Path root, WorkspaceUse runs, Duration most) {
    Map<Kind, WorkspaceUse> use = new EnumMap<>(Kind.class);
    long end = System.nanoTime() + most.toNanos();
    for (Path each : entries(root)) {
      Kind kind = Kind.of(String.valueOf(each.getFileName()));
      WorkspaceUse found =
          kind == Kind.RUNS
              ? runs
              : WorkspaceUse.measure(each, Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      use.merge(kind, found, WorkspaceUse::plus);
    }
    List<Part> parts = new ArrayList<>();
    use.forEach((kind, found) -> parts.add(new Part(kind, found.bytes(), found.complete())));
    try {
      FileStore store = Files.getFileStore(root);
      return new DiskUse(root, parts, store.getUsableSpace(), store.getTotalSpace());
    } catch (IOException e) {
      return new DiskUse(root, parts, null, null);
    }
  }

  private static List<Path> entries(Path root) {
    try (Stream<Path> entries = Files.list(root)) {
      return entries.filter(each -> Files.exists(each, LinkOption.NOFOLLOW_LINKS)).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
