package dev.escarole.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MailboxTest {

  private final CountDownLatch released = new CountDownLatch(1);

  @Test
  void who_asks_reads_its_own_news_and_leaves_those_of_others_to_another_thread() throws Exception {
    List<Thread> readers = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch readTwice = new CountDownLatch(2);
    CountDownLatch inFirst = new CountDownLatch(1);
    Mailbox<Boolean> mailbox =
        new Mailbox<>(
            first -> {
              readers.add(Thread.currentThread());
              readTwice.countDown();
              inFirst.countDown();
              await(released);
            });
    Thread other =
        new Thread(
            () -> {
              await(inFirst);
              mailbox.post(false);
              released.countDown();
            });
    other.start();
    mailbox.ask(true);
    assertThat(readTwice.await(50, TimeUnit.SECONDS)).isTrue();
    assertThat(readers.get(0)).isSameAs(Thread.currentThread());
    assertThat(readers.get(1)).isNotSameAs(Thread.currentThread()).isNotSameAs(other);
  }

  @Test
  void news_of_many_are_read_once_one_at_a_time_and_in_the_order_of_each() throws Exception {
    List<Integer> read = new ArrayList<>();
    Set<Thread> inside = ConcurrentHashMap.newKeySet();
    CountDownLatch all = new CountDownLatch(4_000);
    Mailbox<Integer> mailbox =
        new Mailbox<>(
            each -> {
              assertThat(inside.add(Thread.currentThread())).isTrue();
              assertThat(inside).hasSize(1);
              read.add(each);
              inside.clear();
              all.countDown();
            });
    for (int poster = 0; poster < 4; poster++) {
      int first = poster * 1_000;
      new Thread(
              () -> {
                for (int i = 0; i < 1_000; i++) {
                  if (i % 2 == 0) {
                    mailbox.ask(first + i);
                  } else {
                    mailbox.post(first + i);
                  }
                }
              })
          .start();
    }
    assertThat(all.await(50, TimeUnit.SECONDS)).isTrue();
    assertThat(new HashSet<>(read)).hasSize(4_000);
    for (int poster = 0; poster < 4; poster++) {
      int first = poster * 1_000;
      assertThat(read.stream().filter(each -> each / 1_000 == first / 1_000)).isSorted();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(50, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
