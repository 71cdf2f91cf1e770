package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One attempt of a leaf that has ended. */
public record AttemptPicture(
    @Made.Path String path,
    @Documented("Which try of this leaf it was in the whole run, from 1.") int attempt,
    List<String> argv,
    @Made.Word String outcome,
    int exitCode,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String remedy,
    Instant startedAt,
    long durationMillis,
    long stdinBytes,
    @Made.Id String stdinSha256,
    @Documented("In the units of the fuel limit.") long fuelUsed,
    @Documented("The largest size of the command's memory; null if nothing ran.")
        @Nullable Long peakMemoryBytes,
    @Documented("Whether the result was taken over from the run that this one runs again.")
        boolean reused,
    @Documented("Whether the result was kept from an earlier call and nothing ran.")
        boolean cached) {
  public AttemptPicture {
    argv = List.copyOf(argv);
  }
}
