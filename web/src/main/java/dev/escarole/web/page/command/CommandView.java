package dev.escarole.web.page.command;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One command. Immutable.
 *
 * @param help its answer to {@code --help}; empty if that is not known
 * @param noHelp why it is not known; empty if it is
 * @param calls its last calls, newest first
 * @param trial null if the caller may not call commands
 * @param canRemove whether the caller may remove it
 */
public record CommandView(
    CommandsView.Row command,
    String help,
    String noHelp,
    List<Call> calls,
    @Nullable Trial trial,
    boolean canRemove) {

  public CommandView {
    calls = List.copyOf(calls);
  }

  /** A call of the command. */
  public record Call(
      Instant at,
      String principal,
      String outcome,
      boolean denied,
      String took,
      @Nullable String run) {}

  /**
   * The form that calls it.
   *
   * @param arguments one for each row
   * @param result null if nothing was called
   * @param error why nothing was called; null if it was not refused
   */
  public record Trial(
      List<String> arguments, String stdin, @Nullable Result result, @Nullable String error) {

    public Trial {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * The result of a call.
   *
   * @param good whether it exited with code 0
   * @param argv the command and its arguments
   */
  public record Result(
      List<String> argv,
      String outcome,
      boolean good,
      boolean denied,
      int exitCode,
      String detail,
      String fuel,
      String took,
      String memory,
      Printed stdout,
      Printed stderr) {}

  /**
   * An output of a command.
   *
   * @param text its first part
   * @param note says what is missing; empty if nothing is
   */
  public record Printed(String text, String size, String note) {}
}
