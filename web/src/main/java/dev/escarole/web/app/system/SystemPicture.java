package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.run.LimitsPicture;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Versions, load, settings and storage of an installation. */
public record SystemPicture(
    String version,
    String java,
    @Documented("What needs attention, in sentences; empty if everything works.")
        List<String> problems,
    Work work,
    JournalPicture journal,
    @Documented("Null if the database does not answer.") @Nullable Database database,
    @Documented("Null if the database does not answer.") @Nullable CacheStats cache,
    Storage storage,
    @Documented("Limits of every call of a command.") LimitsPicture limits,
    PolicyState policy,
    @Documented("The watched folder of recipes; null if none is watched.") @Nullable Folder folder,
    Machine machine) {

  public SystemPicture {
    problems = List.copyOf(problems);
  }

  /** The load. */
  public record Work(
      int runs,
      int workers,
      int busy,
      @Documented("Leaves that are ready and wait for a worker.") int queued,
      @Documented(
              "How long the one of them has waited that has waited longest; null if none waits.")
          @Nullable Long oldestQueuedMillis,
      @Documented("Runs that wait until their recipe allows one more run at once.") int queuedRuns,
      @Documented(
              "How long the one of them has waited that has waited longest; null if none waits.")
          @Nullable Long oldestQueuedRunMillis,
      @Documented("Runs that were resumed by this server.") int resumed,
      @Documented("Compiled programs in memory.") int programs,
      long memoryTaken,
      long memoryMost) {}

  /** The journal that writes events to the database. */
  public record JournalPicture(
      @Documented(words = {"running", "paused"}) String state,
      @Nullable Instant since,
      @Nullable String reason,
      long pendingEvents) {}

  /** The database. */
  public record Database(String product, String version, String schema, long bytes) {}

  /** What runs use, and which are kept. */
  public record Storage(
      @Documented("Database, null if it does not answer.") @Nullable Long databaseBytes,
      @Documented("Files in the workspaces of all runs.") long workspaceBytes,
      @Documented("False if there was no time to measure all workspaces: there is more.")
          boolean complete,
      @Documented("Runs that started longer ago are deleted; null for no limit.")
          @Nullable Long keepSeconds,
      @Documented("The oldest runs are deleted beyond this size; null for no limit.")
          @Nullable Long keepBytes,
      @Documented("What the parts of the data directory use.") List<Part> parts,
      @Documented("Bytes that can still be written there; null if the system does not say.")
          @Nullable Long freeBytes,
      @Documented("Size of the file system that it is on; null if the system does not say.")
          @Nullable Long diskBytes) {

    public Storage {
      parts = List.copyOf(parts);
    }

    /** A part of the data directory. */
    public record Part(
        @Documented(words = {"database", "runs", "commands", "builds", "other"}) String kind,
        long bytes,
        @Documented("False if there was no time to measure all of it: there is more.")
            boolean complete) {}

    /** All that is used, as far as it is known. */
    public long bytes() {
      return workspaceBytes + (databaseBytes == null ? 0 : databaseBytes);
    }

    /** Whether nothing is deleted unless somebody asks for it. */
    public boolean keepsAll() {
      return keepSeconds == null && keepBytes == null;
    }
  }

  /** The policy file. */
  public record PolicyState(
      String file,
      boolean present,
      @Documented("Why it cannot be used; null if it can.") @Nullable String problem,
      List<String> principals) {
    public PolicyState {
      principals = List.copyOf(principals);
    }
  }

  /** The watched folder. */
  public record Folder(String path, int recipes, int invalid) {}

  /** The Java virtual machine and its system. */
  public record Machine(
      String vm,
      String os,
      long uptimeMillis,
      int processors,
      int threads,
      long heapBytes,
      long heapMostBytes) {}
}
