package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.recipe.Finding;
import java.util.List;

/** A run that was just started, and what is doubtful about it. */
public record LaunchedRun(
    @JsonUnwrapped RunHead head,
    List<Finding> warnings,
    @Documented("Whether the key was used before, so that nothing was started.") @JsonIgnore
        boolean repeated) {
  public LaunchedRun {
    warnings = List.copyOf(warnings);
  }
}
