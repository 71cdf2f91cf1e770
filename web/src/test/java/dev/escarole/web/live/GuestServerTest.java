package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.command.Limits;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.live.EventReader.Event;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server over the installation that another server holds. */
@Timeout(180)
class GuestServerTest {

  private static final String NAP = "{\"text\": \"name: nap\\ntemplate: sleep 600\"}";
  private static final String FAN =
      "{\"text\": \"template: {parallel: true, template: [echo a, cat /nowhere]}\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  private Engine engine;
  private WebServer holder;
  private WebServer guest;

  @BeforeEach
  void start() {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
    holder = holder(0);
    Escarole remote = RemoteEscarole.at(holder.address(), "");
    guest = WebServer.start(ServerOptions.local(0, "guest"), actor -> remote);
  }

  private WebServer holder(int port) {
    return WebServer.start(
        ServerOptions.local(port, "holder"), new Installation(engine, InstantSource.system()));
  }

  @AfterEach
  void stop() {
    guest.close();
    holder.close();
    engine.running().forEach(run -> run.cancel());
    engine.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(guest.address().resolve(path)).build(), BodyHandlers.ofString());
  }

  private String launch(String recipe) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(guest.address().resolve("/api/v1/runs"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(recipe))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return new ObjectMapper().readTree(answer.body()).get("run").asText();
  }

  private EventReader watch(String path) throws IOException {
    return EventReader.open(guest.port(), path, null);
  }

  private void cancel(String run) {
    engine.handle(new dev.escarole.engine.run.RunId(run)).orElseThrow().cancel();
  }

  @Test
  void it_answers_rest_pages_live_events_health_and_metrics() throws Exception {
    try (EventReader all = watch("/live/events?of=runs")) {
      assertThat(all.next().name()).isEqualTo("snapshot");
      String run = launch(FAN);
      try (EventReader one = watch("/runs/" + run + "/events")) {
        List<Event> events = one.rest();
        assertThat(events.get(events.size() - 1).name()).isEqualTo("end");
        assertThat(events.get(events.size() - 1).data().at("/counts/leaves/failed").asInt())
            .isEqualTo(1);
      }
      all.upTo(event -> event.data().toString().contains("\"degraded\""));
      assertThat(get("/api/v1/runs/" + run).body()).contains("\"status\":\"degraded\"");
      assertThat(get("/api/v1/runs/" + run + "/steps").statusCode()).isEqualTo(200);
      assertThat(get("/api/v1/runs").body()).contains(run);
      for (String page : List.of("/runs", "/runs/" + run, "/commands", "/audit", "/system")) {
        assertThat(get(page).statusCode()).as(page).isEqualTo(200);
      }
    }
    assertThat(get("/api/v1/runs/20200101-000000-aaaaaa").statusCode()).isEqualTo(404);
    assertThat(get("/health").body()).isEqualTo("ok\n");
    assertThat(get("/metrics").body())
        .contains("escarole_runs_started_total 1.0")
        .contains("escarole_attempts_total{outcome=\"exited\"} 2.0")
        .contains("escarole_live_watchers");
  }

  @Test
  void tabs_that_watch_one_run_share_one_stream_to_the_holder() throws Exception {
    String run = launch(NAP);
    try (EventReader one = watch("/runs/" + run + "/events");
        EventReader two = watch("/live/events?of=" + run);
        EventReader three = watch("/live/events?of=" + run + "&of=runs")) {
      for (EventReader each : List.of(one, two, three)) {
        assertThat(each.next().name()).isEqualTo("snapshot");
      }
      // Streams of earlier tests end a moment after their readers have gone.
      while (!figures().contains("escarole_live_watchers 2.0")) {
        Thread.onSpinWait();
      }
    }
  }

  private String figures() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(holder.address().resolve("/metrics")).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void streams_outlast_a_holder_that_is_replaced() throws Exception {
    String run = launch(NAP);
    try (EventReader one = watch("/runs/" + run + "/events");
        EventReader all = watch("/runs/events")) {
      one.upTo(event -> event.data().toString().contains("\"running\""));
      all.upTo(event -> event.data().toString().contains(run));
      int port = holder.port();
      holder.close();
      away();
      holder = holder(port);
      while (get("/health").statusCode() != 200) {
        Thread.onSpinWait();
      }
      all.upTo(event -> event.name().equals("snapshot"));
      cancel(run);
      assertThat(one.upTo(event -> event.name().equals("end")))
          .last()
          .satisfies(end -> assertThat(end.data().toString()).contains("cancelled"));
      all.upTo(event -> event.data().toString().contains("cancelled"));
    }
  }

  /** Stays away for longer than a single subscription tries to come back. */
  private void away() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(7);
    while (System.nanoTime() < end) {
      HttpResponse<String> health = get("/health");
      assertThat(health.statusCode()).isEqualTo(503);
      assertThat(health.body()).isEqualTo("the process that holds the database does not answer\n");
      HttpResponse<String> refused = get("/api/v1/runs");
      assertThat(refused.statusCode()).isEqualTo(502);
      assertThat(refused.body()).contains("no-answer");
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
      assertThat(get("/metrics").body())
          .contains("escarole_live_watchers 2.0")
          .doesNotContain("escarole_runs_started");
    }
  }
}
