package dev.escarole.recipe.form.value;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A form cannot be read, or cannot be evaluated. */
public final class FormException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<FormProblem> problems;

  /** One mistake, with a JSON pointer to its place, which may be empty. */
  public FormException(String code, String message, @Nullable String hint, String pointer) {
    this(List.of(new FormProblem(code, message, hint, pointer)));
  }

  /** Several mistakes, at least one, in the order of the document. */
  public FormException(List<FormProblem> problems) {
    super(
        problems.stream().map(FormProblem::message).collect(Collectors.joining("; ")),
        null,
        false,
        false);
    this.problems = List.copyOf(problems);
  }

  /** Every mistake, at least one, in the order of the document. */
  public List<FormProblem> problems() {
    return problems;
  }

  /** The same mistakes; those without a place of their own are at {@code pointer}. */
  public FormException at(String pointer) {
    return new FormException(
        problems.stream()
            .map(
                each ->
                    each.pointer().isEmpty()
                        ? new FormProblem(each.code(), each.message(), each.hint(), pointer)
                        : each)
            .toList());
  }
}
