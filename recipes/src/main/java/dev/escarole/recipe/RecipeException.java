package dev.escarole.recipe;

import java.util.List;
import java.util.stream.Collectors;

/** A recipe, or the values for one, are invalid. Lists every problem, in document order. */
public final class RecipeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public RecipeException(List<Problem> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  private static String message(List<Problem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("a RecipeException needs at least one problem");
    }
    return problems.stream()
        .map(Problem::render)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  public List<Problem> problems() {
    return problems;
  }
}
