package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.util.List;

/** The result of resuming all interrupted runs. */
public record Resumed(
    @Documented("Ids of those that go on.") List<String> runs,
    @Documented("Those that cannot; they are stored as failed.") List<Refused> refused) {

  public Resumed {
    runs = List.copyOf(runs);
    refused = List.copyOf(refused);
  }

  /** A run that cannot be resumed. */
  public record Refused(String run, String reason) {}
}
