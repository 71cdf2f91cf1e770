package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunStatus;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine whose commands run on threads of the host. */
@Timeout(120)
class OwnExecutorTest {

  private final ThreadPoolExecutor pool =
      (ThreadPoolExecutor) Executors.newFixedThreadPool(2, task -> new Thread(task, "of-the-host"));

  @AfterEach
  void end() {
    pool.shutdownNow();
  }

  private static EngineOptions options(ExecutorService executor) {
    return EngineOptions.inMemory().withWorkers(4).withExecutor(executor);
  }

  @Test
  void commands_run_on_its_threads_and_closing_the_engine_leaves_it_open() throws Exception {
    try (Engine engine = Engine.open(options(pool))) {
      RunHandle sleeps = engine.start(TwoEngines.request("\"sleep 3000\""));
      TwoEngines.await(() -> engine.load().work().waiting() == 1);
      assertThat(pool.getActiveCount()).isEqualTo(1);
      Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
      assertThat(stacks)
          .anySatisfy(
              (thread, frames) -> {
                assertThat(thread.getName()).isEqualTo("of-the-host");
                assertThat(Arrays.stream(frames).map(StackTraceElement::getClassName))
                    .anyMatch(name -> name.startsWith("dev.escarole.engine.wasm."));
              });
      // The other thread does all of this, on four workers.
      String wide =
          "{\"parallel\": true, \"repeat\": 50, \"template\": [\"echo {index}\", \"cat\"]}";
      assertThat(engine.run(TwoEngines.request(wide)).status()).isEqualTo(RunStatus.DONE);
      sleeps.cancel();
      assertThat(sleeps.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
    assertThat(pool.isShutdown()).isFalse();
    assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
    pool.shutdown();
    assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).as("no thread is kept").isTrue();
  }

  @Test
  void one_thread_that_is_held_by_a_waiting_command_is_waited_for() throws Exception {
    ExecutorService single = Executors.newSingleThreadExecutor();
    try (Engine engine = Engine.open(options(single))) {
      String both = "{\"parallel\": true, \"template\": [\"sleep 1\", \"sleep 1\", \"echo x\"]}";
      assertThat(engine.run(TwoEngines.request(both)).status()).isEqualTo(RunStatus.DONE);
    } finally {
      single.shutdownNow();
    }
  }

  @Test
  void an_executor_that_was_closed_before_the_engine_stops_nothing() throws Exception {
    try (Engine engine = Engine.open(options(pool))) {
      pool.shutdown();
      assertThat(engine.run(TwoEngines.request("\"echo on\"")).orThrow().stdout().text())
          .isEqualTo("on\n");
    }
  }
}
