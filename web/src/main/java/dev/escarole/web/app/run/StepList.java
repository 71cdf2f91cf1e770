package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of steps in plan order. */
public record StepList(
    List<StepPicture> steps,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<StepList> {
  public StepList {
    steps = List.copyOf(steps);
  }

  @Override
  public StepList withNext(@Nullable String other) {
    return new StepList(steps, other);
  }
}
