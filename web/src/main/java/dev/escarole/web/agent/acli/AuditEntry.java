package dev.escarole.web.agent.acli;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line that somebody sent, refused or carried out (acli, section 8.3). Immutable.
 *
 * @param at when it came
 * @param caller who sent it
 * @param command the line itself
 * @param parsedCommand name of the command that it names; empty if it names none
 * @param ending what came of it
 */
public record AuditEntry(
    Instant at, Caller caller, String command, String parsedCommand, Ending ending) {

  /**
   * What came of a line.
   *
   * @param error null if it was carried out
   */
  public record Ending(@Nullable ErrorCode error, long durationMillis) {}
}
