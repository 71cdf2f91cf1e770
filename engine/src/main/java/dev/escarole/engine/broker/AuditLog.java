package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where the broker writes down every call, refused or run.
 *
 * <p>Implementations are safe for use by many threads, return quickly unless so much waits to be
 * written that there is no room, and do not throw: they stand on the path of every command.
 */
@FunctionalInterface
public interface AuditLog {

  /** Writes one call down after it ended. */
  void record(Entry entry);

  /**
   * One call.
   *
   * @param call who asked, and for which step of which run
   * @param command the name that was asked for, known or not
   * @param artifact what the name meant; null if the call was refused before that was known
   * @param at when the call began
   * @param outcome how it ended
   * @param cost what it took
   */
  record Entry(
      Call call,
      String command,
      @Nullable ArtifactId artifact,
      Instant at,
      Outcome outcome,
      Cost cost) {}

  /**
   * What a call took.
   *
   * @param wallTime how long the guest ran; zero if nothing ran
   * @param fuel what it executed, in the units of {@link dev.escarole.engine.command.Limits}
   */
  record Cost(Duration wallTime, long fuel) {}
}
