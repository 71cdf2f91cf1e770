package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an engine does now, and what it counted since its figures were first asked for. */
public record EngineFigures(
    WorkFigures work,
    JournalFigures journal,
    NodeFigures node,
    RunFigures runs,
    StepFigures steps,
    AttemptFigures attempts) {

  /** Runs, workers and guests now. */
  public record WorkFigures(
      int runs,
      int workers,
      int busy,
      @Documented("Leaves that are ready and wait for a worker.") int queued,
      @Documented("How long the first of them has waited; 0 if none waits.")
          long oldestQueuedMillis,
      @Documented("Runs that wait until their recipe allows one more run at once.") int queuedRuns,
      @Documented("How long the first of them has waited; 0 if none waits.")
          long oldestQueuedRunMillis,
      int programs,
      @Documented("Bytes that guests have.") long memoryTaken,
      @Documented("Bytes that guests may have.") long memoryMost) {}

  /** The journal, which writes to the database. */
  public record JournalFigures(
      @Documented("Events that are not yet in the database.") long pendingEvents,
      @Documented("Whether the database is away and runs wait for it.") boolean paused,
      @Documented("How long it has been away.") long pausedMillis,
      @Documented("Groups of events committed.") long groups,
      @Documented("Nanoseconds that committing took.") long nanos,
      @Documented("Events in these groups.") long events) {}

  /** This node among those that use the database. */
  public record NodeFigures(
      @Documented("By how much its clock is ahead of the database's; negative if it is behind.")
          long clockAheadMillis,
      @Documented("Whether it claims no runs and fires no schedules.") boolean refuses,
      @Documented(
              "Runs that it claimed in the last minute: ones that waited for a node, and"
                  + " interrupted ones of others.")
          int claims,
      @Documented("Commands of its runs that are left to other nodes now.") long elsewhere,
      @Documented("Commands that it carried out for runs of other nodes.") long forOthers) {}

  /** Runs; those that ended by their status. */
  public record RunFigures(long started, long resumed, Map<String, Durations> ended) {}

  /** Transitions of steps, by the state that they led to, and joins. */
  public record StepFigures(
      Map<String, Long> leaves, Map<String, Long> groups, long wholeJoins, long degradedJoins) {}

  /** Attempts of leaves that ended. */
  public record AttemptFigures(
      @Documented("By outcome.") Map<String, Long> outcomes,
      @Documented("Those that the broker refused, by reason.") Map<String, Long> denials,
      @Documented("By where the result came from: ran, cached, reused.") Map<String, Long> origins,
      Durations durations,
      @Documented("How many took at most so long.") List<Bucket> buckets,
      long fuelUsed) {}

  /** How many there were, how long they took together, and the longest. */
  public record Durations(long count, long millis, long longestMillis) {}

  /** How many took at most so long and longer than the bucket before. */
  public record Bucket(
      @Documented("Null for the last one.") @Nullable Long mostMillis, long count) {}
}
