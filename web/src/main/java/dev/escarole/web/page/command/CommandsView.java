package dev.escarole.web.page.command;

import dev.escarole.web.page.words.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The list of commands. Immutable.
 *
 * @param rows those that were found
 * @param total commands there are
 * @param looked calls of the audit that uses are counted in
 * @param adding the form for another command; null for who may not add any
 */
public record CommandsView(
    List<Row> rows, int total, String search, int looked, @Nullable Adding adding) {

  public CommandsView {
    rows = List.copyOf(rows);
  }

  /**
   * A command.
   *
   * @param origin {@code built-in} or {@code registered}
   * @param size of its program; empty if that is missing or damaged
   * @param callsCommands whether it runs other commands
   * @param used calls of it among those that were looked at
   */
  public record Row(
      String name,
      String artifact,
      String size,
      String origin,
      String mode,
      boolean callsCommands,
      long used) {

    /** The beginning of the artifact's hash. */
    public String shortArtifact() {
      return artifact.substring(0, 12);
    }

    public String uses() {
      return Words.number(used);
    }
  }

  /**
   * What was typed to add a command.
   *
   * @param error why it was not added; null if nobody tried
   */
  public record Adding(String name, String mode, @Nullable String error, String hint) {}
}
