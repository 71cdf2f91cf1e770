package dev.escarole.engine.shell;

import dev.escarole.engine.command.Outcome;
import java.util.Locale;

/** Why a line was refused or stopped. An exit status other than zero is no error. */
public sealed interface ShellError
    permits ShellError.Syntax, ShellError.File, ShellError.Stage, ShellError.Limit {

  /** The longest part of a file's or command's name that a message repeats. */
  int LONGEST_NAME = 200;

  /** Returns the name of the error in snake case, such as {@code outside_sandbox}. */
  String word();

  /** Returns one sentence for people. */
  String message();

  /** Returns the exit code that stands for the error. */
  int exitCode();

  /** What is wrong with a line that cannot be read. */
  enum Flaw {
    /** It is not complete, such as by an unclosed quote. */
    PARSE_ERROR,
    /** It uses something that other shells have and this one has not. */
    UNSUPPORTED_SYNTAX
  }

  /**
   * The line cannot be read; nothing of it has run.
   *
   * @param offset where, in characters from the beginning of the line
   */
  record Syntax(Flaw flaw, int offset, String detail) implements ShellError {

    /** Returns where, counted from 1. */
    public int column() {
      return offset + 1;
    }

    @Override
    public String word() {
      return lowerCase(flaw);
    }

    @Override
    public String message() {
      return detail;
    }

    @Override
    public int exitCode() {
      return 2;
    }
  }

  /** Why a file is refused. */
  enum Access {
    /** It lies under no granted directory. */
    OUTSIDE_SANDBOX,
    /** Its directory was granted for reading only. */
    READ_ONLY,
    /** It cannot be read or written, such as because it does not exist. */
    FILE_ERROR
  }

  /**
   * A redirection is refused; its command has not run, unless writing itself failed.
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
   * A command did not end by itself, or was not allowed to begin.
   *
   * @param command its name
   * @param outcome any outcome but {@code exited}
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

  /** What a line may use up. */
  enum Bound {
    /** The time for the whole line. */
    LINE_TIMED_OUT,
    /** What the line prints, or what one command hands on. */
    OUTPUT_TOO_LARGE,
    /** What variables expand to in one command. */
    EXPANSION_TOO_LARGE,
    /** What all variables hold together. */
    VARIABLES_TOO_LARGE
  }

  /** The line as a whole went beyond what it may use. */
  record Limit(Bound bound, String detail) implements ShellError {

    @Override
    public String word() {
      return lowerCase(bound);
    }

    @Override
    public String message() {
      return detail;
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
