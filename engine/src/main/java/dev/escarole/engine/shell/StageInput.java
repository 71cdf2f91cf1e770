package dev.escarole.engine.shell;

import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.engine.shell.Shell.LineClock;
import org.jspecify.annotations.Nullable;

/**
 * Standard input of a stage.
 *
 * @param known the bytes; none if there is a source
 * @param source read when the stage reads; null if the bytes are known
 */
@SuppressWarnings("ArrayRecordComponent")
record StageInput(byte[] known, @Nullable InputSource source) {

  static final StageInput NONE = new StageInput(new byte[0], null);

  /** The same input; waiting for it takes none of the line's time. */
  StageInput offTheClock(LineClock clock) {
    return source == null ? this : new StageInput(known, new Timed(source, clock));
  }

  private record Timed(InputSource source, LineClock clock) implements InputSource {
    @Override
    public int read(byte[] into, int offset, int length) throws InterruptedException {
      clock.beginWait();
      try {
        return source.read(into, offset, length);
      } finally {
        clock.endWait();
      }
    }

    @Override
    public int available() throws InterruptedException {
      clock.beginWait();
      try {
        return source.available();
      } finally {
        clock.endWait();
      }
    }
  }
}
