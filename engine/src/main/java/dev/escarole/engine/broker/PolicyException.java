package dev.escarole.engine.broker;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Thrown for an invalid policy file. Lists every problem, in the order of the text. */
public final class PolicyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<PolicyProblem> problems;

  PolicyException(List<PolicyProblem> problems) {
    super(
        problems.stream()
            .map(PolicyProblem::render)
            .collect(Collectors.joining(System.lineSeparator())));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems, at least one. */
  public List<PolicyProblem> problems() {
    return problems;
  }

  /**
   * A problem in a policy file.
   *
   * @param line from 1; 0 if the problem has no position
   * @param column in characters, from 1; 0 if the problem has no position
   * @param hint how to fix it; null if there is none
   */
  public record PolicyProblem(
      String file, int line, int column, String message, @Nullable String hint) {

    /** Returns {@code file:line:column: message. hint}. */
    public String render() {
      String where = line == 0 ? file : file + ":" + line + ":" + column;
      return where + ": " + message + (hint == null ? "" : ". " + hint);
    }
  }
}
