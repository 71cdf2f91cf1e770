package dev.escarole.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimersTest {

  @Test
  void a_task_that_is_kept_waiting_does_not_stop_all_clocks() throws Exception {
    CountDownLatch late = new CountDownLatch(1);
    try (Timers timers = new Timers(2)) {
      Future<?> kept =
          timers.after(
              0,
              () -> {
                try {
                  late.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      Future<?> unused = timers.after(1, late::countDown);
      kept.get(30, TimeUnit.SECONDS);
      assertThat(late.getCount()).isZero();
    }
  }
}
