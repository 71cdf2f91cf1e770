package dev.escarole.web.cli.text;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The surroundings of a command in the process that was called. Thread-safe. */
public final class OwnProcess implements Surroundings {

  /** How long the end of a process waits for its work to be stopped. */
  public static final long PATIENCE_SECONDS = 30;

  private final @Nullable Takeover takeover;

  /**
   * @param takeover the run to follow; null if the command launches its own
   */
  public OwnProcess(@Nullable Takeover takeover) {
    this.takeover = takeover;
  }

  @Override
  public Path locate(Path typed) {
    return typed;
  }

  @Override
  public Hold hold(Runnable stop, String late, int exitCode) {
    ShutdownHold hold = new ShutdownHold(stop, late, exitCode);
    Runtime.getRuntime().addShutdownHook(hold.hook);
    return hold;
  }

  @Override
  public @Nullable Resident resident() {
    return null;
  }

  @Override
  public void launched(String run) {
    // Whoever looks for it finds it in this process.
  }

  @Override
  public @Nullable Takeover takeover() {
    return takeover;
  }

  /** A hold of this process. */
  private static final class ShutdownHold implements Hold {
    private final Runnable stop;
    private final String late;
    private final int exitCode;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "escarole-interruption");

    ShutdownHold(Runnable stop, String late, int exitCode) {
      this.stop = stop;
      this.late = late;
      this.exitCode = exitCode;
    }

    private void interrupted() {
      stop.run();
      try {
        if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          byte[] line = (late + "\n").getBytes(StandardCharsets.UTF_8);
          System.err.write(line, 0, line.length);
          System.err.flush();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      // Hooks run beside each other and the exit code is the signal's: only this ends with ours.
      Runtime.getRuntime().halt(exitCode);
    }

    @Override
    public void close() {
      over.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending, and the hook was waiting for this.
      }
    }
  }
}
