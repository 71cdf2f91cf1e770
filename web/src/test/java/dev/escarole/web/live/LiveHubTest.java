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
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.live.Feed.Frame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a hub keeps, tells and drops; it ticks only when the test says so. */
@Timeout(120)
class LiveHubTest {

  private static final Duration NEVER = Duration.ofDays(1);
  private static final int KEPT_TICKS = 3;

  private Engine engine;
  private Escarole escarole;
  private LiveHub hub;

  @BeforeEach
  void start() {
    Limits wide = Limits.defaults().withWallClock(Duration.ofHours(1));
    engine = Engine.open(EngineOptions.inMemory().withLimits(wide));
    escarole = new Installation(engine, InstantSource.system()).as(Actor.SERVER);
    hub = hub(1 << 20);
  }

  private LiveHub hub(long keptBytes) {
    return new LiveHub(escarole, new LiveOptions(NEVER, KEPT_TICKS, keptBytes, 10, 10, 10));
  }

  @AfterEach
  void stop() {
    hub.close();
    engine.close();
  }

  private RunHandle run(String recipe) throws Exception {
    return engine.start(RunRequest.of(new RecipeReader().read(recipe, "test.json")).build());
  }

  private RunFeed feed(LiveHub of, RunHandle run) {
    RunFeed feed = of.run(escarole.head(new RunName(run.id().value())));
    while (feed.next(Feed.NOWHERE) == null) {
      Thread.onSpinWait();
    }
    return feed;
  }

  private static void awaitEnd(Feed feed) {
    while (!feed.isOver()) {
      Thread.onSpinWait();
    }
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
  void changes_reach_the_stream_and_add_up_to_what_the_run_came_to() throws Exception {
    RunHandle run = heldRun(RETRIED);
    RunFeed feed = feed(hub, run);
    long place = first(feed).seq();
    run.cancel("0.0");
    awaitEnd(feed);

    List<Frame> frames = after(feed, place);
    assertThat(text(frames.get(frames.size() - 1))).startsWith("event: end\n");
    Map<String, JsonNode> steps = new TreeMap<>();
    for (Frame frame : frames.subList(0, frames.size() - 1)) {
      assertThat(text(frame)).startsWith("event: delta\n");
      data(frame).withArray("steps").forEach(step -> steps.put(step.get("path").asText(), step));
    }
    assertThat(steps).containsOnlyKeys("0", "0.0", "0.1", "0.2");
    JsonNode failed = Objects.requireNonNull(steps.get("0.1"));
    assertThat(failed.path("attempt").asInt()).isEqualTo(5);
    assertThat(failed.path("status").asText()).isEqualTo("failed");
  }

  @Test
  void what_happened_while_the_store_was_read_is_not_lost() throws Exception {
    for (int i = 0; i < 20; i++) {
      RunHandle run = run("{\"template\": [\"echo one\", \"cat\", \"upper\"]}");
      RunFeed feed = feed(hub, run);
      Map<String, String> states = new TreeMap<>();
      Frame first = first(feed);
      awaitEnd(feed);
      List<Frame> frames = new ArrayList<>(List.of(first));
      frames.addAll(after(feed, first.seq()));
      for (Frame frame : frames) {
        data(frame)
            .withArray("steps")
            .forEach(step -> states.put(step.get("path").asText(), step.get("status").asText()));
      }
      assertThat(frames).last().satisfies(end -> assertThat(end.last()).isTrue());
      assertThat(states).hasSize(4).containsValue("done").doesNotContainValue("running");
    }
  }

  /** As the first news do of a subscription that takes the place of a broken one. */
  @Test
  void news_that_tell_everything_again_are_told_only_as_far_as_they_are_news() {
    RunHead head = head(RunStatus.RUNNING);
    RunFeed feed = new RunFeed("s", 1000, head);
    feed.hear(news(step("0", "running"), step("0.0", "running"), step("0.1", "pending")));
    assertThat(text(first(feed))).contains("0.0").doesNotContain("0.1");
    feed.hear(news(step("0", "running"), step("0.0", "done"), step("0.1", "pending")));
    List<Frame> told = after(feed, 0);
    assertThat(told).hasSize(1);
    assertThat(text(told.get(0))).contains("\"path\":\"0.0\"").doesNotContain("\"path\":\"0\"");
  }

  @Test
  void an_interrupted_run_has_no_end_and_is_told_of_once() {
    RunHead head = head(RunStatus.RUNNING);
    RunHead interrupted = head(RunStatus.INTERRUPTED);
    RunFeed feed = new RunFeed("s", 1000, head);
    feed.hear(news(step("0", "running")));
    for (int i = 0; i < 3; i++) {
      feed.hear(new RunNews(List.of(step("0", "running")), List.of(), null, interrupted, null));
    }
    List<Frame> told = after(feed, 0);
    assertThat(told).hasSize(1);
    assertThat(text(told.get(0))).startsWith("event: delta").contains("interrupted");
    assertThat(feed.isOver()).isFalse();
  }

  private static RunHead head(RunStatus status) {
    return new RunHead(
        "r",
        "r",
        "h",
        status,
        null,
        Instant.EPOCH,
        null,
        List.of(),
        "local-operator",
        null,
        null,
        null,
        List.of());
  }

  private static RunNews news(StepPicture... steps) {
    return new RunNews(List.of(steps), List.of(), null, null, null);
  }

  private static StepPicture step(String path, String status) {
    return new StepPicture(
        path, "leaf", null, List.of(), status, null, null, null, null, null, null, null, null);
  }

  @Test
  void who_was_away_for_longer_than_the_stream_keeps_gets_a_fresh_snapshot() throws Exception {
    try (LiveHub small = hub(200)) {
      RunHandle run = heldRun(RETRIED);
      RunFeed feed = feed(small, run);
      Frame first = first(feed);
      run.cancel("0.0");
      awaitEnd(feed);

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
  void a_stream_that_is_not_watched_is_dropped_after_some_ticks() throws Exception {
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
