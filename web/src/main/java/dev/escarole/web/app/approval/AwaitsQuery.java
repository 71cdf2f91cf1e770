package dev.escarole.web.app.approval;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which waiting steps a list shows. */
public record AwaitsQuery(
    @Param(
            value =
                "A run's id, the beginning of it, or 'last': all its steps that wait or waited, with"
                    + " their input. Without, the steps of all runs that wait now.",
            in = Param.Where.QUERY)
        @Nullable String run,
    @Param(
            value = "Most entries, 1 to 1000.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 100)
        int limit) {

  /** The steps of all runs that wait now. */
  public static AwaitsQuery now(int limit) {
    return new AwaitsQuery(null, limit);
  }

  /** The steps of one run that wait or waited. */
  public static AwaitsQuery of(String run) {
    return new AwaitsQuery(run, 1000);
  }
}
