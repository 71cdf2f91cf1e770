package dev.escarole.web.cli.text;

import dev.escarole.engine.Engine;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command needs of the process that was called, beside streams and environment. That process
 * is usually this one; in a resident server it is a client. Thread-safe.
 */
public interface Surroundings {

  /** Those of a command in the process that was called. */
  Surroundings PROCESS = new OwnProcess(null);

  /** Returns the path as this process has to open it; relative ones are the caller's. */
  Path locate(Path typed);

  /**
   * Delays the end of the caller by Ctrl-C or SIGTERM until the hold is closed.
   *
   * @param stop ends what is under way; called once at most, from any thread
   * @param late printed to standard error if the hold is not closed in time
   * @param exitCode the caller's exit code in that case
   */
  Hold hold(Runnable stop, String late, int exitCode);

  /** Returns the engine to use instead of opening one; null if the command opens its own. */
  @Nullable Resident resident();

  /** Takes note of the run that the command waits for from now on. */
  void launched(String run);

  /** Returns the run to follow instead of launching one; null normally. */
  @Nullable Takeover takeover();

  /** Keeps the caller from ending. */
  interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * An engine that is open in this process.
   *
   * @param settings those that hold for every run in it
   */
  record Resident(Engine engine, Map<String, String> settings) {
    public Resident {
      settings = Map.copyOf(settings);
    }
  }

  /**
   * A run whose server is gone.
   *
   * @param since when that server began, as an ISO 8601 time
   * @param policy its policy file; empty for the one in the data directory
   */
  record Takeover(String run, String since, String policy) {}
}
