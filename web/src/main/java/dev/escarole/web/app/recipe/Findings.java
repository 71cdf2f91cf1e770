package dev.escarole.web.app.recipe;

import java.util.List;

/** The errors and warnings of a recipe. */
public record Findings(List<Finding> errors, List<Finding> warnings) {
  public Findings {
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
  }
}
