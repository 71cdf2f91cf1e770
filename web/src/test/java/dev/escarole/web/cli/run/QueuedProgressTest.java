package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class QueuedProgressTest {

  private static final int LINES = 5_000;

  /** Counts writes, and takes none before the reader looks. */
  private static final class SlowReader extends OutputStream {
    final ByteArrayOutputStream read = new ByteArrayOutputStream();
    final CountDownLatch looks = new CountDownLatch(1);
    int writes;

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      try {
        looks.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      writes++;
      read.write(bytes, offset, length);
    }

    List<String> lines() {
      return read.toString(StandardCharsets.UTF_8).lines().toList();
    }
  }

  private final SlowReader reader = new SlowReader();

  private QueuedProgress progress() {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(reader, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            Map.of(),
            InstantSource.system());
    return QueuedProgress.start(console, Lines::new);
  }

  /** Says each thing on a line. */
  private record Lines(Console console) implements ProgressView {
    @Override
    public void step(int index, StepState state, Instant at, @Nullable Instant until, String why) {
      if (index < 0) {
        throw new IllegalArgumentException("a step that cannot be shown");
      }
      console.say("step " + index + " " + state.word());
    }

    @Override
    public void tell(String word, String what) {
      console.say(word + " " + what);
    }
  }

  private static List<String> expected(int count) {
    return IntStream.range(0, count).mapToObj(i -> "step " + i + " done").toList();
  }

  @Test
  void a_reader_who_does_not_read_holds_up_nobody_and_misses_nothing() {
    QueuedProgress progress = progress();
    for (int i = 0; i < LINES; i++) {
      progress.step(i, StepState.DONE, Instant.EPOCH, null, "");
    }
    // All told, and not a line read.
    assertThat(reader.looks.getCount()).isOne();
    reader.looks.countDown();
    progress.close();
    assertThat(reader.lines()).isEqualTo(expected(LINES));
  }

  @Test
  void many_lines_are_printed_with_few_writes() {
    QueuedProgress progress = progress();
    reader.looks.countDown();
    for (int i = 0; i < LINES; i++) {
      progress.step(i, StepState.DONE, Instant.EPOCH, null, "");
    }
    progress.close();
    assertThat(reader.lines()).isEqualTo(expected(LINES));
    assertThat(reader.writes).isLessThan(LINES / 10);
  }

  @Test
  void more_than_may_wait_wait_for_the_reader_and_none_is_lost() throws Exception {
    int many = 3 * QueuedProgress.MOST_WAITING;
    QueuedProgress progress = progress();
    Thread teller =
        new Thread(
            () -> {
              for (int i = 0; i < many; i++) {
                progress.step(i, StepState.DONE, Instant.EPOCH, null, "");
              }
            });
    teller.start();
    while (teller.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    reader.looks.countDown();
    teller.join();
    progress.close();
    assertThat(reader.lines()).isEqualTo(expected(many));
  }

  @Test
  void a_message_that_cannot_be_shown_stops_no_other() {
    QueuedProgress progress = progress();
    reader.looks.countDown();
    progress.step(-1, StepState.DONE, Instant.EPOCH, null, "");
    progress.tell("joined", "all");
    progress.close();
    progress.tell("late", "and not shown");
    assertThat(reader.lines()).containsExactly("joined all");
  }
}
