package dev.escarole.web.cli;

import dev.escarole.engine.command.Streams.OutputSink;
import java.io.IOException;
import java.io.OutputStream;

/** Passes on what a command writes as it comes, until nobody takes it any more. */
final class ConsoleStream implements OutputSink {

  private final OutputStream out;

  ConsoleStream(OutputStream out) {
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
  void end() {
    try {
      out.close();
    } catch (IOException e) {
      // Nobody takes it any more.
    }
  }
}
