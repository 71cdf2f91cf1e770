package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import java.util.List;

/** Why steps failed, in one line for each. */
public record StepErrors(List<StepError> errors) {

  public StepErrors {
    errors = List.copyOf(errors);
  }

  /** Why a step failed. */
  public record StepError(
      @Made.Path String path,
      @Documented(
              "The first line that its first failed leaf wrote to standard error, or how that leaf ended.")
          String line) {}

  /** Names the steps. */
  public record Query(
      @Param(
              value = "A run's id, the beginning of it, or 'last' for the newest run.",
              in = Param.Where.PATH,
              required = true)
          String run,
      @Param(value = "Paths of steps, such as 0.2.1.", in = Param.Where.QUERY) List<String> path) {
    public Query {
      path = List.copyOf(path);
    }
  }
}
