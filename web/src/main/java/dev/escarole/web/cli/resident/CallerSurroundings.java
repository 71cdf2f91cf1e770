package dev.escarole.web.cli.resident;

import dev.escarole.web.cli.resident.FrameChannel.Told;
import dev.escarole.web.cli.text.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The surroundings of a call for a client. Thread-safe. */
final class CallerSurroundings implements Surroundings {

  private final FrameChannel frames;
  private final Path directory;
  private final Resident resident;
  private final Object lock = new Object();
  private @Nullable Runnable stop;
  private boolean gone;

  /**
   * @param directory the client's working directory
   */
  CallerSurroundings(FrameChannel frames, Path directory, Resident resident) {
    this.frames = frames;
    this.directory = directory;
    this.resident = resident;
  }

  @Override
  public Path locate(Path typed) {
    return directory.resolve(typed);
  }

  @Override
  public Hold hold(Runnable newStop, String late, int exitCode) {
    synchronized (lock) {
      // Nothing begins for a client that has been told to end.
      if (gone) {
        throw new UncheckedIOException(new IOException("Broken pipe"));
      }
      stop = newStop;
    }
    send(() -> frames.send(Told.HOLD, exitCode, late));
    return () -> {
      synchronized (lock) {
        stop = null;
      }
      send(() -> frames.send(Told.RELEASE));
    };
  }

  /** The user wants the call to end. */
  void stop() {
    Runnable asked;
    synchronized (lock) {
      asked = stop;
      stop = null;
    }
    if (asked != null) {
      // It may take a while, and the connection is to be read meanwhile.
      Thread thread = new Thread(asked, "escarole-interruption");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** The client is gone. What it has begun goes on. */
  void gone() {
    synchronized (lock) {
      gone = true;
    }
  }

  @Override
  public Resident resident() {
    return resident;
  }

  @Override
  public void launched(String run) {
    send(() -> frames.send(Told.LAUNCHED, run));
  }

  @Override
  public @Nullable Takeover takeover() {
    return null;
  }

  private interface Sending {
    void send() throws IOException;
  }

  private static void send(Sending sending) {
    try {
      sending.send();
    } catch (IOException e) {
      // Whoever reads from the client notices that it is gone.
    }
  }
}
