package dev.escarole.web.app.local;

import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a leaf that has ended.
 *
 * @param attempt which try of this leaf it was in the whole run, from 1
 * @param fuelUsed executed instructions, in the units of the fuel limit
 * @param peakMemoryBytes the largest size of its memory; null if nothing ran or it is unknown
 * @param reused whether its result was taken over from the run that this one runs again
 * @param cached whether its result was kept from an earlier call and nothing ran
 */
public record AttemptView(
    String path,
    int attempt,
    List<String> argv,
    Ending ending,
    RunResult.Span span,
    Input input,
    long fuelUsed,
    @Nullable Long peakMemoryBytes,
    boolean reused,
    boolean cached) {

  public AttemptView {
    argv = List.copyOf(argv);
  }

  /** The input of an attempt. */
  public record Input(long bytes, String sha256) {}

  static AttemptView of(StoredStep step, StoredAttempt attempt) {
    return new AttemptView(
        step.place().path(),
        attempt.attempt(),
        step.argv(),
        Ending.of(attempt.outcome()),
        attempt.span(),
        new Input(attempt.stdin().bytes(), attempt.stdin().sha256()),
        attempt.fuelUsed(),
        attempt.usage().peakMemoryBytes(),
        attempt.origin() == LeafOrigin.REUSED,
        attempt.origin() == LeafOrigin.CACHED);
  }

  static AttemptView of(RunResult.AttemptReport attempt) {
    return new AttemptView(
        attempt.path(),
        attempt.attempt(),
        attempt.argv(),
        Ending.of(attempt.outcome()),
        attempt.span(),
        new Input(attempt.stdinBytes(), attempt.stdinSha256()),
        attempt.fuelUsed(),
        attempt.usage().peakMemoryBytes(),
        attempt.origin() == LeafOrigin.REUSED,
        attempt.origin() == LeafOrigin.CACHED);
  }
}
