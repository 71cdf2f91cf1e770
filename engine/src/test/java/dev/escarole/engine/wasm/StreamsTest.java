package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.Streams;
import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.engine.command.Streams.OutputSink;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Guests whose input comes and whose output goes while they run. */
class StreamsTest {

  private final BuiltInCommands builtIns = BuiltInCommands.load();

  private InvocationResult run(Invocation.Builder invocation) {
    try (WasmRunner runner = new WasmRunner(builtIns)) {
      Invocation built = invocation.build();
      Command command =
          builtIns.all().stream()
              .filter(each -> each.name().equals(built.commandName()))
              .findFirst()
              .orElseThrow();
      return runner.run(command, built);
    }
  }

  private static byte[] text(int size) {
    byte[] text = new byte[size];
    for (int i = 0; i < size; i++) {
      text[i] = (byte) (i % 61 == 60 ? '\n' : 'a' + i % 26);
    }
    return text;
  }

  /** Keeps what it is given. */
  private static final class Kept implements OutputSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;

    Kept(int most) {
      this.most = most;
    }

    @Override
    public Demand write(byte[] from, int offset, int length) {
      bytes.write(from, offset, length);
      return bytes.size() < most ? Demand.MORE : Demand.NONE;
    }
  }

  private static InputSource source(byte[] bytes) {
    return new InputSource() {
      private int position;

      @Override
      public int read(byte[] into, int offset, int length) {
        int count = Math.min(length, bytes.length - position);
        System.arraycopy(bytes, position, into, offset, count);
        position += count;
        return count;
      }

      @Override
      public int available() {
        return bytes.length - position;
      }
    };
  }

  @Test
  void a_guest_cannot_tell_streams_from_input_and_output_that_are_there() {
    byte[] all = text(300_001);
    InvocationResult before = run(Invocation.of("sort").stdin(all));
    Kept kept = new Kept(Integer.MAX_VALUE);
    InvocationResult streamed =
        run(
            Invocation.of("sort")
                .stdin(Arrays.copyOf(all, 1_000))
                .streams(
                    new Streams(
                        source(Arrays.copyOfRange(all, 1_000, all.length)), kept, null, null)));
    assertThat(kept.bytes.toByteArray()).isEqualTo(before.stdout().bytes());
    assertThat(streamed.stdout().bytes()).isEmpty();
    assertThat(streamed.outcome()).isEqualTo(before.outcome());
    assertThat(streamed.fuelUsed()).isEqualTo(before.fuelUsed());
    assertThat(streamed.peakMemoryBytes()).isEqualTo(before.peakMemoryBytes());
  }

  @Test
  void the_output_limit_holds_for_streams() {
    Kept kept = new Kept(Integer.MAX_VALUE);
    InvocationResult result =
        run(
            Invocation.of("yes")
                .limits(Limits.defaults().withOutputBytes(100_001))
                .streams(Streams.outputs(kept, kept)));
    assertThat(result.outcome().kind()).isEqualTo(Kind.OUTPUT_TOO_LARGE);
    assertThat(result.stdout().truncated()).isTrue();
    assertThat(kept.bytes.size()).isEqualTo(100_001);
  }

  @Test
  void a_guest_whose_output_is_no_longer_read_ends() {
    Kept kept = new Kept(1);
    InvocationResult result = run(Invocation.of("yes").streams(Streams.outputs(kept, kept)));
    assertThat(result.outcome()).isEqualTo(Outcome.unread());
    assertThat(result.outcome().exitCode()).isEqualTo(141);
  }

  @Test
  void the_input_limit_holds_for_streams() {
    Limits limits = Limits.defaults().withStdinBytes(70_000);
    Streams exact = new Streams(source(text(69_990)), null, null, null);
    InvocationResult fits =
        run(Invocation.of("wc").arguments("-c").stdin(text(10)).limits(limits).streams(exact));
    assertThat(fits.stdout().utf8().strip()).isEqualTo("70000");
    Streams more = new Streams(source(text(69_991)), null, null, null);
    InvocationResult refused =
        run(Invocation.of("wc").arguments("-c").stdin(text(10)).limits(limits).streams(more));
    assertThat(refused.outcome().kind()).isEqualTo(Kind.STDIN_TOO_LARGE);
    assertThat(refused.outcome().detail()).contains("70000");
  }
}
