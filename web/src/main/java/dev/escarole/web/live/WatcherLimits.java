package dev.escarole.web.live;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Limits the connections: in total, of one caller, and of one session. Thread-safe. */
final class WatcherLimits {

  private final int most;
  private final int mostOfOne;
  private final int mostOfSession;
  private final Map<String, Integer> watching = new HashMap<>();
  private final Map<String, Integer> sessions = new HashMap<>();
  private int total;

  WatcherLimits(int most, int mostOfOne, int mostOfSession) {
    this.most = most;
    this.mostOfOne = mostOfOne;
    this.mostOfSession = mostOfSession;
  }

  /**
   * The owner of a connection.
   *
   * @param session tells sessions of one caller apart; null without a session
   */
  record Who(String caller, @Nullable String session) {}

  /**
   * Counts a connection.
   *
   * @throws RefusedException if there are too many already
   */
  synchronized void enter(Who who) {
    int ofOne = watching.getOrDefault(who.caller(), 0);
    int ofSession = who.session() == null ? 0 : sessions.getOrDefault(who.session(), 0);
    if (total >= most) {
      throw tooMany("%d connections watch this server".formatted(total));
    }
    if (ofOne >= mostOfOne) {
      throw tooMany("%d of your connections watch this server".formatted(ofOne));
    }
    if (ofSession >= mostOfSession) {
      throw tooMany("%d connections of your session watch this server".formatted(ofSession));
    }
    total++;
    watching.merge(who.caller(), 1, Integer::sum);
    if (who.session() != null) {
      sessions.merge(who.session(), 1, Integer::sum);
    }
  }

  private static RefusedException tooMany(String how) {
    return new RefusedException(
        RefusalCode.TOO_MANY_WATCHERS,
        how + ", which is all that may",
        "Close one, or come back later.");
  }

  synchronized void leave(Who who) {
    total--;
    leave(watching, who.caller());
    if (who.session() != null) {
      leave(sessions, who.session());
    }
  }

  private static void leave(Map<String, Integer> counts, String key) {
    counts.computeIfPresent(key, (unused, count) -> count == 1 ? null : count - 1);
  }

  synchronized int total() {
    return total;
  }
}
