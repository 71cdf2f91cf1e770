package dev.escarole.web.agent.acli;

import dev.escarole.engine.command.Cancellation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes a command. Must be thread-safe. */
@FunctionalInterface
public interface Handler {

  /**
   * Executes a command on its own thread. The call's cancellation reports when the caller gives up
   * or the timeout is over; the answer is then ignored.
   *
   * @throws AcliException if it refuses or fails with an explanation
   * @throws Exception for another failure, see {@link Gateway.CommandSource#explained}
   */
  Answer handle(Call call) throws Exception;

  /**
   * One call of a command.
   *
   * @param progress receives progress reports
   * @param cancellation reports when the caller gives up
   */
  record Call(
      ParsedArguments arguments, AgentCaller caller, Progress progress, Cancellation cancellation) {

    /** Receives progress reports of a call. */
    @FunctionalInterface
    public interface Progress {
      /** Ignores reports. */
      Progress NONE = (done, total, message) -> {};

      /**
       * Reports progress.
       *
       * @param done increases from report to report
       * @param total the final value of {@code done}
       */
      void report(long done, long total, String message);
    }
  }

  /**
   * Answer of a command.
   *
   * @param data maps, lists, strings, numbers and booleans, as in JSON
   * @param message one sentence for people, or null
   */
  record Answer(Map<String, ?> data, @Nullable String message) {

    /** An answer without a message. */
    public static Answer of(Map<String, ?> data) {
      return new Answer(data, null);
    }
  }
}
