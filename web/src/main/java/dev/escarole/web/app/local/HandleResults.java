package dev.escarole.web.app.local;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.HandleSetting;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleOutcome;
import dev.escarole.recipe.handle.HandleStreams.StreamMode;
import dev.escarole.web.app.run.HandlePicture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the results of handles from a stored run; used once, by one thread. */
final class HandleResults {

  /** Most bytes of an output that a step in a tree shows; the rest is in the store. */
  static final int MOST_BYTES = 64 * 1024;

  private static final String ROOT = "0";

  private final RunRecords records;

  private HandleResults(RunRecords records) {
    this.records = records;
  }

  /**
   * The results of the last attempts of steps that call a handle, in plan order.
   *
   * @param attempts in the order of their ends
   */
  static List<HandlePicture> of(
      RunRecords records, List<StoredStep> steps, List<StoredAttempt> attempts) {
    Map<Integer, StoredAttempt> last = new HashMap<>();
    attempts.forEach(attempt -> last.put(attempt.stepIndex(), attempt));
    HandleResults results = new HandleResults(records);
    List<HandlePicture> views = new ArrayList<>();
    for (StoredStep step : steps) {
      HandleSetting handle = step.handle();
      StoredAttempt attempt = last.get(step.place().index());
      if (handle != null && attempt != null) {
        views.add(results.view(step, handle, attempt));
      }
    }
    return views;
  }

  private HandlePicture view(StoredStep step, HandleSetting handle, StoredAttempt attempt) {
    int most = step.place().path().equals(ROOT) ? Integer.MAX_VALUE : MOST_BYTES;
    boolean truncated =
        attempt.outcome().kind() == Outcome.Kind.OUTPUT_TOO_LARGE
            || isCut(handle.streams().stdout(), attempt.stdout(), most)
            || isCut(handle.streams().stderr(), attempt.stderr(), most);
    HandleOutcome outcome =
        new HandleOutcome(
            attempt.outcome().exitCode(),
            bytes(attempt.stdout(), most),
            bytes(attempt.stderr(), most),
            truncated);
    return new HandlePicture(
        step.place().path(),
        step.place().label(),
        handle.handle(),
        handle.streams().result(outcome).plain());
  }

  private static boolean isCut(StreamMode mode, ContentRef content, int most) {
    return mode == StreamMode.PIPE && content.bytes() > most;
  }

  private CapturedBytes bytes(ContentRef content, int most) {
    return CapturedBytes.of(records.contentPart(content, 0, most).orElse(new byte[0]));
  }
}
