package dev.escarole.engine.broker;

import java.util.List;
import java.util.stream.Collectors;

/** A policy file cannot be used. Lists every mistake, in the order of the text. */
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

  /** Returns the mistakes, at least one. */
  public List<PolicyProblem> problems() {
    return problems;
  }
}
