package dev.escarole.engine.wasm;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.OutputWatch;
import dev.escarole.engine.command.OutputWatch.WrittenOutput;
import dev.escarole.engine.command.Streams;
import dev.escarole.engine.command.Streams.FileGate;
import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.engine.command.Streams.OutputSink;
import dev.escarole.engine.wasi.CapturedOutput;
import dev.escarole.engine.wasi.StreamedOutput;
import dev.escarole.engine.wasi.StreamedOutput.Demand;
import dev.escarole.engine.wasi.Wasi;
import dev.escarole.engine.wasi.Wasi.GuestInput;
import dev.escarole.engine.wasi.Wasi.GuestOutput;
import dev.escarole.engine.wasm.Watchdog.Watch;
import org.jspecify.annotations.Nullable;

/**
 * Adapts the streams of an invocation to WASI. While the guest waits for them, its wall clock is
 * stopped. Confined to the guest's thread.
 */
final class GuestStreams {

  private final Streams streams;
  private final Limits limits;
  private final Watch watch;
  private final GuestOutput stdout;
  private final GuestOutput stderr;

  GuestStreams(Invocation invocation, Watch watch) {
    this.streams = invocation.streams();
    this.limits = invocation.limits();
    this.watch = watch;
    this.stdout = output(streams.stdout());
    this.stderr = output(streams.stderr());
  }

  /** The streams as WASI takes them. */
  Wasi.Streams of(ByteParts known) {
    InputSource source = streams.input();
    return new Wasi.Streams(
        known.arrays(),
        source == null ? null : input(source),
        source == null ? Long.MAX_VALUE : limits.stdinBytes(),
        stdout,
        stderr);
  }

  void passGate() throws InterruptedException {
    FileGate gate = streams.gate();
    if (gate != null) {
      boolean unused =
          offTheClock(
              () -> {
                gate.pass();
                return true;
              });
    }
  }

  /** Connects the collected outputs to the watch, if there is one. */
  void show(@Nullable OutputWatch others) {
    if (others != null) {
      others.begin(written(stdout), written(stderr));
    }
  }

  private static WrittenOutput written(GuestOutput output) {
    return output instanceof CapturedOutput captured
        ? new WrittenOutput() {
          @Override
          public long size() {
            return captured.size();
          }

          @Override
          public byte[] part(long from, int length) {
            return captured.part(from, length);
          }
        }
        : WrittenOutput.NOTHING;
  }

  Output collectedStdout() {
    return collected(stdout);
  }

  Output collectedStderr() {
    return collected(stderr);
  }

  /** Returns a collected output; empty if it was streamed. */
  private static Output collected(GuestOutput output) {
    return output instanceof CapturedOutput captured
        ? Output.of(ByteParts.of(captured.arrays()), captured.truncated())
        : Output.of(new byte[0], ((StreamedOutput) output).truncated());
  }

  private GuestOutput output(@Nullable OutputSink sink) {
    if (sink == null) {
      return new CapturedOutput((int) limits.outputBytes());
    }
    long limit = sink.isBounded() ? Long.MAX_VALUE : limits.outputBytes();
    return new StreamedOutput(
        (bytes, offset, length) -> offTheClock(() -> demand(sink.write(bytes, offset, length))),
        limit);
  }

  private GuestInput input(InputSource source) {
    return new GuestInput() {
      @Override
      public int read(byte[] into, int offset, int length) throws InterruptedException {
        return offTheClock(() -> source.read(into, offset, length));
      }

      @Override
      public int available() throws InterruptedException {
        return offTheClock(source::available);
      }
    };
  }

  private interface Wait<T> {
    T get() throws InterruptedException;
  }

  private <T> T offTheClock(Wait<T> wait) throws InterruptedException {
    watch.beginWait(false);
    try {
      return wait.get();
    } finally {
      watch.endWait();
    }
  }

  private static Demand demand(OutputSink.Demand demand) {
    return switch (demand) {
      case MORE -> Demand.MORE;
      case NONE -> Demand.NONE;
      case EXCEEDED -> Demand.EXCEEDED;
    };
  }
}
