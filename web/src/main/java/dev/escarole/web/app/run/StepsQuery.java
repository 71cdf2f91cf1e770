package dev.escarole.web.app.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.Param;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which steps of a run a list shows, in plan order. */
public record StepsQuery(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(value = "Only steps in one of these states.", in = Param.Where.QUERY)
        List<StepState> state,
    @Param(value = "Only children of the step of this path.", in = Param.Where.QUERY)
        @Nullable String parent,
    @Param(value = "Only steps with this in path, label or argv.", in = Param.Where.QUERY)
        @Nullable String text,
    @Param(
            value = "Most entries of a page, 1 to 1000.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 50)
        int limit,
    @Param(value = "Where the page begins: 'next' of the previous page.", in = Param.Where.QUERY)
        @Nullable String cursor) {
  public StepsQuery {
    state = List.copyOf(state);
  }
}
