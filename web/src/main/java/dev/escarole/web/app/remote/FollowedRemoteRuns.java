package dev.escarole.web.app.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.run.EventData;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunsNews;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The news of all runs of another process. */
final class FollowedRemoteRuns extends RemoteFollowing {

  private final Consumer<RunsNews> listener;

  FollowedRemoteRuns(Server server, Consumer<RunsNews> listener) {
    super(server, "/api/v1/runs/events");
    this.listener = listener;
  }

  @Override
  @Nullable RunHead look() {
    return null;
  }

  @Override
  boolean hear(String event, JsonNode document) {
    EventData.AllRuns data = Documents.convert(document, EventData.AllRuns.class);
    listener.accept(new RunsNews(event.equals("snapshot"), data.runs()));
    return false;
  }
}
