package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.StorableText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line that an agent sent, refused or carried out. Immutable. Texts that callers can make as
 * long as they like are cut, and what no database can store is taken out.
 *
 * @param at when it came; stored in milliseconds
 * @param sender who sent it
 * @param text the line itself; only its first {@value #LONGEST_LINE} characters
 * @param command name of the command that it names; empty if it names none
 * @param ending what came of it
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
   * Who sent a line.
   *
   * @param principal on whose behalf
   * @param client what the agent's program calls itself; null if it does not say
   */
  public record Sender(String principal, @Nullable String client) {
    public Sender {
      client = client == null ? null : StorableText.of(client, LONGEST_NAME);
    }
  }

  /**
   * What came of a line.
   *
   * @param error code of the error that was the answer; null if the line was carried out
   * @param denied whether that error is a refusal
   * @param durationMillis until the answer
   */
  public record Ending(@Nullable String error, boolean denied, long durationMillis) {}
}
