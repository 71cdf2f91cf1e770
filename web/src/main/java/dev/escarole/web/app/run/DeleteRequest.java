package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;
import java.util.List;

/** Names runs that are deleted together. */
public record DeleteRequest(
    @Param(
            value = "The runs: of each its id, the beginning of it, or 'last' for the newest run.",
            required = true)
        List<String> runs) {
  public DeleteRequest {
    runs = List.copyOf(runs);
  }
}
