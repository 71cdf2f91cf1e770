package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A schedule in force. */
public record SchedulePicture(
    @Documented("Its number, by which it can be named.") long schedule,
    String recipe,
    @Documented("Its name in the recipe; by default its times.") String name,
    @Documented("Its times in one line, such as 0 3 * * * Europe/Berlin.") String timing,
    String zone,
    @Documented("Values of its runs.") Map<String, Object> values,
    Rules rules,
    boolean paused,
    @Documented("The next planned times; none while it is paused.") List<Instant> next,
    @Documented("The newest planned time that was launched, or whose launch failed, or null.")
        @Nullable FiringPicture last,
    @Documented("Planned times whose runs wait for an earlier run.") long waiting) {

  public SchedulePicture {
    next = List.copyOf(next);
    values = Map.copyOf(values);
  }

  /** Whether its latest launch failed, so that it has no run. */
  public boolean hasFailed() {
    return last != null && last.state().equals("failed");
  }

  /** Its rules. */
  public record Rules(
      @Documented("If an earlier run has not ended: skip, queue or parallel.") String overlap,
      @Documented("Which missed times are made up for: none, last or all.") String catchUp,
      @Documented("How late a missed time may run, in seconds; null for any time.")
          @Nullable Long withinSeconds,
      @Documented("The longest delay of a run, in seconds.") long jitterSeconds,
      @Nullable Instant start,
      @Nullable Instant end) {}
}
