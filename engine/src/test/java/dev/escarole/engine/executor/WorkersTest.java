package dev.escarole.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.executor.Pacer.WorkQueue;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slots, threads and their order, with tasks written by hand. */
@Timeout(120)
class WorkersTest {

  private final Workers workers = new Workers(new WorkerOptions(1, 2, null));
  private final List<String> ran = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    workers.close();
  }

  private record Job(Turn owner, boolean continues, Runnable work) implements WorkQueue.Task {
    @Override
    public long since() {
      return 0;
    }

    @Override
    public void taken() {}

    @Override
    public void run() {
      work.run();
    }
  }

  private void add(String owner, String name) {
    add(owner, false, () -> ran.add(name));
  }

  private Job add(String owner, boolean continues, Runnable work) {
    Job job = new Job(new Turn("ada", "recipe", owner), continues, work);
    workers.add(job);
    return job;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Holds the slot until the latch falls; returns when it does. */
  private void hold(CountDownLatch until) {
    CountDownLatch held = new CountDownLatch(1);
    add(
        "holder",
        false,
        () -> {
          held.countDown();
          await(until);
        });
    await(held);
  }

  private static WorkerSlot slot() {
    WorkerSlot slot = WorkerSlot.ofThisThread();
    assertThat(slot).isNotNull();
    return slot;
  }

  /** Waits without a slot until the latch falls, and says that it has a slot again. */
  private void sleeper(String name, CountDownLatch asleep, CountDownLatch until) {
    add(
        name,
        false,
        () -> {
          assertThat(slot().giveBack()).isTrue();
          asleep.countDown();
          await(until);
          slot().takeAgain();
          ran.add(name);
        });
  }

  private void drain() {
    CountDownLatch last = new CountDownLatch(1);
    add("last", false, last::countDown);
    await(last);
  }

  @Test
  void a_waiting_task_leaves_its_slot_to_others() {
    CountDownLatch asleep = new CountDownLatch(2);
    CountDownLatch until = new CountDownLatch(1);
    sleeper("one", asleep, until);
    sleeper("two", asleep, until);
    await(asleep);
    drain();
    assertThat(workers.waiting()).isEqualTo(2);
    until.countDown();
    workers.close();
    assertThat(ran).containsExactlyInAnyOrder("one", "two");
    assertThat(workers.waiting()).isZero();
    assertThat(workers.busy()).isZero();
  }

  @Test
  void more_than_the_most_that_may_wait_keep_their_slots() {
    CountDownLatch asleep = new CountDownLatch(2);
    CountDownLatch until = new CountDownLatch(1);
    sleeper("one", asleep, until);
    sleeper("two", asleep, until);
    await(asleep);
    CountDownLatch refused = new CountDownLatch(1);
    add(
        "three",
        false,
        () -> {
          if (!slot().giveBack()) {
            refused.countDown();
          }
        });
    await(refused);
    until.countDown();
  }

  @Test
  void a_lent_slot_is_for_those_who_return_and_not_for_new_tasks() {
    CountDownLatch asleep = new CountDownLatch(1);
    CountDownLatch awake = new CountDownLatch(1);
    CountDownLatch lent = new CountDownLatch(1);
    sleeper("sleeper", asleep, awake);
    await(asleep);
    // What it waits for is only there when the sleeper has ended.
    CountDownLatch over = new CountDownLatch(1);
    add(
        "lender",
        false,
        () -> {
          slot().lend();
          lent.countDown();
          await(over);
          slot().takeAgain();
          ran.add("lender");
        });
    await(lent);
    add("other", "other");
    assertThat(workers.queued()).isEqualTo(1);
    awake.countDown();
    while (!ran.contains("sleeper")) {
      Thread.onSpinWait();
    }
    assertThat(ran).containsExactly("sleeper");
    assertThat(workers.busy()).isEqualTo(1);
    over.countDown();
    drain();
    assertThat(ran).containsExactly("sleeper", "lender", "other");
    workers.close();
    assertThat(workers.busy()).isZero();
    assertThat(workers.waiting()).isZero();
  }

  @Test
  void a_stopped_lender_goes_on_while_another_has_its_slot() throws Exception {
    CountDownLatch asleep = new CountDownLatch(1);
    CountDownLatch awake = new CountDownLatch(1);
    CountDownLatch lent = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread[] lender = new Thread[1];
    add(
        "sleeper",
        false,
        () -> {
          assertThat(slot().giveBack()).isTrue();
          asleep.countDown();
          await(awake);
          slot().takeAgain();
          ran.add("holds");
          await(over);
        });
    await(asleep);
    add(
        "lender",
        false,
        () -> {
          lender[0] = Thread.currentThread();
          slot().lend();
          lent.countDown();
          slot().takeAgain();
          slot().lend();
          awake.countDown();
          while (!ran.contains("holds")) {
            Thread.onSpinWait();
          }
          slot().takeAgain();
          if (Thread.interrupted()) {
            stopped.countDown();
          }
        });
    await(lent);
    while (workers.returning() == 0) {
      Thread.onSpinWait();
    }
    lender[0].interrupt();
    await(stopped);
    over.countDown();
    drain();
    workers.close();
    assertThat(workers.busy()).isZero();
  }

  @Test
  void draining_waits_for_what_has_begun_and_begins_nothing() throws InterruptedException {
    CountDownLatch asleep = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    sleeper("sleeper", asleep, until);
    await(asleep);
    hold(over);
    add("other", "late");
    Thread drained = new Thread(() -> drainQuietly());
    drained.start();
    while (drained.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    over.countDown();
    until.countDown();
    drained.join();
    assertThat(ran).containsExactly("sleeper", "drained");
    workers.goOn();
    drain();
    assertThat(ran).containsExactly("sleeper", "drained", "late");
  }

  private void drainQuietly() {
    try {
      workers.drain(Long.MAX_VALUE);
      ran.add("drained");
    } catch (InterruptedException e) {
      ran.add("interrupted");
    }
  }

  @Test
  void what_comes_back_from_a_wait_goes_before_what_has_not_begun() {
    CountDownLatch asleep = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    sleeper("sleeper", asleep, until);
    await(asleep);
    hold(over);
    add("a", "fresh 1");
    add("b", "fresh 2");
    until.countDown();
    while (workers.returning() == 0) {
      Thread.onSpinWait();
    }
    over.countDown();
    drain();
    assertThat(ran).containsExactly("sleeper", "fresh 1", "fresh 2");
  }

  @Test
  void a_task_that_is_stopped_in_its_wait_goes_on_while_all_slots_are_taken() throws Exception {
    CountDownLatch asleep = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread[] thread = new Thread[1];
    add(
        "sleeper",
        false,
        () -> {
          thread[0] = Thread.currentThread();
          assertThat(slot().giveBack()).isTrue();
          asleep.countDown();
          await(until);
          slot().takeAgain();
          if (Thread.interrupted()) {
            stopped.countDown();
          }
        });
    await(asleep);
    hold(over);
    until.countDown();
    while (workers.returning() == 0) {
      Thread.onSpinWait();
    }
    thread[0].interrupt();
    await(stopped);
    over.countDown();
    drain();
    workers.close();
    assertThat(workers.busy()).isZero();
  }

  @Test
  void owners_take_turns_and_the_tasks_of_one_go_in_order() {
    CountDownLatch over = new CountDownLatch(1);
    hold(over);
    add("a", "a1");
    add("a", "a2");
    add("a", "a3");
    add("b", "b1");
    add("b", "b2");
    over.countDown();
    // It waits for all that is in line.
    workers.close();
    assertThat(ran).containsExactly("a1", "b1", "a2", "b2", "a3");
  }

  @Test
  void a_worker_keeps_only_what_follows_from_a_leaf_that_has_ended() {
    CountDownLatch done = new CountDownLatch(1);
    add(
        "a",
        false,
        () -> {
          // Somebody hears of the leaf's beginning and starts something else.
          add("b", true, () -> ran.add("early"));
          assertThat(workers.queued()).isEqualTo(1);
          workers.leafEnded();
          add("a", true, () -> ran.add("kept"));
          assertThat(workers.queued()).isEqualTo(1);
          done.countDown();
        });
    await(done);
    drain();
    assertThat(ran).containsExactly("kept", "early");
  }

  @Test
  void a_task_is_taken_back_only_while_nobody_has_it() {
    CountDownLatch over = new CountDownLatch(1);
    hold(over);
    Job job = add("a", false, () -> ran.add("never"));
    assertThat(workers.remove(job)).isTrue();
    assertThat(workers.remove(job)).isFalse();
    over.countDown();
    drain();
    assertThat(ran).isEmpty();
  }

  @Test
  void close_leaves_no_thread_behind() throws Exception {
    CountDownLatch asleep = new CountDownLatch(2);
    CountDownLatch until = new CountDownLatch(1);
    List<Thread> threads = new CopyOnWriteArrayList<>();
    sleeper("one", asleep, until);
    sleeper("two", asleep, until);
    await(asleep);
    add("a", false, () -> threads.add(Thread.currentThread()));
    drain();
    until.countDown();
    workers.close();
    for (Thread thread : threads) {
      thread.join();
      assertThat(thread.isAlive()).isFalse();
    }
    assertThat(threads).hasSize(1);
  }
}
