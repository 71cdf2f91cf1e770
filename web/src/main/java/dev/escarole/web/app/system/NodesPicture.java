package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes that use the database of an installation. */
public record NodesPicture(
    @Documented("Whether several nodes can use the database at once.") boolean shared,
    @Documented("Unfinished runs that no living node executes.") long interrupted,
    @Documented("Launched runs that wait for a node with room.") long unclaimed,
    @Documented("What needs attention, in sentences; empty if everything works.")
        List<String> problems,
    @Documented("The node that answers comes first.") List<NodePicture> nodes) {

  public NodesPicture {
    problems = List.copyOf(problems);
    nodes = List.copyOf(nodes);
  }

  /** A node: a process with an engine that runs recipes. */
  public record NodePicture(
      @Documented("Process, host and a random part.") String name,
      @Documented("Whether it is the node that answers.") boolean own,
      @Documented("Whether it has reported lately.") boolean alive,
      @Documented("Version of Escarole; null until the node has reported.")
          @Nullable String version,
      @Documented("By the node's own clock.") Instant startedAt,
      @Documented("When it last reported, by the database's clock; null if it was shut down.")
          @Nullable Instant seenAt,
      @Documented("Unfinished runs that it executes.") long runs,
      @Documented("Its queued runs.") long queued,
      @Documented("What recipes can require of it with 'launch: {node: LABEL}'.")
          List<String> labels,
      @Documented("What it last reported; null if it never did.") @Nullable NodeLoad load,
      @Documented("Why it claims no runs and fires no schedules; null if it does.")
          @Nullable String refusal) {

    public NodePicture {
      labels = List.copyOf(labels);
    }

    /** Process and host. */
    public String process() {
      int end = name.lastIndexOf('/');
      return end < 0 ? name : name.substring(0, end);
    }
  }

  /** What a node reports about itself every two seconds. */
  public record NodeLoad(
      @Documented("Commands that it can run at once.") int workers,
      @Documented("Commands that it runs.") int busy,
      @Documented("By how much its clock is ahead of the database's; negative if it is behind.")
          long clockAheadMillis,
      @Documented(
              "Runs that it claimed in the last minute: ones that waited for a node, and"
                  + " interrupted ones of others.")
          int claims,
      @Documented("The most runs under way with which it claims more; 0 for any number.")
          int capacity,
      @Documented("Commands of wide parallel nodes of its runs that are left to other nodes now.")
          long elsewhere,
      @Documented("Commands that it has carried out for runs of other nodes since it started.")
          long forOthers) {}
}
