package dev.escarole.engine.store.audit;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.database.StorableText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call of a command, refused or run. Immutable.
 *
 * @param caller on whose behalf, and for what
 * @param command the name that was asked for, which need not mean anything; only its first 256
 *     characters are stored
 * @param artifact SHA-256 of the program in lower-case hex; null if the call was refused before
 *     that was known
 * @param at when the call began; stored in milliseconds
 * @param outcome how it ended; only the first 256 characters of its detail are stored
 * @param cost what it took
 */
public record AuditEntry(
    Caller caller,
    String command,
    @Nullable String artifact,
    Instant at,
    Outcome outcome,
    Cost cost) {

  private static final int LONGEST_TEXT = 256;

  /** Cuts what callers can make as long as they like, and takes out what no database can store. */
  public AuditEntry {
    command = StorableText.of(command, LONGEST_TEXT);
    String detail = StorableText.of(outcome.detail(), LONGEST_TEXT);
    if (!detail.equals(outcome.detail())) {
      outcome = new Outcome(outcome.kind(), outcome.exitCode(), detail);
    }
  }

  /**
   * On whose behalf a command was called.
   *
   * @param principal name of the principal
   * @param run id of the run that the call belongs to; null outside of a run
   * @param step path of the step in that run; null outside of a run
   */
  public record Caller(String principal, @Nullable String run, @Nullable String step) {}

  /**
   * What a call took.
   *
   * @param wallNanos how long the guest ran, in nanoseconds; 0 if nothing ran
   * @param fuelUsed what it executed, in the units of the fuel limit; 0 if nothing ran
   */
  public record Cost(long wallNanos, long fuelUsed) {}
}
