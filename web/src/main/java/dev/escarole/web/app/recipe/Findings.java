package dev.escarole.web.app.recipe;

import java.util.List;

/** All that is wrong with a recipe, or doubtful. */
public record Findings(List<Finding> errors, List<Finding> warnings) {
  public Findings {
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
  }
}
