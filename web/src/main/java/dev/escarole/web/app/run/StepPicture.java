package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a run, ended or not. */
public record StepPicture(
    @Made.Path String path,
    @Documented(words = {"leaf", "sequence", "parallel"}) @Made.Word String kind,
    @Nullable String label,
    @Documented("Empty for a group and for a leaf that the plan skips.") List<String> argv,
    @Documented(
            "How it stands: its state, or of a parallel node that is done with something missing, degraded or unusable.")
        @Made.Word
        String status,
    @Made.Word @Nullable String outcome,
    @Nullable Integer exitCode,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String remedy,
    @Nullable Instant startedAt,
    @Nullable Long durationMillis,
    @Documented("Why it was skipped or stopped.") @Nullable String reason,
    @JsonInclude(JsonInclude.Include.NON_NULL)
        @Documented("The latest attempt, from 1; only while it is followed.")
        @Nullable Integer attempt,
    @JsonInclude(JsonInclude.Include.NON_NULL)
        @Documented("When a waiting step is tried again; only while it is followed.")
        @Nullable Instant until) {
  public StepPicture {
    argv = List.copyOf(argv);
  }

  /** The same step in another attempt. */
  public StepPicture withAttempt(int number) {
    return new StepPicture(
        path,
        kind,
        label,
        argv,
        status,
        outcome,
        exitCode,
        remedy,
        startedAt,
        durationMillis,
        reason,
        number,
        until);
  }
}
