package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A directory of a run's workspace. */
public record WorkspaceList(
    @Made.Id String run,
    @Documented("Path of the directory in the workspace; empty for the workspace itself.")
        String path,
    @Documented("What is in it, by name; at most 1,000 entries.") List<Entry> entries,
    @Documented("Whether there are more.") boolean more) {

  public WorkspaceList {
    entries = List.copyOf(entries);
  }

  /** An entry of a directory. */
  public record Entry(
      @Documented("Its name. A command chose it: it can hold any characters.") String name,
      @Documented("file, directory, link or other; only files can be read.") @Made.Word String kind,
      @Documented("Size of a file; else 0.") long bytes,
      @Documented("Last modification, which a command can set to any time.") Instant modifiedAt) {}

  /** Names a directory of a workspace, or a file in it. */
  public record Query(
      @Param(
              value = "A run's id, the beginning of it, or 'last' for the newest run.",
              in = Param.Where.PATH,
              required = true)
          String run,
      @Param(
              value =
                  "A path in the workspace, such as out/report.md. Default: the workspace itself.",
              in = Param.Where.QUERY)
          @Nullable String path) {}
}
