package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.recipe.RecipeReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a hub keeps, tells together and lets go of; time moves only when the test says so. */
class LiveHubTest {

  private static final Duration NEVER = Duration.ofDays(1);
  private static final int KEPT_TICKS = 3;

  private Engine engine;
  private LiveHub hub;

  @BeforeEach
  void start() {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
    hub = hub(1 << 20);
  }

  private LiveHub hub(long keptBytes) {
    return new LiveHub(engine, new LiveOptions(NEVER, NEVER, KEPT_TICKS, keptBytes, 10, 10, 10));
  }

  @AfterEach
  void stop() {
    hub.close();
    engine.close();
  }

  private RunHandle run(String recipe) throws Exception {
    return engine.start(RunRequest.of(new RecipeReader().read(recipe, "test.json")).build());
  }

  private Feed feed(LiveHub of, RunHandle run) throws Exception {
    Feed feed = of.run(engine.store().run(run.id()).orElseThrow());
    of.awaitReads();
    return feed;
  }

  private static String text(Frame frame) {
    return new String(frame.bytes(), StandardCharsets.UTF_8);
  }

  private static JsonNode data(Frame frame) throws Exception {
    String text = text(frame);
    return new ObjectMapper().readTree(text.substring(text.indexOf("data: ") + 6));
  }

  private static Frame first(Feed feed) {
    Frame frame = feed.next(Feed.NOWHERE);
    if (frame == null) {
      throw new AssertionError("there is nothing to read yet");
    }
    return frame;
  }

  private static List<Frame> after(Feed feed, long place) {
    List<Frame> frames = new ArrayList<>();
    for (Frame frame = feed.next(place); frame != null; frame = feed.next(frame.seq())) {
      frames.add(frame);
    }
    return frames;
  }

  /** Stands still until its first step is cancelled. */
  private static final String RETRIED =
      "{\"template\": [{\"template\": \"sleep 600\", \"failure\": \"continue\"},"
          + " {\"template\": \"false\", \"retry\": 5, \"failure\": \"continue\"}, \"echo end\"]}";

  private RunHandle heldRun(String recipe) throws Exception {
    CountDownLatch holds = new CountDownLatch(1);
    RunHandle run =
        engine.start(
            RunRequest.of(new RecipeReader().read(recipe, "test.json"))
                .listener(
                    event -> {
                      if (event instanceof RunEvent.AttemptStarted) {
                        holds.countDown();
                      }
                    })
                .build());
    assertThat(holds.await(180, TimeUnit.SECONDS)).isTrue();
    return run;
  }

  @Test
  void a_step_that_changes_many_times_between_two_flushes_is_told_once() throws Exception {
    RunHandle run = heldRun(RETRIED);
    Feed feed = feed(hub, run);
    long place = first(feed).seq();
    run.cancel("0.0");
    run.await();
    feed.flush();

    List<Frame> frames = after(feed, place);
    assertThat(frames).hasSize(2);
    assertThat(text(frames.get(0))).startsWith("event: delta\n");
    assertThat(text(frames.get(1))).startsWith("event: end\n");
    List<String> paths = new ArrayList<>();
    data(frames.get(0)).get("steps").forEach(step -> paths.add(step.get("path").asText()));
    assertThat(paths).containsExactly("0", "0.0", "0.1", "0.2");
    assertThat(data(frames.get(0)).at("/steps/2/attempt").asInt()).isEqualTo(5);
  }

  @Test
  void what_happened_while_the_store_was_read_is_not_lost() throws Exception {
    for (int i = 0; i < 20; i++) {
      RunHandle run = run("{\"template\": [\"echo one\", \"cat\", \"upper\"]}");
      Feed feed = feed(hub, run);
      run.await();
      feed.flush();
      Frame first = first(feed);
      List<Frame> rest = after(feed, first.seq());
      assertThat(rest).last().satisfies(end -> assertThat(end.last()).isTrue());
      List<JsonNode> done = new ArrayList<>();
      data(first).get("steps").forEach(done::add);
      assertThat(done).hasSize(4).allMatch(step -> step.get("status").asText().equals("done"));
    }
  }

  @Test
  void reading_the_store_again_does_not_set_a_run_back() throws Exception {
    RunHandle run = heldRun(RETRIED);
    Feed feed = feed(hub, run);
    long place = first(feed).seq();
    run.cancel("0.0");
    run.await();
    engine.store().journal().flush();
    for (int i = 0; i < 3; i++) {
      hub.tick();
      hub.awaitReads();
      feed.flush();
    }
    assertThat(after(feed, place)).hasSize(2);
  }

  @Test
  void who_was_away_for_longer_than_the_ring_reaches_gets_a_fresh_snapshot() throws Exception {
    try (LiveHub small = hub(200)) {
      RunHandle run = heldRun(RETRIED);
      Feed feed = feed(small, run);
      Frame first = first(feed);
      run.cancel("0.0");
      run.await();
      feed.flush();

      List<Frame> frames = after(feed, first.seq());
      assertThat(text(frames.get(0))).startsWith("event: snapshot\n");
      assertThat(data(frames.get(0)).get("steps")).hasSize(4);
      assertThat(frames.get(0).seq()).isGreaterThan(first.seq());
      assertThat(text(frames.get(1))).startsWith("event: end\n");
      assertThat(frames).hasSize(2);
    }
  }

  @Test
  void a_snapshot_is_made_once_for_all_who_come_at_the_same_time() throws Exception {
    RunHandle run = run("{\"template\": \"echo one\"}");
    run.await();
    Feed feed = feed(hub, run);
    assertThat(feed.next(Feed.NOWHERE)).isSameAs(feed.next(Feed.NOWHERE));
  }

  @Test
  void a_stream_that_nobody_watches_is_let_go_after_some_ticks() throws Exception {
    RunHandle run = run("{\"template\": \"echo one\"}");
    run.await();
    feed(hub, run);
    for (int i = 1; i < KEPT_TICKS; i++) {
      hub.tick();
      assertThat(hub.kept()).isEqualTo(1);
    }
    hub.tick();
    assertThat(hub.kept()).isZero();
  }

  @Test
  void runs_that_nobody_watches_are_not_kept_at_all() throws Exception {
    run("{\"template\": [\"echo one\", \"cat\"]}").await();
    assertThat(hub.kept()).isZero();
  }
}
