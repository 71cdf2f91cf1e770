package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failure that a run ended with or went on from. */
public record FailurePicture(
    @Made.Path String path,
    @Nullable String label,
    @Documented("Empty if a group failed by itself, such as when its time was up.")
        List<String> argv,
    @Made.Word String outcome,
    int exitCode,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String remedy,
    String detail,
    @Documented("At most 16 KiB of it.") String stderr) {
  public FailurePicture {
    argv = List.copyOf(argv);
  }
}
