package dev.escarole.web.page.command;

import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.page.words.Words;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The list of commands. Immutable.
 *
 * @param rows those that match the search
 * @param total number of all commands
 * @param looked number of calls in which uses are counted
 * @param adding the form for another command; null if the caller may not add any
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
   * @param used calls of it among those
   */
  public record Row(
      String name,
      String artifact,
      String size,
      String origin,
      String mode,
      boolean callsCommands,
      long used) {

    static Row of(CommandPicture command) {
      CommandPicture.Program program = Objects.requireNonNull(command.program());
      Long bytes = program.bytes();
      Long calls = command.calls();
      return new Row(
          command.name(),
          command.artifact(),
          bytes == null ? "" : Words.bytes(bytes),
          command.origin().replace('_', '-'),
          command.mode().word(),
          program.callsCommands(),
          calls == null ? 0 : calls);
    }

    /** The beginning of the artifact's hash. */
    public String shortArtifact() {
      return artifact.substring(0, 12);
    }

    public String uses() {
      return Words.number(used);
    }
  }

  /**
   * The form that adds a command.
   *
   * @param error why it was not added; null if it was not sent
   */
  public record Adding(String name, String mode, @Nullable String error, String hint) {}
}
