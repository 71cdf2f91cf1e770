package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.recipe.PlanDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step with what its recipe sets for it and its attempts. */
public record StepDetail(
    @JsonUnwrapped StepPicture step,
    @Documented("What the recipe sets for it.") PlanDocument.Control control,
    @Documented("What the recipe says of keeping its result; null if nothing.")
        @Nullable Boolean cache,
    @Documented(
            "The limits that an attempt would have now; null for a group and a step that waits.")
        @Nullable LimitsPicture limitsNow,
    List<AttemptDetail> attempts) {
  public StepDetail {
    attempts = List.copyOf(attempts);
  }
}
