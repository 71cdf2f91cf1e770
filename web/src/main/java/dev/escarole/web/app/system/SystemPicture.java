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
      int queued,
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
