package dev.escarole.web.agent.acli;

/**
 * One call of a command.
 *
 * @param progress hears how far it has come
 * @param cancellation says when the caller gives up
 */
public record Call(
    ParsedArguments arguments, Caller caller, Progress progress, Cancellation cancellation) {

  /** Hears how far a call has come. */
  @FunctionalInterface
  public interface Progress {

    /** Nobody listens. */
    Progress NONE = (done, total, message) -> {};

    /**
     * Says how far it is.
     *
     * @param done grows from call to call
     * @param total what {@code done} is when all is done
     */
    void report(long done, long total, String message);
  }
}
