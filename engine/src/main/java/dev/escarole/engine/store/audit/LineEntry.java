package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.StorableText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line that an agent sent, executed or refused. Immutable. Long texts are truncated, and
 * characters that a database cannot store are removed.
 *
 * @param at when it arrived; stored in milliseconds
 * @param sender who sent it
 * @param text the line itself; only its first {@value #LONGEST_LINE} characters
 * @param command the command that it names; empty if none
 * @param ending its result
 */
public record LineEntry(Instant at, Sender sender, String text, String command, Ending ending) {

  /** Most characters of a line that are stored. */
  public static final int LONGEST_LINE = 2_000;

  private static final int LONGEST_NAME = 256;

  public LineEntry {
    text = StorableText.of(text, LONGEST_LINE);
    command = StorableText.of(command, LONGEST_NAME);
  }

  /**
   * The sender of a line.
   *
   * @param principal the agent's principal
   * @param client name reported by the agent's client; null if unknown
   */
  public record Sender(String principal, @Nullable String client) {
    public Sender {
      client = client == null ? null : StorableText.of(client, LONGEST_NAME);
    }
  }

  /**
   * The result of a line.
   *
   * @param error code of the error; null if the line succeeded
   * @param denied whether that error is a refusal
   * @param durationMillis until the answer
   */
  public record Ending(@Nullable String error, boolean denied, long durationMillis) {}
}
