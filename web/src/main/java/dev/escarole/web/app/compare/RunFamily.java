package dev.escarole.web.app.compare;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.run.Made;
import dev.escarole.web.app.run.RunHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs around a run: those that it reruns and is rerun by, and its neighbours. */
public record RunFamily(
    @Made.Id String run,
    String recipe,
    @Documented("The run that it reruns; null if it reruns none.") @Nullable Earlier rerunOf,
    @Documented(
            "Runs of the same recipe that rerun it, oldest first: at most 50, among the next 10,000.")
        List<RunHead> reruns,
    @Documented("The run of the same recipe before it; null if it is the first.")
        @Nullable RunHead previous,
    @Documented("The run of the same recipe after it; null if it is the last.")
        @Nullable RunHead next,
    @Documented(
            "The newest run of the same recipe before it that is done, or degraded with its author's consent; null if there is none among the last 10,000.")
        @Nullable RunHead lastGood) {

  public RunFamily {
    reruns = List.copyOf(reruns);
  }

  /** The run that another one reruns. */
  public record Earlier(
      @Made.Id String run,
      @Documented("Its summary; null if it was deleted, or the caller may not see it.")
          @Nullable RunHead head) {}
}
