package dev.escarole.recipe.form.value;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A form is invalid or cannot be evaluated. */
public final class FormException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<FormProblem> problems;

  /** Creates one problem with a JSON pointer, which may be empty. */
  public FormException(String code, String message, @Nullable String hint, String pointer) {
    this(List.of(new FormProblem(code, message, hint, pointer)));
  }

  /** Combines problems, at least one, in document order. */
  public FormException(List<FormProblem> problems) {
    super(
        problems.stream().map(FormProblem::message).collect(Collectors.joining("; ")),
        null,
        false,
        false);
    this.problems = List.copyOf(problems);
  }

  /** All problems, at least one, in document order. */
  public List<FormProblem> problems() {
    return problems;
  }

  /** The same problems, with {@code pointer} for those without a place. */
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
