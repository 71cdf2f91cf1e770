package dev.escarole.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.executor.Pacer.WorkQueue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers on threads of an executor that the host has made. */
@Timeout(120)
class LentThreadsTest {

  private final List<String> ran = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<ExecutorService> pools = new ArrayList<>();

  @AfterEach
  void endPools() {
    pools.forEach(ExecutorService::shutdownNow);
  }

  private ExecutorService pool(int size) {
    AtomicInteger made = new AtomicInteger();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            size, task -> new Thread(task, "lent-" + made.incrementAndGet()));
    pools.add(pool);
    return pool;
  }

  private record Job(Turn owner, Runnable work) implements WorkQueue.Task {
    @Override
    public long since() {
      return 0;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  private static void add(Workers workers, Runnable work) {
    workers.add(new Job(new Turn("ada", "recipe", "run"), work));
  }

  private void addNamed(Workers workers, String name) {
    add(
        workers,
        () -> {
          threads.add(Thread.currentThread());
          ran.add(name);
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void tasks_run_on_the_lent_threads_alone_and_give_them_back() throws Exception {
    ExecutorService pool = pool(2);
    Workers workers = new Workers(new WorkerOptions(2, 10, pool));
    for (int i = 0; i < 500; i++) {
      addNamed(workers, "" + i);
    }
    while (ran.size() < 500) {
      // What no thread has begun when the workers are closed, they do themselves.
      Thread.onSpinWait();
    }
    workers.close();
    assertThat(ran).hasSize(500);
    assertThat(new HashSet<>(threads)).allMatch(thread -> thread.getName().startsWith("lent-"));
    assertThat(pool.isShutdown()).isFalse();
    // Both threads are free for others.
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(
          () -> {
            both.countDown();
            await(both);
          });
    }
    assertThat(both.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void one_thread_is_enough_for_many_slots_and_for_leaves_that_wait() {
    Workers workers = new Workers(new WorkerOptions(8, 10, pool(1)));
    for (int i = 0; i < 100; i++) {
      String name = "" + i;
      add(
          workers,
          () -> {
            WorkerSlot slot = Objects.requireNonNull(WorkerSlot.ofThisThread());
            assertThat(slot.giveBack()).isTrue();
            slot.takeAgain();
            ran.add(name);
          });
    }
    workers.close();
    assertThat(ran).hasSize(100);
    assertThat(workers.busy()).isZero();
  }

  @Test
  void no_more_tasks_run_at_once_than_there_are_slots() {
    Workers workers = new Workers(new WorkerOptions(2, 10, pool(16)));
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 1_000; i++) {
      add(
          workers,
          () -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            now.decrementAndGet();
            ran.add("");
          });
    }
    workers.close();
    assertThat(ran).hasSize(1_000);
    assertThat(most.get()).isBetween(1, 2);
  }

  @Test
  void an_executor_that_refuses_or_runs_on_the_calling_thread_is_replaced() {
    Executor refuses =
        task -> {
          throw new RejectedExecutionException("closed");
        };
    Executor direct = Runnable::run;
    for (Executor executor : List.of(refuses, direct)) {
      Workers workers = new Workers(new WorkerOptions(2, 10, executor));
      for (int i = 0; i < 20; i++) {
        addNamed(workers, "" + i);
      }
      workers.close();
    }
    assertThat(ran).hasSize(40);
    Set<Thread> used = new HashSet<>(threads);
    assertThat(used).doesNotContain(Thread.currentThread());
    assertThat(used).allMatch(thread -> thread.getName().startsWith("escarole-worker-"));
  }

  @Test
  void what_a_closed_executor_has_dropped_is_done_at_the_end() {
    List<Runnable> dropped = new CopyOnWriteArrayList<>();
    Workers workers = new Workers(new WorkerOptions(1, 10, dropped::add));
    addNamed(workers, "one");
    addNamed(workers, "two");
    assertThat(dropped).hasSize(1);
    workers.close();
    assertThat(ran).containsExactly("one", "two");
    // It may still come, and finds nothing.
    dropped.forEach(Runnable::run);
    assertThat(ran).hasSize(2);
  }

  @Test
  void an_interrupt_for_a_task_does_not_reach_the_next_work_of_its_thread() throws Exception {
    ExecutorService pool = pool(1);
    Workers workers = new Workers(new WorkerOptions(1, 10, pool));
    add(workers, () -> Thread.currentThread().interrupt());
    workers.close();
    assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
    assertThat(pool.submit(WorkerSlot::ofThisThread).get()).isNull();
  }
}
