package dev.escarole.engine.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WriteBehindTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final List<List<String>> groups = new CopyOnWriteArrayList<>();
  private final Semaphore writes = new Semaphore(0);
  private final CountDownLatch writing = new CountDownLatch(1);
  private @Nullable WriteBehind<String> opened;

  @AfterEach
  void close() {
    writes.release(1_000_000);
    if (opened != null) {
      opened.close();
    }
  }

  private WriteBehind<String> open(
      int entries, long bytes, Duration linger, Consumer<List<String>> writer) {
    WriteBehind<String> queue =
        new WriteBehind<>("test", "texts", new WriteBehind.Bounds(entries, bytes, linger), writer);
    opened = queue;
    queue.start();
    return queue;
  }

  /** Writes a group for each permit. */
  private void writeWhenAllowed(List<String> group) {
    writing.countDown();
    writes.acquireUninterruptibly();
    groups.add(List.copyOf(group));
  }

  @Test
  void what_comes_while_a_group_is_written_is_the_next_group() throws Exception {
    WriteBehind<String> queue = open(9, 9, Duration.ZERO, this::writeWhenAllowed);
    queue.put("a", 1, false);
    writing.await();
    queue.put("b", 1, false);
    queue.put("c", 1, false);
    assertThat(queue.pending()).isEqualTo(3);
    writes.release(2);
    assertThat(queue.flush()).isTrue();
    assertThat(groups).containsExactly(List.of("a"), List.of("b", "c"));
    assertThat(queue.pending()).isZero();
  }

  @Test
  void put_blocks_while_full_and_offer_returns_false() throws Exception {
    WriteBehind<String> queue = open(2, 100, Duration.ZERO, this::writeWhenAllowed);
    queue.put("a", 1, false);
    writing.await();
    queue.put("b", 1, false);
    assertThat(queue.offer("c", 1)).isFalse();
    CompletableFuture<Boolean> put = CompletableFuture.supplyAsync(() -> queue.put("d", 1, false));
    assertThat(put).isNotDone();
    writes.release(3);
    assertThat(put.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(queue.flush()).isTrue();
    assertThat(groups.stream().flatMap(List::stream)).containsExactly("a", "b", "d");
  }

  @Test
  void a_single_entry_larger_than_the_bound_is_taken_when_nothing_else_waits() {
    WriteBehind<String> queue = open(9, 10, LONG, this::writeWhenAllowed);
    assertThat(queue.offer("large", 11)).isTrue();
    assertThat(queue.offer("small", 1)).isFalse();
  }

  @Test
  void neither_an_urgent_entry_nor_a_flush_nor_the_end_waits_for_more() {
    writes.release(3);
    WriteBehind<String> queue = open(9, 9, LONG, this::writeWhenAllowed);
    queue.put("flushed", 1, false);
    queue.flush();
    queue.put("urgent", 1, true);
    queue.catchUp();
    queue.put("last", 1, false);
    queue.close();
    assertThat(groups).containsExactly(List.of("flushed"), List.of("urgent"), List.of("last"));
  }

  @Test
  void waiting_for_the_end_of_an_outage_does_not_speed_up_retries() {
    AtomicInteger failures = new AtomicInteger(3);
    List<Duration> pauses = new ArrayList<>();
    WriteBehind<String> queue =
        open(9, 9, Duration.ZERO, group -> persist(() -> fail(failures), pauses));
    long begun = System.nanoTime();
    queue.put("a", 1, false);
    assertThat(queue.flush()).isTrue();
    assertThat(pauses)
        .containsExactly(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isGreaterThanOrEqualTo(Duration.ofMillis(350));
  }

  private @Nullable Throwable persist(Runnable work, List<Duration> pauses) {
    WriteBehind<String> queue = opened();
    return queue.persist(
        work, failure -> failure instanceof Error, (failure, pause) -> pauses.add(pause));
  }

  private WriteBehind<String> opened() {
    return Objects.requireNonNull(opened);
  }

  private static void fail(AtomicInteger failures) {
    if (failures.getAndDecrement() > 0) {
      throw new IllegalStateException("away");
    }
  }

  @Test
  void a_final_failure_is_told_at_once_and_the_next_group_is_written() {
    List<@Nullable Throwable> told = new CopyOnWriteArrayList<>();
    List<Duration> pauses = new ArrayList<>();
    WriteBehind<String> queue =
        open(
            9,
            9,
            Duration.ZERO,
            group -> {
              Throwable last =
                  persist(
                      () -> {
                        if (group.contains("bad")) {
                          throw new OutOfMemoryError("made up");
                        }
                      },
                      pauses);
              told.add(last == null ? new Throwable("done") : last);
            });
    queue.put("bad", 1, true);
    assertThat(queue.flush()).isTrue();
    queue.put("good", 1, true);
    assertThat(queue.flush()).isTrue();
    assertThat(told).extracting(Throwable::getMessage).containsExactly("made up", "done");
    assertThat(pauses).isEmpty();
  }

  @Test
  void a_writer_that_still_fails_after_the_close_gives_up_and_says_how_much_is_lost() {
    List<Duration> pauses = new CopyOnWriteArrayList<>();
    WriteBehind<String> queue =
        open(9, 9, Duration.ZERO, group -> persist(() -> fail(new AtomicInteger(1)), pauses));
    queue.put("a", 1, false);
    queue.put("b", 1, false);
    assertThat(queue.lost()).isZero();
    queue.close();
    assertThat(queue.lost()).isEqualTo(2);
    assertThat(queue.flush()).isFalse();
    queue.catchUp();
    assertThat(queue.put("late", 1, false)).isFalse();
    assertThat(queue.offer("late", 1)).isFalse();
    assertThat(pauses).hasSizeGreaterThanOrEqualTo(4);
  }
}
