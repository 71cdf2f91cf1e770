package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.OutputWatch;
import dev.escarole.engine.command.OutputWatch.WrittenOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Inputs and outputs that do not fit into one array, and outputs that others look at. */
@Timeout(120)
class LargeStreamsTest {

  private static final int LARGE = 20_000_000;

  private final Guests guests = new Guests();

  private InvocationResult run(Invocation invocation) {
    Command stage = guests.command("stage.wasm");
    try (WasmRunner runner = new WasmRunner(guests.store())) {
      return runner.run(stage, invocation);
    }
  }

  private static Invocation.Builder stage(String... arguments) {
    return Invocation.of("stage")
        .arguments(arguments)
        .limits(Limits.defaults().withOutputBytes(LARGE));
  }

  @Test
  void a_large_output_is_collected_in_arrays_that_are_never_copied() {
    InvocationResult result = run(stage("put", "" + LARGE).build());
    List<byte[]> arrays = result.stdout().parts().arrays();
    assertThat(result.outcome().isSuccess()).isTrue();
    assertThat(result.stdout().size()).isEqualTo(LARGE);
    assertThat(arrays).hasSize((LARGE + (127 << 10) - 1) / (127 << 10));
    assertThat(arrays)
        .allSatisfy(array -> assertThat(array).hasSizeLessThan(128 << 10))
        .allMatch(array -> only(array, 'x'));
  }

  @Test
  void an_output_that_is_too_large_is_kept_to_the_last_byte_that_fits() {
    for (int most : new int[] {0, 1, 255, 257, (127 << 10) - 1, 127 << 10, (254 << 10) + 1}) {
      Invocation invocation =
          stage("put", "1000000").limits(Limits.defaults().withOutputBytes(most)).build();
      InvocationResult result = run(invocation);
      assertThat(result.outcome().word()).isEqualTo("output_too_large");
      assertThat(result.stdout().bytes()).hasSize(most).matches(bytes -> only(bytes, 'x'));
      assertThat(result.stdout().truncated()).isTrue();
    }
  }

  private static boolean only(byte[] bytes, char wanted) {
    for (byte each : bytes) {
      if (each != wanted) {
        return false;
      }
    }
    return true;
  }

  @Test
  void an_input_in_many_arrays_is_read_as_one() {
    Random random = new Random(3);
    List<byte[]> arrays = new ArrayList<>();
    for (int size : new int[] {1, 70_000, 3, 0, 65_536, 130_048, 1}) {
      byte[] array = new byte[size];
      random.nextBytes(array);
      arrays.add(array);
    }
    ByteParts input = ByteParts.of(arrays);
    Invocation invocation = Invocation.of("cat").stdin(input).build();
    BuiltInCommands builtIns = BuiltInCommands.load();
    Command cat =
        builtIns.all().stream().filter(each -> each.name().equals("cat")).findFirst().orElseThrow();
    try (WasmRunner runner = new WasmRunner(builtIns)) {
      InvocationResult result = runner.run(cat, invocation);
      assertThat(result.stdout().bytes()).isEqualTo(input.toArray());
    }
  }

  @Test
  void a_reader_sees_only_written_bytes_and_the_output_only_grows() {
    OutputWatch watch = new OutputWatch();
    assertThat(watch.stdout().part(0, 9)).isEmpty();
    Invocation invocation = stage("put", "" + LARGE).watch(watch).build();
    CompletableFuture<InvocationResult> ended =
        CompletableFuture.supplyAsync(() -> run(invocation));
    byte[] expected = new byte[200_000];
    Arrays.fill(expected, (byte) 'x');
    long seen = 0;
    while (!ended.isDone()) {
      WrittenOutput stdout = watch.stdout();
      long size = stdout.size();
      assertThat(size).isGreaterThanOrEqualTo(seen);
      long from = Math.max(0, size - expected.length);
      byte[] part = stdout.part(from, (int) (size - from));
      assertThat(Arrays.equals(part, 0, part.length, expected, 0, (int) (size - from))).isTrue();
      seen = size;
    }
    assertThat(ended.join().stdout().size()).isEqualTo(LARGE);
    assertThat(watch.stdout().size()).isEqualTo(LARGE);
  }
}
