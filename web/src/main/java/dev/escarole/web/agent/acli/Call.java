package dev.escarole.web.agent.acli;

/**
 * One call of a command.
 *
 * @param progress receives progress reports
 * @param cancellation reports when the caller gives up
 */
public record Call(
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
