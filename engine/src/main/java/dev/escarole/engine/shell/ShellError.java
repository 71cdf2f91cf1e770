package dev.escarole.engine.shell;

import dev.escarole.engine.command.Outcome;
import java.util.Locale;

/** Why a line was rejected or stopped. A non-zero exit status is not an error. */
public sealed interface ShellError
    permits ShellError.Syntax, ShellError.File, ShellError.Stage, ShellError.Limit {

  /** Maximum length of a file or command name in messages. */
  int LONGEST_NAME = 200;

  /** Returns the name of the error in snake case, such as {@code outside_sandbox}. */
  String word();

  /** Returns the message. */
  String message();

  /** Returns the exit code. */
  int exitCode();

  /**
   * The line has a syntax error; nothing has run.
   *
   * @param word {@code parse_error} for an incomplete line, for example because of an unclosed
   *     quote; {@code unsupported_syntax} for a feature that only other shells have
   * @param offset position in characters
   */
  record Syntax(String word, int offset, String message) implements ShellError {
    @Override
    public int exitCode() {
      return 2;
    }
  }

  /** Why access to a file was refused. */
  enum Access {
    /** It is not in a granted directory. */
    OUTSIDE_SANDBOX,
    /** Its directory is granted read-only. */
    READ_ONLY,
    /** It cannot be read or written, for example because it does not exist. */
    FILE_ERROR
  }

  /**
   * A redirection failed; its command has not run, unless writing itself failed.
   *
   * @param file the file as the line names it
   */
  record File(Access access, String file, String detail) implements ShellError {

    @Override
    public String word() {
      return lowerCase(access);
    }

    @Override
    public String message() {
      return "'" + shortened(file) + "' " + detail;
    }

    @Override
    public int exitCode() {
      return access == Access.FILE_ERROR ? 1 : 126;
    }
  }

  /**
   * A command was stopped or not allowed to start.
   *
   * @param command its name
   * @param outcome any outcome except {@code exited}
   */
  record Stage(String command, Outcome outcome) implements ShellError {

    @Override
    public String word() {
      return outcome.word();
    }

    @Override
    public String message() {
      return "'" + shortened(command) + "': " + outcome.detail();
    }

    @Override
    public int exitCode() {
      return outcome.exitCode();
    }
  }

  /** The limits of a line. */
  enum Bound {
    /** The time for the whole line. */
    LINE_TIMED_OUT,
    /** The output of the line, or of one command. */
    OUTPUT_TOO_LARGE,
    /** The expanded variables of one command. */
    EXPANSION_TOO_LARGE,
    /** The total size of all variables. */
    VARIABLES_TOO_LARGE
  }

  /** The line exceeded a limit. */
  record Limit(Bound bound, String message) implements ShellError {
    @Override
    public String word() {
      return lowerCase(bound);
    }

    @Override
    public int exitCode() {
      return bound == Bound.LINE_TIMED_OUT ? 124 : 125;
    }
  }

  private static String lowerCase(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
  }
}
