package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.util.List;

/** What came of letting all interrupted runs go on. */
public record Resumed(
    @Documented("Ids of those that go on.") List<String> runs,
    @Documented("Those that cannot; they are stored as failed.") List<Refused> refused) {

  public Resumed {
    runs = List.copyOf(runs);
    refused = List.copyOf(refused);
  }

  /** A run that cannot go on. */
  public record Refused(String run, String reason) {}
}
