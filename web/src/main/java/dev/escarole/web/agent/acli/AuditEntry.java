package dev.escarole.web.agent.acli;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line that somebody sent, refused or carried out (acli, section 8.3). Immutable.
 *
 * @param at when it came
 * @param caller who sent it
 * @param command the line itself; only its first {@value #LONGEST} characters
 * @param parsedCommand name of the command that it names; empty if it names none
 * @param ending what came of it
 */
public record AuditEntry(
    Instant at, Caller caller, String command, String parsedCommand, Ending ending) {

  static final int LONGEST = 10_000;

  /**
   * What came of a line.
   *
   * @param error null if it was carried out
   */
  public record Ending(@Nullable ErrorCode error, long durationMillis) {}

  public AuditEntry {
    command = command.length() > LONGEST ? command.substring(0, LONGEST) : command;
  }
}
