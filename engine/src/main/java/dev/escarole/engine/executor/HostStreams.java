package dev.escarole.engine.executor;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.OutputSink;
import dev.escarole.engine.command.Streams;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The streams of the host that commands may write to whose handles say {@code inherit} (Command
 * Handle, section 3.3). A server has none to offer: it would mix what its callers' commands print
 * into its own log. As thread-safe as the streams.
 *
 * @param stdout null if the host does not offer it
 * @param stderr null if the host does not offer it
 */
public record HostStreams(@Nullable OutputStream stdout, @Nullable OutputStream stderr) {

  /** None: a command that would inherit a stream is refused. */
  public static final HostStreams NONE = new HostStreams(null, null);

  private static final OutputSink DISCARDED = (bytes, offset, length) -> OutputSink.Demand.MORE;

  boolean allow(HandleStreams streams) {
    return (streams.stdout() != StreamMode.INHERIT || stdout != null)
        && (streams.stderr() != StreamMode.INHERIT || stderr != null);
  }

  static Outcome refusal() {
    return Outcome.of(
        Outcome.Kind.DENIED,
        "the handle says 'inherit', and whoever launched the run offers no stream for that");
  }

  /** How a command's outputs are connected; {@link #allow} says that they can be. */
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
