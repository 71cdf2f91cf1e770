package dev.escarole.engine.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stages that run at the same time, which nothing but time may show. */
@Timeout(300)
class StagesAtOnceTest {

  private static final int MIB = 1 << 20;

  /** What sleeps sleeps until somebody ends it. */
  private static final Limits WIDE = Limits.defaults().withWallClock(Duration.ofMinutes(20));

  private Bench bench;

  @BeforeEach
  void open(@TempDir Path temporary) {
    bench = new Bench(temporary);
  }

  @AfterEach
  void close() {
    bench.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("escarole-shell-"));
  }

  private Bench with(Limits limits) {
    return bench.with(bench.options().withLimits(limits));
  }

  private static List<Outcome> outcomes(LineResult result) {
    return result.stages().stream().map(LineResult.Stage::outcome).toList();
  }

  @Test
  void a_reader_that_has_enough_ends_its_endless_writer() {
    for (int i = 0; i < 20; i++) {
      LineResult result = bench.run("yes | head -n 1; echo on");
      assertThat(result.error()).isEmpty();
      assertThat(result.exitCode()).isZero();
      assertThat(result.stdout().utf8()).isEqualTo("y\non\n");
      assertThat(outcomes(result))
          .containsExactly(Outcome.unread(), Outcome.exited(0), Outcome.exited(0));
    }
    assertThat(bench.text("yes | cat | cat | head -n 2 | upper")).isEqualTo("Y\nY\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_535, 65_536, 65_537, 1_000_000, 8 * MIB})
  void a_writer_within_its_limit_always_comes_to_its_own_end(int size) {
    for (String reader : List.of("true", "head -c 1", "stage get 70000", "cat < /in/x")) {
      bench.file("in/x", "");
      LineResult result = bench.run("stage put " + size + " make done exit 7 | " + reader);
      assertThat(result.error()).as(reader).isEmpty();
      assertThat(outcomes(result).get(0)).as(reader).isEqualTo(Outcome.exited(7));
      assertThat(bench.path("workspace/done")).exists();
    }
  }

  @Test
  void where_an_unread_writer_ends_does_not_depend_on_time() {
    // The reader takes 9 MiB, so the writer may have one pipe more than that behind it.
    int most = 9 * MIB + Pipe.CAPACITY;
    for (int i = 0; i < 10; i++) {
      String reader = " | stage get " + 9 * MIB;
      assertThat(outcomes(bench.run("stage put " + most + reader)))
          .containsExactly(Outcome.exited(0), Outcome.exited(0));
      assertThat(outcomes(bench.run("stage put " + (most + 1) + reader)))
          .containsExactly(Outcome.unread(), Outcome.exited(0));
    }
  }

  @Test
  void wc_36_what_flows_through_a_pipe_is_not_cut_by_the_output_limit() {
    assertThat(bench.text("stage put 30000000 | cat | wc -c").strip()).isEqualTo("30000000");
    with(Limits.defaults().withStdinBytes(1 << 28));
    assertThat(bench.text("stage put 200000000 | wc -c").strip()).isEqualTo("200000000");
  }

  @Test
  void wc_17_a_pipe_with_more_than_the_stdin_limit_is_a_clear_error() {
    with(Limits.defaults().withStdinBytes(100_000));
    assertThat(bench.text("stage put 100000 | wc -c").strip()).isEqualTo("100000");
    LineResult result = bench.run("stage put 100001 | wc -c; echo on");
    assertThat(result.error().orElseThrow().word()).isEqualTo("stdin_too_large");
    assertThat(result.exitCode()).isEqualTo(125);
    assertThat(result.stdout().bytes()).isEmpty();
    assertThat(bench.text("yes | head -n 1")).as("what it does not read is free").isEqualTo("y\n");
  }

  @Test
  void wc_42_every_read_is_filled_however_fast_the_bytes_come() {
    LineResult result =
        bench.run("stage put 70000 sleep 50 put 70001 sleep 50 put 3 | stage get 1000000");
    assertThat(result.stages().get(1).stderr().utf8()).isEqualTo("140004 in 4\n");
  }

  @Test
  void stdin1_puts_the_arguments_before_what_comes_through_the_pipe() {
    bench.alsoAsLine("shout", "upper");
    String text = bench.text("seq 100000 | shout a b | head -n 3");
    assertThat(text).isEqualTo("A B\n1\n2\n");
    assertThat(bench.text("seq 100000 | shout a b | wc -c").strip()).isEqualTo("588899");
  }

  @Test
  void what_can_be_read_is_known_as_if_the_writer_had_ended_before() {
    LineResult result = bench.run("stage put 100000 sleep 50 put 5 | stage get 10 ready get 9");
    assertThat(result.error()).isEmpty();
    assertThat(result.stages().get(1).stderr().utf8()).isEqualTo("10 in 1\n99995 ready\n9 in 1\n");
  }

  @Test
  void wc_40_more_stages_than_ever_run_at_once() {
    String line = "seq 200000" + " | cat".repeat(4 * PipelineRun.MOST_AT_ONCE) + " | tail -n 1";
    assertThat(bench.text(line)).isEqualTo("200000\n");
    assertThat(bench.run(line).stages()).hasSize(4 * PipelineRun.MOST_AT_ONCE + 2);
  }

  @Test
  void wc_43_the_status_is_that_of_the_last_stage() {
    assertThat(bench.run("stage put 100000 exit 3 | cat | grep y").exitCode()).isEqualTo(1);
    assertThat(bench.run("stage put 100000 exit 3 | cat | stage get 200000 exit 9").exitCode())
        .isEqualTo(9);
  }

  @Test
  void a_stage_sees_files_as_the_stages_before_it_left_them() throws IOException {
    assertThat(bench.text("seq 100000 | tee f | cat f - | wc -c").strip()).isEqualTo("1177790");
    assertThat(bench.text("stage put 100000 sleep 100 make late | stage get 1 make x; ls"))
        .isEqualTo("f\nlate\nx\n");
    assertThat(bench.text("stage put 100000 sleep 100 make d1 | ls")).isEqualTo("d1\nf\nlate\nx\n");
    assertThat(bench.text("seq 100000 | tee g | wc -l > g; cat g").strip()).isEqualTo("100000");
    assertThat(Files.size(bench.path("workspace/f"))).isEqualTo(588_895);
  }

  @Test
  void an_error_takes_back_what_runs_beside_it() {
    LineResult result =
        bench.run("stage put 100000 sleep 100 trap | stage get 1 make gone | tee gone2; echo on");
    assertThat(result.error().orElseThrow().word()).isEqualTo("trapped");
    assertThat(result.stages()).hasSize(1);
    assertThat(result.stdout().bytes()).isEmpty();
    LineResult endless = bench.run("yes | tee gone; echo on");
    assertThat(endless.error().orElseThrow().word()).isEqualTo("output_too_large");
    LineResult unknown = bench.run("yes | nope | tee gone");
    assertThat(unknown.error().orElseThrow().word()).isEqualTo("unknown_command");
    assertThat(bench.path("workspace")).isEmptyDirectory();
  }

  @Test
  void an_error_in_a_reader_lets_what_is_before_it_end() {
    LineResult result = bench.run("stage put 100000 sleep 50 make here exit 3 | stage get 1 trap");
    assertThat(result.error().orElseThrow().word()).isEqualTo("trapped");
    assertThat(outcomes(result).get(0)).isEqualTo(Outcome.exited(3));
    assertThat(bench.path("workspace/here")).exists();
    LineResult file = bench.run("stage put 100000 | stage get 1 > /in/x | tee gone");
    assertThat(file.error().orElseThrow().word()).isEqualTo("read_only");
    assertThat(file.stages()).hasSize(1);
    LineResult touched = bench.run("stage put 100000 | stage get 1 make gone > /in/x");
    assertThat(touched.error().orElseThrow().word()).isEqualTo("read_only");
    assertThat(bench.path("workspace/gone")).doesNotExist();
  }

  @Test
  void wc_44_waiting_for_each_other_is_on_nobodys_clock() {
    for (String line :
        List.of(
            "stage put 100000 sleep 9 | stage get 200000 sleep 9",
            "stage put 400000 sleep 9 | stage get 1 sleep 9 get 400000",
            "stage put 100000 sleep 9 | stage get 1 make f sleep 9")) {
      assertThat(endsWithinItsClocks(line)).as(line).isTrue();
    }
    for (int seconds = 1; seconds <= 81; seconds *= 3) {
      with(WIDE.withWallClock(Duration.ofSeconds(seconds)));
      LineResult late = bench.run("stage put 100000 | stage get 1 sleep 600000");
      assertThat(late.error().orElseThrow().word()).isEqualTo("timed_out");
      if (late.stages().size() == 2) {
        return;
      }
    }
    throw new AssertionError("it was never the second that was late");
  }

  /**
   * With clocks of 15 units and sleeps of 9. Where a machine stands still in the middle of it, a
   * unit was too short; what is on a wrong clock is late however long a unit is.
   */
  private boolean endsWithinItsClocks(String line) {
    for (int unit = 100; unit <= 2_700; unit *= 3) {
      with(WIDE.withWallClock(Duration.ofMillis(15L * unit)));
      LineResult result = bench.run(line.replace("sleep 9", "sleep " + 9 * unit));
      if (result.error().isEmpty()) {
        return true;
      }
      assertThat(result.error().orElseThrow().word()).isEqualTo("timed_out");
    }
    return false;
  }

  @Test
  void wc_44_each_stage_has_its_own_fuel() {
    with(Limits.defaults().withFuel(40_000_000));
    assertThat(bench.run("stage put 100000 spin 4000000 | stage get 200000 spin 4000000").error())
        .isEmpty();
    LineResult result = bench.run("stage put 100000 | stage spin 40000000");
    assertThat(result.error().orElseThrow().word()).isEqualTo("out_of_fuel");
    assertThat(outcomes(result).get(0)).isEqualTo(Outcome.exited(0));
  }

  @Test
  void the_clock_of_the_line_counts_waiting() {
    bench.with(bench.options(WIDE, Duration.ofMillis(500), 64 << 20));
    LineResult result = bench.run("stage put 100000 sleep 600000 | stage get 200000; echo on");
    assertThat(result.error().orElseThrow().word()).isEqualTo("line_timed_out");
    assertThat(result.exitCode()).isEqualTo(124);
  }

  @Test
  void cancelling_stops_all_stages() throws Exception {
    Cancellation cancellation = new Cancellation();
    bench.with(bench.options(WIDE.withStdinBytes(1 << 30), WIDE.wallClock(), 64 << 20));
    CompletableFuture<LineResult> running =
        CompletableFuture.supplyAsync(
            () -> bench.run("yes | cat | stage get 99999 sleep 600000", cancellation));
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(each -> each.getName().equals("escarole-shell-stage-3"))) {
      assertThat(running).isNotDone();
      Thread.onSpinWait();
    }
    cancellation.cancel();
    LineResult result = running.get();
    assertThat(result.exitCode()).isEqualTo(130);
    assertThat(result.error().orElseThrow().word()).isEqualTo("cancelled");
  }

  @Test
  void interrupting_the_caller_stops_all_stages_and_stays_known() throws Exception {
    with(WIDE);
    CompletableFuture<String> outcome = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              LineResult result =
                  bench.run("stage put 70000 exit 0 | stage get 70001 sleep 600000");
              boolean interrupted = Thread.currentThread().isInterrupted();
              outcome.complete(result.error().orElseThrow().word() + interrupted);
            });
    caller.start();
    while (caller.getState() != Thread.State.WAITING) {
      assertThat(outcome).isNotDone();
      Thread.onSpinWait();
    }
    caller.interrupt();
    assertThat(outcome.get()).isEqualTo("cancelledtrue");
    caller.join();
  }

  /** The same stages over files instead of pipes, which can only run one after the other. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void pipelines_come_to_what_their_stages_come_to_one_by_one(long seed) throws IOException {
    Random random = new Random(seed);
    for (int round = 0; round < 4; round++) {
      List<String> line = new ArrayList<>(List.of("seq " + random.nextInt(60_000)));
      int more = 1 + random.nextInt(4);
      for (int i = 0; i < more; i++) {
        line.add(stage(random));
      }
      StringBuilder oneByOne = new StringBuilder(line.get(0) + " > p0");
      for (int i = 1; i < line.size(); i++) {
        oneByOne.append("; ").append(line.get(i)).append(" < p" + (i - 1) + " > p" + i);
      }
      LineResult expected = bench.run(oneByOne + "; cat p" + more + " f g");
      clear();
      LineResult together = bench.run(String.join(" | ", line) + " > p" + more);
      LineResult shown = bench.run("cat p" + more + " f g");
      assertThat(together.error()).isEmpty();
      assertThat(shown.stdout().bytes()).as(line.toString()).isEqualTo(expected.stdout().bytes());
      assertThat(outcomes(together)).isEqualTo(outcomes(expected).subList(0, line.size()));
      clear();
    }
  }

  private static String stage(Random random) {
    List<String> all =
        List.of(
            "cat",
            "head -n 100",
            "head -n 20000",
            "tee f",
            "tee g",
            "cat f -",
            "cat - g",
            "sort -r",
            "wc -c",
            "tail -n 5",
            "grep 7",
            "true",
            "rev",
            "stage get 70000 put 70000");
    return all.get(random.nextInt(all.size()));
  }

  private void clear() throws IOException {
    for (String name : List.of("p0", "p1", "p2", "p3", "p4", "f", "g")) {
      Files.deleteIfExists(bench.path("workspace").resolve(name));
    }
  }
}
