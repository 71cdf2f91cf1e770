package dev.escarole.web.agent.acli;

import java.time.Duration;

/** Executes a command. Must be thread-safe. */
public interface Handler {

  /**
   * Executes a command on its own thread. The call's cancellation reports when the caller gives up
   * or the timeout is over; the answer is then ignored.
   *
   * @return the answer: maps, lists, strings, numbers and booleans, as in JSON
   * @throws AcliException if it refuses or fails with an explanation
   * @throws Exception for an internal error, whose reason is not sent to the caller
   */
  Answer handle(Call call) throws Exception;

  /** The wait that the caller requests, in addition to the timeout of every command. */
  default Duration extraTime(ParsedArguments arguments) {
    return Duration.ZERO;
  }
}
