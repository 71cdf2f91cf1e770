package dev.escarole.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.engine.catalog.CatalogException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RowFetchesTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_000);

  private final RowFetches fetches = new RowFetches(() -> NOW);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  @AfterEach
  void close() {
    fetches.close();
  }

  private List<String> wait(FetchProgress progress) throws InterruptedException {
    progress.fetched("a.tgz", 10, 20);
    begun.countDown();
    go.await();
    return List.of("a", "b");
  }

  @Test
  void an_attempt_says_how_far_it_is_and_how_it_ended() throws Exception {
    RowFetch fetch = fetches.start("a", (progress, steps) -> wait(progress));
    begun.await();
    assertThat(fetch.state())
        .isEqualTo(
            new RowFetch.State(RowFetch.Phase.FETCHING, "a.tgz", 10, 20, List.of(), null, null));
    go.countDown();
    assertThat(fetch.await())
        .isEqualTo(
            new RowFetch.State(RowFetch.Phase.ADDED, "", 0, -1, List.of("a", "b"), NOW, null));
    assertThat(fetches.latest("a")).contains(fetch);
    assertThat(fetches.latest("b")).isEmpty();
  }

  @Test
  void a_row_under_way_is_not_begun_again_and_one_that_ended_is() throws Exception {
    AtomicInteger times = new AtomicInteger();
    RowFetches.Work work =
        (progress, steps) -> {
          times.incrementAndGet();
          steps.accept("compiling");
          return wait(progress);
        };
    RowFetch first = fetches.start("a", work);
    assertThat(fetches.start("a", work)).isSameAs(first);
    go.countDown();
    assertThat(first.await().problem()).isNull();
    RowFetch second = fetches.start("a", work);
    assertThat(second).isNotSameAs(first);
    assertThat(second.await().problem()).isNull();
    assertThat(times).hasValue(2);
  }

  @Test
  void too_many_at_once_are_refused_and_closing_ends_those_under_way() throws Exception {
    List<RowFetch> all = new ArrayList<>();
    for (int i = 0; i < RowFetches.MOST; i++) {
      all.add(fetches.start("row" + i, (progress, steps) -> wait(progress)));
    }
    assertThat(
            catchThrowableOfType(
                CatalogException.class,
                () -> fetches.start("one-more", (progress, steps) -> List.of())))
        .extracting(CatalogException::reason)
        .isEqualTo(Reason.TOO_MANY);
    fetches.close();
    for (RowFetch each : all) {
      assertThat(each.await().problem()).hasMessageContaining("was not added: it was stopped");
    }
  }

  @Test
  void a_mistake_of_ours_ends_the_attempt_too() throws Exception {
    RowFetch fetch =
        fetches.start(
            "a",
            (progress, steps) -> {
              throw new IllegalStateException("the disk is on fire");
            });
    assertThat(fetch.await().problem()).hasMessageContaining("the disk is on fire");
  }
}
