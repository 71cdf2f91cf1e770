package dev.escarole.web.app.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.EventData;
import dev.escarole.web.app.run.EventData.OneStep;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunNews;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.run.StepsQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The news of a run that another process knows. */
final class FollowedRemoteRun extends RemoteFollowing {

  private static final int LARGEST_PAGE = 1000;

  private final Escarole escarole;
  private final RunName run;
  private final Consumer<RunNews> listener;
  private final Map<String, StepPicture> steps = new LinkedHashMap<>();
  private @Nullable String error;

  FollowedRemoteRun(Escarole escarole, Server server, RunHead head, Consumer<RunNews> listener) {
    super(server, "/api/v1/runs/" + head.run() + "/events");
    this.escarole = escarole;
    this.run = new RunName(head.run());
    this.listener = listener;
  }

  @Override
  @Nullable RunHead look() {
    RunHead head = escarole.head(run);
    boolean over = head.hasEnded() || head.status() == RunStatus.INTERRUPTED;
    if (steps.isEmpty()) {
      fill();
      List<JoinPicture> joins = escarole.joins(run).joins();
      listener.accept(
          new RunNews(List.copyOf(steps.values()), joins, head.counts(), over ? head : null, null));
    } else if (over) {
      listener.accept(new RunNews(List.of(), List.of(), head.counts(), head, error));
    }
    return over ? head : null;
  }

  private void fill() {
    Map<String, StepPicture> all = new LinkedHashMap<>();
    String cursor = null;
    do {
      StepList page = escarole.steps(StepsQuery.first(run.run(), LARGEST_PAGE).from(cursor));
      page.steps().forEach(step -> all.put(step.path(), step));
      cursor = page.next();
    } while (cursor != null);
    // At once: if a page fails, all of them are asked for again.
    steps.putAll(all);
  }

  @Override
  boolean hear(String event, JsonNode document) {
    EventData.OneRun data = Documents.convert(document, EventData.OneRun.class);
    error = data.error();
    Map<String, StepPicture> told = new LinkedHashMap<>();
    if (data.steps() != null) {
      data.steps().forEach(step -> put(told, step));
    }
    if (event.equals("snapshot")) {
      // It tells of all steps that are not pending.
      steps.keySet().stream()
          .filter(path -> !told.containsKey(path))
          .toList()
          .forEach(path -> put(told, OneStep.pending(path)));
    }
    List<StepPicture> changed = new ArrayList<>();
    for (StepPicture step : told.values()) {
      if (!step.equals(steps.put(step.path(), step))) {
        changed.add(step);
      }
    }
    List<JoinPicture> joins = data.joins() == null ? List.of() : data.joins();
    if (!changed.isEmpty() || !joins.isEmpty()) {
      listener.accept(new RunNews(changed, joins, data.counts(), null, null));
    }
    return event.equals("end") || data.status() == RunStatus.INTERRUPTED;
  }

  private void put(Map<String, StepPicture> told, OneStep step) {
    StepPicture before = steps.get(step.path());
    if (before != null) {
      told.put(step.path(), step.picture(before));
    }
  }
}
