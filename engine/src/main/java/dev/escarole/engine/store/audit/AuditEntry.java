package dev.escarole.engine.store.audit;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.database.StorableText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One command call, executed or refused. Immutable.
 *
 * @param caller the principal, run and step
 * @param command the requested name, known or not; only its first 256 characters are stored
 * @param artifact SHA-256 of the program in lower-case hex; null if the call was refused before
 *     that was known
 * @param at when the call began; stored in milliseconds
 * @param outcome how it ended; only the first 256 characters of its detail are stored
 * @param cost time and fuel used
 */
public record AuditEntry(
    Caller caller,
    String command,
    @Nullable String artifact,
    Instant at,
    Outcome outcome,
    Cost cost) {

  private static final int LONGEST_TEXT = 256;

  /** Truncates long texts and removes characters that a database cannot store. */
  public AuditEntry {
    command = StorableText.of(command, LONGEST_TEXT);
    String detail = StorableText.of(outcome.detail(), LONGEST_TEXT);
    if (!detail.equals(outcome.detail())) {
      outcome = new Outcome(outcome.kind(), outcome.exitCode(), detail);
    }
  }

  /**
   * The origin of a command call.
   *
   * @param principal name of the principal
   * @param run id of the run that the call belongs to; null outside of a run
   * @param step path of the step in that run; null outside of a run
   */
  public record Caller(String principal, @Nullable String run, @Nullable String step) {}

  /**
   * Time and fuel used by a call.
   *
   * @param wallNanos how long the guest ran, in nanoseconds; 0 if nothing ran
   * @param fuelUsed the fuel used; 0 if nothing ran
   */
  public record Cost(long wallNanos, long fuelUsed) {}
}
