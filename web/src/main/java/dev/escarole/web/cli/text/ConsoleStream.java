package dev.escarole.web.cli.text;

import dev.escarole.engine.command.Streams.OutputSink;
import java.io.IOException;
import java.io.OutputStream;

/** Passes on the output of a command as it comes, until the reader closes its end. */
public final class ConsoleStream implements OutputSink {

  private final OutputStream out;

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
      return Demand.NONE;
    }
  }

  /** Nothing more comes: passes on what is left of a character that came in part. */
  public void end() {
    try {
      out.close();
    } catch (IOException e) {
      // The reader has closed its end.
    }
  }
}
