package dev.escarole.samples.bench.clustersoak;

import java.util.List;

/**
 * A fault that was injected. Immutable.
 *
 * @param node name of the node; empty for the database
 * @param atMillis when it began, in milliseconds since 1970
 * @param untilMillis when it was over: the process was started again or continued
 * @param runs ids of the runs that the node was executing just before
 */
record Fault(Kind kind, String node, long atMillis, long untilMillis, List<String> runs) {

  Fault {
    runs = List.copyOf(runs);
  }

  /** What happens to a process. */
  enum Kind {
    /** SIGKILL, and a new process some seconds later. */
    KILL,
    /** SIGSTOP, for longer than a failover takes, then SIGCONT. */
    FREEZE,
    /** SIGTERM, so that the node drains, and a new process. */
    DRAIN,
    /** Immediate shutdown of PostgreSQL, which recovers from its log when it starts again. */
    DATABASE
  }

  /**
   * A fault to be injected.
   *
   * @param node index of the node; not used for the database
   * @param offsetMillis from the beginning of the soak; later if the previous fault lasts longer
   * @param lengthMillis how long the process is away
   */
  record Planned(Kind kind, int node, long offsetMillis, long lengthMillis) {}
}
