package dev.escarole.web.app.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.StepPicture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Steps of a run that is followed, as they were told last. Confined to one thread. */
final class FollowedSteps {

  private final Map<String, StepPicture> steps = new LinkedHashMap<>();
  private final Map<String, JoinPicture> joins = new HashMap<>();

  void fill(List<StepPicture> all) {
    all.forEach(step -> steps.put(step.path(), step));
  }

  List<StepPicture> all() {
    return List.copyOf(steps.values());
  }

  /** Takes in a join; events do not say how its node stands, so that is said here. */
  JoinPicture join(JoinPicture told) {
    String state =
        !told.degraded() ? StepState.DONE.word() : told.usable() ? "degraded" : "unusable";
    JoinPicture join =
        new JoinPicture(
            told.path(),
            told.label(),
            told.expected(),
            told.done(),
            told.failed(),
            told.skipped(),
            told.coverage(),
            told.degraded(),
            told.usable(),
            told.usableBranches(),
            state,
            told.minimum(),
            told.verdict());
    joins.put(join.path(), join);
    return join;
  }

  /**
   * Takes in what an event says of steps.
   *
   * @param snapshot whether it says it of all that have begun
   * @return those that are different now
   */
  List<StepPicture> changed(JsonNode event, boolean snapshot) {
    Map<String, StepPicture> told = new LinkedHashMap<>();
    for (JsonNode each : event) {
      StepPicture before = steps.get(each.path("path").asText());
      if (before != null) {
        told.put(before.path(), after(before, each));
      }
    }
    if (snapshot) {
      steps.forEach((path, step) -> told.putIfAbsent(path, afresh(step)));
    }
    List<StepPicture> changed = new ArrayList<>();
    told.forEach(
        (path, step) -> {
          if (!step.equals(steps.put(path, step))) {
            changed.add(step);
          }
        });
    return changed;
  }

  private static StepPicture afresh(StepPicture step) {
    return new StepPicture(
        step.path(),
        step.kind(),
        step.label(),
        step.argv(),
        StepState.PENDING.word(),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Reads what is told as a step is read, so that what no step can be is refused. */
  private StepPicture after(StepPicture before, JsonNode event) {
    ObjectNode step = Documents.mapper().valueToTree(before);
    for (String name : List.of("outcome", "exitCode", "startedAt", "durationMillis", "reason")) {
      step.set(name, event.path(name).isValueNode() ? event.path(name) : NullNode.instance);
    }
    if (!step.path("outcome").asText().equals(before.outcome())) {
      step.remove("remedy");
    }
    step.put("status", status(before.path(), event.path("status").asText()));
    return Documents.convert(step, StepPicture.class);
  }

  private String status(String path, @Nullable String told) {
    JoinPicture join = joins.get(path);
    return join != null && StepState.DONE.word().equals(told) ? join.state() : String.valueOf(told);
  }
}
