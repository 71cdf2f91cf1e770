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
    @Param(value = "Only steps with this in path, label, argv or error.", in = Param.Where.QUERY)
        @Nullable String text,
    @Param(
            value =
                "Only steps that failed of the cause with this key; 'any' for all steps that failed"
                    + " by themselves.",
            in = Param.Where.QUERY)
        @Nullable String cause,
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

  /** The first steps of a run. */
  public static StepsQuery first(String run, int limit) {
    return new StepsQuery(run, List.of(), null, null, null, limit, null);
  }

  /** The same, beginning at a place in the list. */
  public StepsQuery from(@Nullable String place) {
    return new StepsQuery(run, state, parent, text, cause, limit, place);
  }
}
