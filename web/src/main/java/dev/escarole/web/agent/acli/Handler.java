package dev.escarole.web.agent.acli;

import java.time.Duration;

/** What a command does. Must be safe for use by many threads. */
public interface Handler {

  /**
   * Carries a command out. Runs on a thread of its own, and hears through the call's cancellation
   * when the caller gives up or the time is over; what it answers then nobody hears.
   *
   * @return what the caller is told: maps, lists, texts, numbers and booleans, as JSON has them
   * @throws AcliException if it refuses or fails in a way that it can explain
   * @throws Exception if it breaks; the caller is told so without the reason
   */
  Answer handle(Call call) throws Exception;

  /** How long the caller asks the command to wait, on top of the time that every command has. */
  default Duration extraTime(ParsedArguments arguments) {
    return Duration.ZERO;
  }
}
