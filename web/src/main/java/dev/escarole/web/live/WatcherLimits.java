package dev.escarole.web.live;

import dev.escarole.web.service.RefusedException;
import java.util.HashMap;
import java.util.Map;

/** How many may watch at once, together and for one caller. Thread-safe. */
final class WatcherLimits {

  private final int most;
  private final int mostOfOne;
  private final Map<String, Integer> watching = new HashMap<>();
  private int total;

  WatcherLimits(int most, int mostOfOne) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /**
   * Lets somebody watch once more.
   *
   * @throws RefusedException if there are too many already
   */
  synchronized void enter(String caller) {
    int ofOne = watching.getOrDefault(caller, 0);
    if (total >= most || ofOne >= mostOfOne) {
      throw new RefusedException(
          RefusedException.Kind.UNAVAILABLE,
          "too-many-watchers",
          total >= most
              ? "%d connections watch this server, which is all that may".formatted(total)
              : "%d of your connections watch this server, which is all that may".formatted(ofOne),
          "Close one, or come back later.");
    }
    total++;
    watching.merge(caller, 1, Integer::sum);
  }

  synchronized void leave(String caller) {
    total--;
    watching.computeIfPresent(caller, (unused, count) -> count == 1 ? null : count - 1);
  }

  synchronized int total() {
    return total;
  }
}
