package dev.escarole.web.page.command;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One command. Immutable.
 *
 * @param help what it answers to {@code --help}; empty if nobody knows
 * @param noHelp why nobody knows; empty if somebody does
 * @param calls its last calls, newest first
 * @param trial the box to try it; null for who may not call commands
 * @param canRemove whether the caller may make the name mean nothing
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
   * The box to try it.
   *
   * @param arguments what was typed, one in each row
   * @param result what came of it; null if nothing was called
   * @param error why nothing was called; null if nobody tried
   */
  public record Trial(
      List<String> arguments, String stdin, @Nullable Result result, @Nullable String error) {

    public Trial {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * What came of a call.
   *
   * @param good whether it ended by itself with exit code 0
   * @param argv the command and the arguments that it was given
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
   * What a command has printed.
   *
   * @param text as far as it is shown
   * @param note what is missing; empty if nothing is
   */
  public record Printed(String text, String size, String note) {}
}
