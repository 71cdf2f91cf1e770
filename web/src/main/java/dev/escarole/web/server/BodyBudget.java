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

  /**
   * @param mostBytesOfOne limit for one caller; the limit for all together is twice that
   */
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
    private long taken;
    private boolean large;
    private boolean over;

    private Share(String caller) {
      this.caller = caller;
    }

    /** Takes this many bytes more; returns false if they are too many now. */
    boolean take(int more) {
      return grow(this, more);
    }

    /** Returns all its bytes. */
    void giveBack() {
      end(this);
    }
  }

  /** Begins a body. */
  synchronized Share begin(String caller) {
    callers.computeIfAbsent(caller, unused -> new Use()).bodies++;
    return new Share(caller);
  }

  private synchronized boolean grow(Share share, int more) {
    Use use = callers.get(share.caller);
    if (use == null || share.over) {
      return false;
    }
    boolean becomesLarge = !share.large && share.taken + more > SMALL_BYTES;
    if ((becomesLarge && use.large >= MOST_LARGE)
        || use.bytes + more > mostBytesOfOne
        || bytes + more > mostBytes) {
      return false;
    }
    if (becomesLarge) {
      share.large = true;
      use.large++;
    }
    share.taken += more;
    use.bytes += more;
    bytes += more;
    return true;
  }

  private synchronized void end(Share share) {
    Use use = callers.get(share.caller);
    if (use == null || share.over) {
      return;
    }
    share.over = true;
    use.bytes -= share.taken;
    use.large -= share.large ? 1 : 0;
    use.bodies--;
    bytes -= share.taken;
    if (use.bodies == 0) {
      callers.remove(share.caller);
    }
  }

  /** Bytes in memory now. */
  synchronized long bytes() {
    return bytes;
  }
}
