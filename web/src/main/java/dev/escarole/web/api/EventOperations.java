package dev.escarole.web.api;

import dev.escarole.web.app.Role;
import java.util.List;

/**
 * The streams of live events, for the document and the page. The room {@code live} serves them at
 * these addresses.
 */
final class EventOperations {

  private EventOperations() {}

  static List<Operation> all() {
    return List.of(
        stream("/runs/events", "watchRuns", "Tells what happens in all runs of this server")
            .by(request -> served()),
        stream("/runs/{run}/events", "watchRun", "Tells what happens in a run until it is over")
            .at(Field.text("run", "A run's id."))
            .refuses(404)
            .by(request -> served()));
  }

  private static Operation.Builder stream(String path, String id, String summary) {
    return Operation.of("GET", path, Role.VIEWER)
        .named(id, "events")
        .says(
            summary,
            "Server-sent events: a snapshot, then deltas. With Last-Event-ID, or after=ID, the"
                + " stream goes on where it broke off.")
        .givesEvents();
  }

  private static void served() {
    throw new IllegalStateException("BUG: events are served elsewhere");
  }
}
