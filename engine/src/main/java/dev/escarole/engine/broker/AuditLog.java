package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Log of every call, executed or refused.
 *
 * <p>Implementations are thread-safe and never throw. They are on the path of every command, so
 * they return quickly and block only when their queue is full.
 */
@FunctionalInterface
public interface AuditLog {

  /** Records one call after it ended. */
  void record(Entry entry);

  /**
   * One call.
   *
   * @param command the requested name, known or not
   * @param artifact the command's artifact; null if the call was refused before it was known
   * @param at when the call began
   */
  record Entry(
      Call call,
      String command,
      @Nullable ArtifactId artifact,
      Instant at,
      Outcome outcome,
      Cost cost) {}

  /**
   * Time and fuel used by a call.
   *
   * @param wallTime how long the guest ran; zero if nothing ran
   * @param fuel what it executed, in the units of {@link dev.escarole.engine.command.Limits}
   */
  record Cost(Duration wallTime, long fuel) {}
}
