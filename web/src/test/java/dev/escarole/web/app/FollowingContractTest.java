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
import dev.escarole.web.app.run.StepPicture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
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
    BlockingQueue<RunNews> news = new LinkedBlockingQueue<>();
    try (Following following = twins.socket.follow(run, news::add)) {
      assertThat(news.take().steps()).hasSize(1);
      assertThat(following.await(Duration.ofMillis(50))).isEmpty();
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
}
