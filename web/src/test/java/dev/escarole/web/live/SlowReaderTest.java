package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Limits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.api.ProblemAnswers;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.EventReader.Event;
import io.javalin.Javalin;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Readers that cannot keep up, and more of them than may be, over real sockets. */
class SlowReaderTest {

  private static final int BRANCHES = 2000;
  private static final int SMALL = 4096;

  private static final String WIDE =
      "{\"template\": [{\"template\": \"sleep 600\", \"failure\": \"continue\"},"
          + " {\"parallel\": true, \"repeat\": "
          + BRANCHES
          + ", \"template\": \"echo {index}\"}]}";

  private Engine engine;
  private LiveEvents live;
  private Javalin server;

  @BeforeEach
  void start() {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
    LiveOptions options = new LiveOptions(Duration.ofMillis(50), 1000, 32 << 10, 3, 2, 10);
    live = new LiveEvents(new Installation(engine, InstantSource.system()), options);
    server =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.jetty.addConnector(
                  (jetty, http) -> {
                    ServerConnector connector = new ServerConnector(jetty);
                    connector.setHost("127.0.0.1");
                    // What the system buffers would hide that somebody is slow.
                    connector.setAcceptedSendBufferSize(SMALL);
                    return connector;
                  });
              live.install(config.routes, "/runs");
              config.routes.exception(
                  RefusedException.class, (e, ctx) -> ProblemAnswers.refused(ctx, e));
            });
    server.start();
  }

  @AfterEach
  void stop() {
    live.close();
    server.stop();
    engine.close();
  }

  private RunHandle run() throws Exception {
    return engine.start(RunRequest.of(new RecipeReader().read(WIDE, "test.json")).build());
  }

  private EventReader watch(RunHandle run, int buffer) throws Exception {
    String path = "/runs/" + run.id().value() + "/events";
    return EventReader.open(server.port(), path, null, buffer);
  }

  private static Map<String, String> states(List<Event> events) {
    Map<String, String> states = new HashMap<>();
    for (Event event : events) {
      if (event.name().equals("snapshot")) {
        states.clear();
      }
      event
          .data()
          .withArray("steps")
          .forEach(step -> states.put(step.get("path").asText(), step.get("status").asText()));
    }
    return states;
  }

  @Test
  void a_slow_reader_gets_a_fresh_snapshot_and_in_the_end_knows_as_much_as_a_fast_one()
      throws Exception {
    RunHandle run = run();
    try (EventReader slow = watch(run, SMALL);
        EventReader fast = watch(run, 1 << 20)) {
      slow.upTo(event -> states(List.of(event)).containsKey("0.0"));
      fast.upTo(event -> states(List.of(event)).containsKey("0.0"));
      run.cancel("0.0");
      List<Event> toTheFast = fast.rest();
      List<Event> toTheSlow = slow.rest();

      assertThat(toTheSlow).extracting(Event::name).contains("snapshot").endsWith("end");
      assertThat(states(toTheSlow)).containsAllEntriesOf(states(toTheFast)).hasSize(BRANCHES + 3);
    }
  }

  @Test
  void more_connections_than_one_caller_may_have_are_refused_until_one_is_gone() throws Exception {
    RunHandle run = run();
    try (EventReader one = watch(run, SMALL)) {
      assertThat(one.next().name()).isEqualTo("snapshot");
      try (EventReader two = watch(run, SMALL)) {
        assertThat(two.next().name()).isEqualTo("snapshot");
        assertThat(live.watching()).isEqualTo(2);
        try (EventReader three = watch(run, SMALL)) {
          assertThat(three.status()).isEqualTo(503);
          assertThat(three.body()).contains("too-many-watchers");
        }
      }
      // The server notices at the latest when it next has something to say.
      while (live.watching() > 1) {
        one.block();
      }
      try (EventReader three = watch(run, SMALL)) {
        assertThat(three.next().name()).isEqualTo("snapshot");
      }
    }
  }
}
