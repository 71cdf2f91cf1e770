package dev.escarole.web.agent.acli;

import java.util.HashMap;
import java.util.Map;

/**
 * Lines that are waited for, each of which holds a thread: bounded over all and for each principal,
 * so that some threads are always left for lines that are answered at once. Safe for use by many
 * threads.
 */
final class WaitingRoom {

  /** Lines of one principal that may wait. */
  static final int OF_ONE = 16;

  /** Lines that may wait in all. */
  static final int OF_ALL = 48;

  private final Map<String, Integer> waiting = new HashMap<>();
  private int all;

  /**
   * Lets a line in.
   *
   * @throws AcliException if there is no room for it
   */
  synchronized void enter(String principal) {
    int before = waiting.getOrDefault(principal, 0);
    if (before >= OF_ONE || all >= OF_ALL) {
      throw new AcliException(AcliError.tooManyWaiting(before >= OF_ONE ? before : all));
    }
    waiting.put(principal, before + 1);
    all++;
  }

  /** A line that was let in has been answered. */
  synchronized void leave(String principal) {
    all--;
    waiting.computeIfPresent(principal, (name, lines) -> lines > 1 ? lines - 1 : null);
  }
}
