package dev.escarole.web.cli.text;

import dev.escarole.engine.command.Streams.OutputSink;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the output of a command as it comes, until the reader closes its end or it cannot be
 * written. Used by one thread at a time.
 */
public final class ConsoleStream implements OutputSink {

  private final OutputStream out;
  private @Nullable IOException lost;

  public ConsoleStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public Demand write(byte[] bytes, int offset, int length) {
    try {
      out.write(bytes, offset, length);
      out.flush();
      return Demand.MORE;
    } catch (IOException e) {
      keep(e);
      return Demand.NONE;
    }
  }

  /**
   * Nothing more comes: passes on what is left of a character that came in part.
   *
   * @throws UncheckedIOException if something could not be written, such as on a full disk; not
   *     because the reader has closed its end
   */
  public void end() {
    try {
      out.close();
    } catch (IOException e) {
      keep(e);
    }
    if (lost != null) {
      throw new UncheckedIOException(lost);
    }
  }

  private void keep(IOException failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    boolean gone = message.contains("pipe") || message.contains("reset");
    if (lost == null && !gone) {
      lost = failure;
    }
  }
}
