package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.escarole.web.app.Documented;
import java.util.List;

/** What running a run again would do. */
public record RerunPreview(
    @Documented("Paths of the leaves that would run.") List<String> runs,
    @Documented("How many results of finished steps would be taken over.") int reused,
    @Documented("Paths of finished steps whose results would no longer hold.") List<String> lost,
    @JsonIgnore dev.escarole.engine.plan.Plan plan) {
  public RerunPreview {
    runs = List.copyOf(runs);
    lost = List.copyOf(lost);
  }
}
