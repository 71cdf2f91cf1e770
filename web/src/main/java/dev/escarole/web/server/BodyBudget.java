package dev.escarole.web.server;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the bodies in memory: a few large ones for each caller, and a number of bytes for each
 * caller and for all together, so that no caller keeps others from sending. Small bodies count only
 * by their bytes. Thread-safe.
 */
final class BodyBudget {

  /** Larger bodies also count by number. */
  static final int SMALL_BYTES = 256 << 10;

  /** Large bodies of one caller at once. */
  static final int MOST_LARGE = 4;

  private final long mostBytesOfOne;
  private final long mostBytes;
  private final Map<String, Use> callers = new HashMap<>();
  private long bytes;

  /** The limit for all together is twice that for one caller. */
  BodyBudget(long mostBytesOfOne) {
    this.mostBytesOfOne = mostBytesOfOne;
    this.mostBytes = 2 * mostBytesOfOne;
  }

  /** Returns a budget for the memory of this process; one body of the largest size always fits. */
  static BodyBudget ofThisProcess() {
    return new BodyBudget(
        Math.max(Intake.MOST_BYTES + (8L << 20), Runtime.getRuntime().maxMemory() / 8));
  }

  private static final class Use {
    private long bytes;
    private int large;
    private int bodies;
  }

  /** The share of one body; its reader returns it once. */
  final class Share {
    private final String caller;
    private final Use use;
    private long taken;
    private boolean large;
    private boolean over;

    private Share(String caller, Use use) {
      this.caller = caller;
      this.use = use;
      use.bodies++;
    }

    /** Takes this many bytes more; returns false if they are too many now. */
    boolean take(int more) {
      synchronized (BodyBudget.this) {
        boolean becomesLarge = !large && taken + more > SMALL_BYTES;
        if (over
            || (becomesLarge && use.large >= MOST_LARGE)
            || use.bytes + more > mostBytesOfOne
            || bytes + more > mostBytes) {
          return false;
        }
        if (becomesLarge) {
          large = true;
          use.large++;
        }
        taken += more;
        use.bytes += more;
        bytes += more;
        return true;
      }
    }

    void giveBack() {
      synchronized (BodyBudget.this) {
        if (over) {
          return;
        }
        over = true;
        use.bytes -= taken;
        use.large -= large ? 1 : 0;
        use.bodies--;
        bytes -= taken;
        if (use.bodies == 0) {
          callers.remove(caller);
        }
      }
    }
  }

  synchronized Share begin(String caller) {
    return new Share(caller, callers.computeIfAbsent(caller, unused -> new Use()));
  }
}
