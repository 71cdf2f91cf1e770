package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Limits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.EventReader.Event;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One connection for all that a browser follows. */
class SharedStreamTest {

  private static final String WAITS = "{\"name\": \"waits\", \"template\": [\"sleep 600\"]}";

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

  private RunHandle run() {
    return engine.start(RunRequest.of(new RecipeReader().read(WAITS, "test.json")).build());
  }

  private EventReader watch(String query) throws Exception {
    return EventReader.open(server.port(), "/live/events?" + query, null);
  }

  @Test
  void events_of_several_runs_and_of_all_come_over_one_connection() throws Exception {
    RunHandle one = run();
    RunHandle two = run();
    try (EventReader events = watch("of=runs&of=" + one.id() + "&of=" + two.id())) {
      List<String> ended = new ArrayList<>();
      boolean told = false;
      one.cancel();
      two.cancel();
      while (ended.size() < 2 || !told) {
        Event event = events.next();
        if (event.name().equals("end")) {
          ended.add(event.data().get("run").asText());
        }
        told |= event.data().has("runs");
      }
      assertThat(ended).containsExactlyInAnyOrder(one.id().value(), two.id().value());
      RunHandle three = run();
      Event next = events.next();
      while (!next.data().toString().contains(three.id().value())) {
        next = events.next();
      }
      assertThat(next.name()).as("the stream stays when its runs are over").isEqualTo("delta");
    }
  }

  @Test
  void who_comes_back_gets_what_was_missed_of_each() throws Exception {
    RunHandle run = run();
    String last = "";
    try (EventReader events = watch("of=" + run.id())) {
      last = events.next().id();
    }
    run.cancel();
    run.await();
    try (EventReader events = watch("of=" + run.id() + "&after=" + last + "&after=nonsense")) {
      assertThat(events.next().name()).isNotEqualTo("snapshot");
    }
  }

  @Test
  void a_run_that_is_not_there_is_told_and_costs_the_others_nothing() throws Exception {
    RunHandle run = run();
    try (EventReader events = watch("of=20200101-000000-aaaaaa&of=" + run.id())) {
      assertThat(events.block()).startsWith("retry:");
      assertThat(events.block()).contains("event: gone", "20200101-000000-aaaaaa");
      assertThat(events.next().name()).isEqualTo("snapshot");
    }
  }

  @Test
  void a_browser_that_begins_anew_ends_its_own_stream_and_no_other() throws Exception {
    RunHandle run = run();
    String query = "of=" + run.id() + "&browser=";
    try (EventReader first = watch(query + "one");
        EventReader other = watch(query + "two")) {
      assertThat(first.next().name()).isEqualTo("snapshot");
      assertThat(other.next().name()).isEqualTo("snapshot");
      try (EventReader second = watch(query + "one")) {
        assertThat(second.next().name()).isEqualTo("snapshot");
        assertThat(first.rest()).as("the first has ended").isEmpty();
        run.cancel();
        assertThat(other.upTo(event -> event.name().equals("end"))).isNotEmpty();
      }
    }
  }

  @Test
  void more_topics_than_one_stream_bears_are_refused() throws Exception {
    try (EventReader events = watch("of=" + String.join("&of=", many()))) {
      assertThat(events.status()).isEqualTo(400);
    }
  }

  private static List<String> many() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 51; i++) {
      many.add("r" + i);
    }
    return many;
  }

  @Test
  void one_session_has_its_own_bound() {
    WatcherLimits limits = new WatcherLimits(100, 50, 2);
    WatcherLimits.Who one = new WatcherLimits.Who("vera", "first");
    limits.enter(one);
    limits.enter(one);
    Assertions.assertThatThrownBy(() -> limits.enter(one))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("of your session");
    limits.enter(new WatcherLimits.Who("vera", "second"));
    limits.leave(one);
    limits.enter(one);
    assertThat(limits.total()).isEqualTo(3);
  }
}
