package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of steps in plan order. */
public record StepPage(
    List<StepPicture> steps,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<StepPage> {
  public StepPage {
    steps = List.copyOf(steps);
  }

  @Override
  public StepPage withNext(@Nullable String other) {
    return new StepPage(steps, other);
  }
}
