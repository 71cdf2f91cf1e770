package dev.escarole.engine.broker;

import dev.escarole.engine.command.Outcome;
import java.time.Duration;
import java.time.Instant;

/**
 * Where the broker writes down every call, refused or run.
 *
 * <p>Implementations are safe for use by many threads, return quickly and do not throw: they stand
 * on the path of every command.
 */
@FunctionalInterface
public interface AuditLog {

  /** Writes one call down after it ended. */
  void record(Entry entry);

  /**
   * One call.
   *
   * @param principal who asked
   * @param command the name that was asked for, known or not
   * @param at when the call began
   * @param outcome how it ended
   * @param wallTime how long the guest ran; zero if nothing ran
   */
  record Entry(String principal, String command, Instant at, Outcome outcome, Duration wallTime) {}
}
