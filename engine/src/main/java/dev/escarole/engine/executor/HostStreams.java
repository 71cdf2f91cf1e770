package dev.escarole.engine.executor;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Streams;
import dev.escarole.engine.command.Streams.OutputSink;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The host's streams for handles with {@code inherit} (Command Handle, section 3.3). A server has
 * none, because outputs would mix with its log. As thread-safe as the streams.
 *
 * @param stdout null if not available
 * @param stderr null if not available
 */
public record HostStreams(@Nullable OutputStream stdout, @Nullable OutputStream stderr) {

  /** No streams: handles with {@code inherit} are rejected. */
  public static final HostStreams NONE = new HostStreams(null, null);

  private static final OutputSink DISCARDED = (bytes, offset, length) -> OutputSink.Demand.MORE;

  boolean allow(HandleStreams streams) {
    return (streams.stdout() != StreamMode.INHERIT || stdout != null)
        && (streams.stderr() != StreamMode.INHERIT || stderr != null);
  }

  static Outcome refusal() {
    return Outcome.of(
        Outcome.Kind.DENIED, "the handle has 'inherit', but the launch provides no stream for it");
  }

  /** Connects a command's outputs; requires {@link #allow}. */
  Streams of(HandleStreams streams) {
    OutputSink out = sink(streams.stdout(), stdout);
    OutputSink err = sink(streams.stderr(), stderr);
    return out == null && err == null ? Streams.none() : Streams.outputs(out, err);
  }

  private static @Nullable OutputSink sink(StreamMode mode, @Nullable OutputStream host) {
    return switch (mode) {
      case PIPE -> null;
      case IGNORE -> DISCARDED;
      case INHERIT -> host == null ? DISCARDED : inherited(host);
    };
  }

  private static OutputSink inherited(OutputStream host) {
    return (bytes, offset, length) -> {
      try {
        host.write(bytes, offset, length);
        host.flush();
        return OutputSink.Demand.MORE;
      } catch (IOException e) {
        return OutputSink.Demand.NONE;
      }
    };
  }
}
