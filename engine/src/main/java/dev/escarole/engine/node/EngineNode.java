package dev.escarole.engine.node;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An engine that uses the database. Immutable.
 *
 * @param name its process and host, with a random part
 * @param own whether it is this one
 * @param startedAt by its own clock
 * @param seenAt when it last reported, by the database's clock; null if it has left
 * @param running unfinished runs that it owns and that have started, according to the database
 * @param queued those that have not
 * @param report what it last reported about itself; null if it never did
 */
public record EngineNode(
    String name,
    boolean own,
    boolean alive,
    Instant startedAt,
    @Nullable Instant seenAt,
    long running,
    long queued,
    @Nullable NodeReport report) {

  /** Whether it says that it claims what waits for an engine. */
  public boolean mayClaim() {
    return report != null && report.refusal() == null;
  }

  /** What recipes can require of it, in alphabetical order; empty if it never reported. */
  public List<String> labels() {
    return report == null ? List.of() : report.work().labels();
  }

  /**
   * The engines of a database. Immutable.
   *
   * @param shared whether several processes can use the database at once
   * @param nodes those that live, have unfinished runs, or died less than a day ago; this one first
   * @param interrupted unfinished runs that no living engine owns
   * @param unclaimed launched runs that no engine has had room for yet
   */
  public record NodeList(boolean shared, List<EngineNode> nodes, long interrupted, long unclaimed) {
    public NodeList {
      nodes = List.copyOf(nodes);
    }
  }
}
