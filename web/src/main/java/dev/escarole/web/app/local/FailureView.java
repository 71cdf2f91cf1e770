package dev.escarole.web.app.local;

import dev.escarole.engine.run.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure that a run ended with or went on from.
 *
 * @param argv empty if a group failed by itself, such as when its time was up
 * @param stderr the beginning of the standard error of the last attempt, as UTF-8
 */
public record FailureView(
    String path, @Nullable String label, List<String> argv, Ending ending, String stderr) {

  public FailureView {
    argv = List.copyOf(argv);
  }

  static FailureView of(RunResult.Failure failure) {
    return new FailureView(
        failure.path(),
        failure.label(),
        failure.argv(),
        Ending.of(failure.outcome()),
        failure.stderr());
  }
}
