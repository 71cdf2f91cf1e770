package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Limits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.EventReader.Event;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Live events of a real server over real sockets. */
class LiveEventsTest {

  /** Stands still until its first step is cancelled. */
  private static final String GATED =
      "{\"name\": \"gated\", \"template\": [{\"template\": \"sleep 600\", \"failure\": \"continue\"},"
          + " {\"parallel\": true, \"template\": [{\"label\": \"good\", \"template\": \"echo fine\"},"
          + " {\"label\": \"bad\", \"template\": \"false\"}]}]}";

  /** No beat comes within a test: whatever it hears was sent when it happened. */
  private static final Duration NO_BEAT = Duration.ofHours(1);

  private Engine engine;
  private WebServer server;

  @BeforeEach
  void start() {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
    server =
        WebServer.start(
            ServerOptions.local(0, "test").with(LiveOptions.DEFAULTS.withTick(NO_BEAT)),
            new Installation(engine, InstantSource.system()));
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private RunHandle run(String recipe) throws Exception {
    return engine.start(RunRequest.of(new RecipeReader().read(recipe, "test.json")).build());
  }

  private EventReader watch(RunHandle run) throws Exception {
    return EventReader.open(server.port(), "/runs/" + run.id().value() + "/events", null);
  }

  private EventReader watch(RunHandle run, String lastId) throws Exception {
    return EventReader.open(server.port(), "/runs/" + run.id().value() + "/events", lastId);
  }

  private static boolean runs(Event event, String path) {
    return "running".equals(states(List.of(event)).get(path));
  }

  /** What a reader of the events knows of the steps in the end. */
  private static Map<String, String> states(List<Event> events) {
    Map<String, String> states = new TreeMap<>();
    for (Event event : events) {
      if (event.name().equals("snapshot")) {
        states.clear();
      }
      for (JsonNode step : event.data().withArray("steps")) {
        states.put(step.get("path").asText(), step.get("status").asText());
      }
    }
    return states;
  }

  private static void openGate(RunHandle run) {
    run.cancel("0.0");
  }

  private static Event last(List<Event> events) {
    return events.get(events.size() - 1);
  }

  @Test
  void a_watcher_hears_a_snapshot_then_deltas_then_the_end_and_the_connection_ends()
      throws Exception {
    RunHandle run = run(GATED);
    try (EventReader reader = watch(run)) {
      assertThat(reader.header("content-type")).startsWith("text/event-stream");
      List<Event> events = reader.upTo(event -> runs(event, "0.0"));
      openGate(run);
      events.addAll(reader.rest());

      assertThat(events.get(0).name()).isEqualTo("snapshot");
      assertThat(last(events).name()).isEqualTo("end");
      assertThat(last(events).data().get("status").asText()).isEqualTo(run.await().status().word());
      assertThat(events.subList(1, events.size() - 1))
          .allSatisfy(event -> assertThat(event.name()).isEqualTo("delta"));
      assertThat(states(events))
          .isEqualTo(
              Map.of(
                  "0",
                  "done",
                  "0.0",
                  "cancelled",
                  "0.1",
                  "degraded",
                  "0.1.0",
                  "done",
                  "0.1.1",
                  "failed"));
      assertThat(events.stream().map(Event::seq)).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void a_delta_tells_what_a_step_came_to_and_what_was_joined() throws Exception {
    RunHandle run = run(GATED);
    try (EventReader reader = watch(run)) {
      reader.upTo(event -> runs(event, "0.0"));
      openGate(run);
      List<Event> events = reader.rest();

      JsonNode bad =
          events.stream()
              .flatMap(event -> list(event.data().withArray("steps")).stream())
              .filter(step -> step.get("path").asText().equals("0.1.1"))
              .filter(step -> step.get("status").asText().equals("failed"))
              .findFirst()
              .orElseThrow();
      assertThat(bad.get("outcome").asText()).isEqualTo("exited");
      assertThat(bad.get("exitCode").asInt()).isEqualTo(1);
      assertThat(bad.get("attempt").asInt()).isEqualTo(1);
      assertThat(bad.get("durationMillis").asLong()).isNotNegative();
      JsonNode join =
          events.stream()
              .flatMap(event -> list(event.data().withArray("joins")).stream())
              .findFirst()
              .orElseThrow();
      assertThat(join.get("path").asText()).isEqualTo("0.1");
      assertThat(join.get("failed").asInt()).isEqualTo(1);
      JsonNode leaves = last(events).data().at("/counts/leaves");
      assertThat(leaves.get("done").asInt()).isEqualTo(1);
      assertThat(leaves.get("failed").asInt()).isEqualTo(1);
      assertThat(leaves.get("cancelled").asInt()).isEqualTo(1);
    }
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> items = new ArrayList<>();
    array.forEach(items::add);
    return items;
  }

  @Test
  void a_run_that_was_over_before_anybody_watched_is_a_snapshot_and_its_end() throws Exception {
    RunHandle run = run("{\"template\": [\"echo one\", \"cat\"]}");
    run.await();
    try (EventReader reader = watch(run)) {
      List<Event> events = reader.rest();
      assertThat(events).extracting(Event::name).containsExactly("snapshot", "end");
      assertThat(states(events)).isEqualTo(Map.of("0", "done", "0.0", "done", "0.1", "done"));
      assertThat(events.get(1).data().get("status").asText()).isEqualTo("done");
    }
  }

  @Test
  void who_comes_back_with_the_last_id_gets_only_what_was_missed() throws Exception {
    RunHandle run = run(GATED);
    List<Event> before;
    try (EventReader reader = watch(run)) {
      before = reader.upTo(event -> runs(event, "0.0"));
    }
    openGate(run);
    run.await();
    try (EventReader reader = watch(run, last(before).id())) {
      List<Event> after = reader.rest();
      assertThat(after).extracting(Event::name).doesNotContain("snapshot").endsWith("end");
      assertThat(after.get(0).seq()).isEqualTo(last(before).seq() + 1);
      before.addAll(after);
      assertThat(states(before)).containsEntry("0.1.1", "failed").containsEntry("0", "done");
    }
  }

  @Test
  void who_has_heard_the_end_is_told_to_stay_away() throws Exception {
    RunHandle run = run("{\"template\": \"echo one\"}");
    run.await();
    String end;
    try (EventReader reader = watch(run)) {
      end = last(reader.rest()).id();
    }
    try (EventReader reader = watch(run, end)) {
      assertThat(reader.status()).isEqualTo(204);
    }
  }

  @Test
  void an_id_of_another_server_leads_to_a_snapshot() throws Exception {
    RunHandle run = run(GATED);
    for (String id : List.of("elsewhere-3", "-", "", "3", "x-99999999999999999999")) {
      try (EventReader reader = watch(run, id)) {
        assertThat(reader.next().name()).isEqualTo("snapshot");
      }
    }
  }

  @Test
  void a_run_that_nobody_knows_is_a_problem_not_a_page() throws Exception {
    String path = "/runs/20200101-000000-aaaaaa/events";
    try (EventReader reader = EventReader.open(server.port(), path, null)) {
      assertThat(reader.status()).isEqualTo(404);
      assertThat(reader.header("content-type")).startsWith("application/problem+json");
      assertThat(reader.body()).contains("no-such-run");
    }
  }

  @Test
  void programs_find_the_same_stream_in_the_rest_interface() throws Exception {
    RunHandle run = run("{\"template\": \"echo one\"}");
    run.await();
    String path = "/api/v1/runs/" + run.id().value() + "/events";
    try (EventReader reader = EventReader.open(server.port(), path, null)) {
      assertThat(reader.rest()).extracting(Event::name).containsExactly("snapshot", "end");
    }
  }

  @Test
  void the_stream_of_all_runs_tells_of_starts_progress_and_ends() throws Exception {
    RunHandle first = run(GATED);
    try (EventReader reader = EventReader.open(server.port(), "/runs/events", null)) {
      List<Event> begin = reader.upTo(event -> line(event, first).has("status"));
      assertThat(begin.get(0).name()).isEqualTo("snapshot");
      assertThat(line(last(begin), first).get("status").asText()).isEqualTo("running");
      assertThat(line(last(begin), first).get("recipe").asText()).isEqualTo("gated");

      RunHandle second = run("{\"name\": \"short\", \"template\": \"echo hi\"}");
      List<Event> events =
          reader.upTo(event -> "done".equals(line(event, second).path("status").asText()));
      assertThat(line(last(events), second).at("/counts/leaves/done").asInt()).isEqualTo(1);

      openGate(first);
      events = reader.upTo(event -> line(event, first).has("durationMillis"));
      assertThat(line(last(events), first).get("status").asText())
          .isEqualTo(first.await().status().word());
    }
  }

  private static JsonNode line(Event event, RunHandle run) {
    return list(event.data().get("runs")).stream()
        .filter(line -> line.get("run").asText().equals(run.id().value()))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  @Test
  void streams_end_when_the_server_stops() throws Exception {
    RunHandle run = run(GATED);
    try (EventReader one = watch(run);
        EventReader all = EventReader.open(server.port(), "/runs/events", null)) {
      one.next();
      all.next();
      server.close();
      assertThat(one.rest()).extracting(Event::name).doesNotContain("end");
      all.rest();
    } finally {
      run.cancel();
    }
  }
}
