package dev.escarole.engine.store.outbox;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.FailureCause;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.database.StorableText;
import dev.escarole.recipe.notify.NotifyEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What people are told about a run: facts of the engine, names from the recipe, and no values,
 * arguments or outputs, which may be secret. Immutable.
 *
 * @param event the word of a {@link dev.escarole.recipe.notify.NotifyEvent}
 * @param error why it failed; null if it did not
 * @param result of the run; null if there is none
 * @param waiting what it waits for; null if it ended
 */
public record Notice(
    String event,
    Instant at,
    @Nullable String error,
    @Nullable RunResult result,
    @Nullable Waiting waiting) {

  private static final int MOST_FAILURES = 10;
  private static final int LONGEST_TEXT = 300;

  /**
   * A step that waits for people or a program.
   *
   * @param key tells it from other waits of the run
   * @param path of the step
   * @param label of the step; null if it has none
   * @param kind such as {@code approval}
   */
  public record Waiting(String key, String path, @Nullable String label, String kind) {}

  /** A run has ended. */
  public static Notice ended(
      NotifyEvent event, Instant at, @Nullable String error, @Nullable RunResult result) {
    return new Notice(event.word(), at, error, result, null);
  }

  /** A step of a run has begun to wait. */
  public static Notice of(Waiting waiting, Instant at) {
    return new Notice(NotifyEvent.WAITING.word(), at, null, null, waiting);
  }

  /** Tells it from other messages of the same run about the same event. */
  String subject() {
    return waiting == null ? "" : waiting.key();
  }

  /** The facts that are not columns of the run, as a JSON object. */
  String json() {
    return Json.written(
        json -> {
          // Databases reject some characters that commands choose.
          json.setHighestNonEscapedChar(0x7f);
          json.writeStartObject();
          if (error != null) {
            json.writeStringField("error", StorableText.of(error, LONGEST_TEXT));
          }
          if (waiting != null) {
            json.writeStringField("waitsFor", waiting.kind());
            json.writeStringField("path", waiting.path());
            if (waiting.label() != null) {
              json.writeStringField("label", StorableText.of(waiting.label(), LONGEST_TEXT));
            }
          }
          if (result != null) {
            json.writeNumberField("durationMillis", result.span().durationMillis());
            json.writeBooleanField("accepted", result.accepted());
            json.writeNumberField("failureCount", result.failures().size());
            json.writeArrayFieldStart("failures");
            for (RunResult.Failure each : shown(result)) {
              json.writeStartObject();
              json.writeStringField("path", each.path());
              String label = each.label();
              if (label != null) {
                json.writeStringField("label", StorableText.of(label, LONGEST_TEXT));
              }
              json.writeStringField("outcome", each.outcome().word());
              json.writeNumberField("exitCode", each.outcome().exitCode());
              json.writeEndObject();
            }
            json.writeEndArray();
            causes(json, result);
          }
          json.writeEndObject();
        });
  }

  /** How many steps failed how. What they said stays out of it. */
  private static void causes(JsonGenerator json, RunResult result) throws IOException {
    Map<FailureCause, Integer> counts = new LinkedHashMap<>();
    for (RunResult.Failure each : result.failures()) {
      Outcome outcome = each.outcome();
      if (outcome.kind() != Outcome.Kind.CANCELLED) {
        counts.merge(new FailureCause(outcome.word(), outcome.exitCode(), ""), 1, Integer::sum);
      }
    }
    List<Map.Entry<FailureCause, Integer>> causes = new ArrayList<>(counts.entrySet());
    causes.sort(Map.Entry.<FailureCause, Integer>comparingByValue().reversed());
    json.writeArrayFieldStart("causes");
    for (Map.Entry<FailureCause, Integer> each :
        causes.subList(0, Math.min(causes.size(), MOST_FAILURES))) {
      json.writeStartObject();
      json.writeNumberField("count", each.getValue());
      json.writeStringField("outcome", each.getKey().outcome());
      json.writeNumberField("exitCode", each.getKey().exitCode());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static List<RunResult.Failure> shown(RunResult result) {
    List<RunResult.Failure> all = result.failures();
    return all.subList(0, Math.min(all.size(), MOST_FAILURES));
  }
}
