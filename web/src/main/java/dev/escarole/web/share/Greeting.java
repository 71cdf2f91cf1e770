package dev.escarole.web.share;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a process says when it comes to the holder of a data directory. Immutable.
 *
 * @param since when the holder began that it was a guest of and that is gone, as an ISO 8601 time:
 *     runs that began or went on since then are to go on; null for one that comes first
 * @param policy the policy file of that holder, under which those runs were launched; null likewise
 * @param recipes the folder of recipes that its own users run by name; null for none
 * @param stays whether it leaves the connection open, to learn at once that the holder is gone
 */
record Greeting(
    @Nullable String since, @Nullable String policy, @Nullable String recipes, boolean stays) {

  /**
   * What the holder answers. Immutable.
   *
   * @param socket where it answers requests of that guest; null if it cannot
   * @param since when the holder began, as an ISO 8601 time
   * @param settings of its engine that hold for every run in it
   * @param error why it cannot; null if it can
   */
  record Welcome(
      @Nullable String socket, String since, Map<String, String> settings, @Nullable String error) {
    Welcome {
      settings = Map.copyOf(settings);
    }
  }
}
