package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.recipe.PlanDocument.Control;
import dev.escarole.web.app.run.RunPicture.HttpUse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run with all its steps and what each of them was doing at which time. Holds no outputs, so that
 * it stays small for a run with many steps.
 */
public record RunTimeline(
    @JsonUnwrapped RunHead head,
    @Documented("The time of this reply.") Instant readAt,
    @Documented("How often it was resumed.") int resumed,
    @Documented("Why the engine ended it.") @Nullable String error,
    @Documented("The SHA-256 of its result; null while there is none.") @Made.Id
        @Nullable String resultSha256,
    @Documented("The result that the author selected; null if that is the whole text.")
        @Nullable String selected,
    @JsonUnwrapped Losses lost,
    @Documented("The leaf that failed first; null if none did.") @Made.Path
        @Nullable String firstCause,
    @Documented("Its HTTP requests; absent if its recipe asks for none.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable HttpUse http,
    @JsonInclude(JsonInclude.Include.NON_NULL)
        @Documented("How leaves waited for a worker; absent if none did for 100 ms.")
        @Nullable WorkerWaits workerWaits,
    @Documented("Why steps failed, the most frequent first, at most 100.") List<Cause> causes,
    List<JoinPicture> joins,
    @Documented("In plan order, recoveries that were not needed included.") List<TimedStep> steps) {

  /** The word for a leaf that waits for a worker. */
  public static final String READY = "ready";

  public RunTimeline {
    causes = List.copyOf(causes);
    joins = List.copyOf(joins);
    steps = List.copyOf(steps);
  }

  /**
   * How leaves that were ready waited for a worker, or for the quota of the run's principal.
   * Delays, retry pauses, earlier steps and limits of branches at once are no such waits.
   */
  public record WorkerWaits(
      @Documented("How many leaves waited for 100 ms or longer, or do.") int leaves,
      @Documented("How many of them wait now.") int now,
      @Documented("The longest wait, up to now if it goes on.") long longestMillis,
      @Documented("The leaf that waited longest.") @Made.Path String longest) {}

  /** When the run ended, or the time of this reply. */
  public Instant until() {
    Long millis = head.durationMillis();
    return millis == null ? readAt : head.startedAt().plusMillis(millis);
  }

  /** A step and what it was doing at which time. */
  public record TimedStep(
      @JsonUnwrapped StepPicture picture,
      @Documented("Its state, whatever became of its branches.") StepState state,
      @JsonInclude(JsonInclude.Include.NON_NULL)
          @Documented("Why the plan skips it; absent if it does not.")
          @Nullable String skipped,
      @JsonInclude(JsonInclude.Include.NON_NULL)
          @Documented("What the recipe sets for a parallel node; absent for other steps.")
          @Nullable Control control,
      @JsonInclude(JsonInclude.Include.NON_NULL)
          @Documented("The SHA-256 of what its last attempt read; absent if none has ended.")
          @Nullable String inputSha256,
      @JsonInclude(JsonInclude.Include.NON_NULL)
          @Documented("Bytes that its last attempt printed; absent if none has ended.")
          @Nullable Long outputBytes,
      @JsonInclude(JsonInclude.Include.NON_NULL)
          @Documented("Key of the cause of its failure; absent if it did not fail by itself.")
          @Nullable String cause,
      @JsonInclude(JsonInclude.Include.NON_NULL)
          @Documented(
              "Whether this branch is done and printed something, so that it counts towards"
                  + " 'min_successful'; absent before its join, and for other steps.")
          @Nullable Boolean usable,
      @Documented("Periods of its states, and after them those of its attempts.")
          List<Period> periods) {
    public TimedStep {
      periods = List.copyOf(periods);
    }

    /** Its waits for a worker. */
    public List<Period> waits() {
      return periods.stream().filter(each -> each.state().equals(READY)).toList();
    }

    /** How many attempts of it have ended. */
    public int attempts() {
      return (int) periods.stream().filter(each -> each.attempt() != null).count();
    }

    /** When it ended; empty if it has not, or never began. */
    public Optional<Instant> endedAt() {
      Instant start = picture.startedAt();
      Long millis = picture.durationMillis();
      return start == null || millis == null
          ? Optional.empty()
          : Optional.of(start.plusMillis(millis));
    }
  }

  /** A period in which a step did not change its state. */
  public record Period(
      @Documented(
              "A step that waits for a place among its branches is queued; a leaf that waits for a"
                  + " worker, for 100 ms or longer, is ready.")
          @Made.Word
          String state,
      Instant from,
      @Documented("Null if it has not ended.") @Nullable Instant to,
      @JsonInclude(JsonInclude.Include.NON_NULL)
          @Documented("The attempt that this is the period of, from 1; absent for a state.")
          @Nullable Integer attempt) {}
}
