package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.RunsNews;
import dev.escarole.web.app.run.RunsNews.RunProgress;
import dev.escarole.web.app.run.StepPicture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run can be followed from afar as from near. */
@Timeout(120)
class FollowingContractTest {

  private static final String RECIPE =
      """
      name: census
      template:
        parallel: true
        template:
          - {label: good, template: "sleep 0.2"}
          - {label: bad, template: cat /nowhere}
      """;

  private static Twins twins;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    twins = new Twins(directory);
  }

  @AfterAll
  static void stop() throws IOException {
    twins.close();
  }

  @Test
  void the_news_of_a_run_add_up_to_what_it_came_to() throws Exception {
    for (Escarole way : twins.all()) {
      LaunchRequest request = Twins.launch(RECIPE);
      RunName run = new RunName(way.launch(request).head().run());
      List<RunNews> news = new ArrayList<>();
      RunHead end;
      try (Following following = way.follow(run, news::add)) {
        end = following.await();
      }
      assertThat(end).as("%s", way).isEqualTo(twins.local.head(run));
      assertThat(news.get(0).steps()).extracting(StepPicture::path).hasSize(4);
      assertThat(news.get(news.size() - 1).end()).isEqualTo(end);
      Map<String, String> told = new LinkedHashMap<>();
      news.forEach(each -> each.steps().forEach(step -> told.put(step.path(), words(step))));
      Map<String, String> stored = new LinkedHashMap<>();
      twins.local.run(run).steps().forEach(step -> stored.put(step.path(), words(step)));
      assertThat(told).as("%s", way).isEqualTo(stored);
    }
  }

  private static String words(StepPicture step) {
    return step.kind()
        + " "
        + step.label()
        + " "
        + step.argv()
        + " "
        + step.status()
        + " "
        + step.outcome()
        + " "
        + step.exitCode();
  }

  @Test
  void a_run_that_is_over_is_told_at_once_and_one_that_is_not_there_is_refused() throws Exception {
    RunName run = new RunName(twins.run(Twins.launch("template: echo x")));
    for (Escarole way : twins.all()) {
      List<RunNews> news = new ArrayList<>();
      try (Following following = way.follow(run, news::add)) {
        assertThat(following.await().status()).isEqualTo(RunStatus.DONE);
      }
      assertThat(news).hasSize(1);
      assertThatThrownBy(() -> way.follow(new RunName("20000101-000000-aaaaaa"), each -> {}))
          .isInstanceOf(RefusedException.class)
          .hasMessage("there is no run 20000101-000000-aaaaaa");
    }
  }

  @Test
  void a_stream_that_breaks_off_is_asked_for_again() throws Exception {
    RunName run = new RunName(twins.local.launch(Twins.named("nap")).head().run());
    int streams = twins.door.streams.get();
    try (Following following = twins.socket.follow(run, news -> {})) {
      while (twins.door.streams.get() == streams) {
        assertThat(following.await(Duration.ofMillis(10))).isEmpty();
      }
      twins.door.breakOff();
      assertThat(following.await(Duration.ofMillis(50))).isEmpty();
      twins.local.cancel(new CancelRequest(run.run(), null));
      assertThat(following.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void who_stops_following_stops_nothing_else() throws Exception {
    RunName run = new RunName(twins.local.launch(Twins.named("nap")).head().run());
    for (Escarole way : twins.all()) {
      BlockingQueue<RunNews> news = new LinkedBlockingQueue<>();
      Following following = way.follow(run, news::add);
      assertThat(news.take().end()).isNull();
      following.close();
    }
    assertThat(twins.local.head(run).status()).isEqualTo(RunStatus.RUNNING);
    twins.end(run.run());
  }

  @Test
  void who_waits_is_released_when_another_thread_closes() throws Exception {
    RunName run = new RunName(twins.local.launch(Twins.named("nap")).head().run());
    for (Escarole way : twins.all()) {
      Following following = way.follow(run, news -> {});
      CompletableFuture<Optional<RunHead>> patient = new CompletableFuture<>();
      CompletableFuture<RunHead> waiting =
          CompletableFuture.supplyAsync(() -> uninterrupted(following::await));
      new Thread(
              () -> patient.complete(uninterrupted(() -> following.await(Duration.ofMinutes(1)))))
          .start();
      following.close();
      assertThat(patient.get()).isEmpty();
      assertThatThrownBy(waiting::get).hasRootCauseInstanceOf(CancellationException.class);
    }
    twins.end(run.run());
  }

  private static <T> T uninterrupted(Callable<T> wait) {
    try {
      return wait.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void followers_of_this_process_hold_no_thread_each() throws Exception {
    RunName run = new RunName(twins.local.launch(Twins.named("nap")).head().run());
    List<Following> followings = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      CountDownLatch begun = new CountDownLatch(1);
      followings.add(twins.local.follow(run, news -> begun.countDown()));
      begun.await();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().equals("escarole-follow"))
        .hasSizeBetween(1, 4);
    followings.forEach(Following::close);
    twins.end(run.run());
  }

  @Test
  void what_happens_while_a_listener_is_busy_is_told_together_and_each_step_once()
      throws Exception {
    LaunchRequest request =
        Twins.launch(
            "template: [{template: sleep 60, failure: continue},"
                + " {template: \"false\", retry: 5, failure: continue}, echo end]");
    RunName run = new RunName(twins.local.launch(request).head().run());
    List<RunNews> news = new CopyOnWriteArrayList<>();
    CountDownLatch over = new CountDownLatch(1);
    try (Following following =
            twins.local.follow(
                run,
                each -> {
                  news.add(each);
                  uninterrupted(
                      () -> {
                        over.await();
                        return true;
                      });
                });
        Following other = twins.local.follow(run, each -> {})) {
      while (news.isEmpty()) {
        Thread.onSpinWait();
      }
      twins.local.cancel(new CancelRequest(run.run(), "0.0"));
      other.await();
      over.countDown();
      following.await();
    }
    assertThat(news).hasSize(2);
    assertThat(news.get(1).steps())
        .extracting(StepPicture::path)
        .containsExactlyInAnyOrder("0", "0.0", "0.1", "0.2");
    assertThat(news.get(1).steps())
        .filteredOn(step -> step.path().equals("0.1"))
        .extracting(StepPicture::attempt)
        .containsExactly(5);
  }

  @Test
  void all_runs_can_be_followed_whichever_way() throws Exception {
    for (Escarole way : twins.all()) {
      BlockingQueue<RunsNews> news = new LinkedBlockingQueue<>();
      RunName before = new RunName(twins.local.launch(Twins.named("nap")).head().run());
      try (Following following = way.followRuns(news::add)) {
        RunsNews first = news.take();
        assertThat(first.all()).isTrue();
        String fresh = way.launch(Twins.launch(RECIPE)).head().run();
        RunProgress ended = end(news, fresh);
        assertThat(ended.status()).isEqualTo(RunStatus.DEGRADED);
        assertThat(ended.recipe()).isEqualTo("census");
        assertThat(ended.durationMillis()).isNotNull();
        assertThat(Objects.requireNonNull(ended.counts()).leaves().failed()).isEqualTo(1);
        twins.local.cancel(new CancelRequest(before.run(), null));
        assertThat(end(news, before.run()).status()).isEqualTo(RunStatus.CANCELLED);
        assertThat(following.await(Duration.ofMillis(10))).isEmpty();
      }
    }
  }

  private static RunProgress end(BlockingQueue<RunsNews> news, String run) throws Exception {
    while (true) {
      for (RunProgress each : news.take().runs()) {
        if (each.run().equals(run) && each.hasEnded()) {
          return each;
        }
      }
    }
  }

  @Test
  void a_stream_of_all_runs_that_breaks_off_is_asked_for_again_and_tells_all() throws Exception {
    BlockingQueue<RunsNews> news = new LinkedBlockingQueue<>();
    try (Following following = twins.socket.followRuns(news::add)) {
      assertThat(news.take().all()).isTrue();
      RunName run = new RunName(twins.local.launch(Twins.named("nap")).head().run());
      while (news.take().runs().stream().noneMatch(each -> each.run().equals(run.run()))) {
        assertThat(following.end()).isNotDone();
      }
      twins.door.breakOff();
      RunsNews again = news.take();
      while (!again.all()) {
        again = news.take();
      }
      // The snapshot may be one that was made for somebody else, with what came since behind it.
      while (again.runs().stream().noneMatch(each -> each.run().equals(run.run()))) {
        again = news.take();
      }
      twins.end(run.run());
    }
  }
}
