package dev.escarole.web.agent.acli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CommandThreadsTest {

  private static final int MOST = 4;

  @Test
  void as_many_callers_as_places_are_never_turned_away() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(MOST);
    try (CommandThreads threads = new CommandThreads(MOST)) {
      List<Callable<Integer>> all = new ArrayList<>();
      for (int caller = 0; caller < MOST; caller++) {
        all.add(
            () -> {
              int answers = 0;
              for (int i = 0; i < 5_000; i++) {
                answers += threads.begin(() -> 1).get();
              }
              return answers;
            });
      }
      for (Future<Integer> each : callers.invokeAll(all)) {
        assertThat(each.get()).isEqualTo(5_000);
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void one_more_than_there_are_places_is_refused_and_a_cancelled_one_keeps_its_place()
      throws Exception {
    CountDownLatch inside = new CountDownLatch(MOST);
    CountDownLatch release = new CountDownLatch(1);
    try (CommandThreads threads = new CommandThreads(MOST)) {
      List<Future<Integer>> begun = new ArrayList<>();
      for (int i = 0; i < MOST; i++) {
        begun.add(
            threads.begin(
                () -> {
                  inside.countDown();
                  release.await();
                  return 1;
                }));
      }
      inside.await();
      begun.get(0).cancel(false);
      assertThatThrownBy(() -> threads.begin(() -> 2))
          .isInstanceOf(RejectedExecutionException.class);
      release.countDown();
      for (Future<Integer> each : begun.subList(1, MOST)) {
        assertThat(each.get()).isEqualTo(1);
      }
      assertThat(threads.begin(() -> 2).get()).isEqualTo(2);
    }
  }

  @Test
  void after_the_close_nothing_begins() {
    CommandThreads threads = new CommandThreads(MOST);
    threads.close();
    for (int i = 0; i <= MOST; i++) {
      assertThatThrownBy(() -> threads.begin(() -> 1))
          .isInstanceOf(RejectedExecutionException.class);
    }
  }
}
