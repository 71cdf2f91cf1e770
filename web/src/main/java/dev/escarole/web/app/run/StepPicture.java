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
    @Documented("Why it was skipped or stopped.") @Nullable String reason) {
  public StepPicture {
    argv = List.copyOf(argv);
  }
}
