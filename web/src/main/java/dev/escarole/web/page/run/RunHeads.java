package dev.escarole.web.page.run;

import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.RunActions;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes what stands above the pages of a run. As thread-safe as the store. */
final class RunHeads {

  private final RunStore store;
  private final RunActions actions;

  RunHeads(Installation service) {
    this.store = service.engine().store();
    this.actions = service.runs();
  }

  RunTitle head(Context ctx, RunRecord record, RunTitle.Tab tab) {
    StateTally leaves = record.leaves();
    boolean operate =
        Gate.caller(ctx).may(Role.OPERATOR)
            && actions.mayChange(Gate.actor(ctx), record.run().principal());
    RunStatus status = record.status();
    RunTitle.May may =
        new RunTitle.May(
            operate,
            operate && status == RunStatus.RUNNING,
            operate && status == RunStatus.INTERRUPTED,
            record.isOver(),
            commandLine(record));
    int failures = leaves.count(StepState.FAILED) + leaves.count(StepState.TIMEOUT);
    return new RunTitle(facts(record), leaves.bar(), cause(record), failures, may, tab);
  }

  private static RunTitle.Facts facts(RunRecord record) {
    StoredRun run = record.run();
    boolean still = record.status() == RunStatus.INTERRUPTED;
    NewRun.Again again = record.launch().again();
    return new RunTitle.Facts(
        run.id().value(),
        run.recipe(),
        record.status().word(),
        run.labels(),
        run.principal(),
        run.startedAt().toString(),
        still ? "" : Words.duration(Words.millis(run.startedAt(), record.until())),
        again == null ? null : again.of().value(),
        again == null ? "" : words(again.scope()),
        record.launch().resumed(),
        run.stdoutSha256() == null ? run.error() : null);
  }

  private static String words(RerunScope scope) {
    return switch (scope.kind()) {
      case ALL -> "all of";
      case FAILED ->
          scope.path() == null ? "what failed in" : "what failed in step " + scope.path() + " of";
      case FROM -> "from step " + scope.path() + " on, of";
      case BRANCH -> "branch " + scope.path() + " of";
    };
  }

  private RunTitle.@Nullable Cause cause(RunRecord record) {
    return record.firstCause().map(node -> cause(record, node)).orElse(null);
  }

  private RunTitle.Cause cause(RunRecord record, Node node) {
    Map<String, String> lines =
        store.reports().firstErrors(record.run().id(), List.of(node.path()));
    String line = lines.getOrDefault(node.path(), "");
    String name = Words.brief(node.name(), 80);
    return new RunTitle.Cause(node.path(), name, node.state().word(), line);
  }

  /** The recipe is taken from the page that shows its text, so it has the recipe's own name. */
  private static String commandLine(RunRecord record) {
    List<String> words = new ArrayList<>(List.of("escarole", "run"));
    words.add(fileName(record.run().recipe()));
    record.launch().values().forEach((name, value) -> addValue(words, name, value));
    for (String directory : record.launch().directories()) {
      words.add("--dir");
      words.add(directory);
    }
    for (String label : record.run().labels()) {
      words.add("--label");
      words.add(label);
    }
    return Words.shell(words);
  }

  private static void addValue(List<String> words, String name, Object value) {
    words.add("--set");
    words.add(name + "=" + Values.text(value));
  }

  /** A name that a file of this recipe may have. */
  static String fileName(String recipe) {
    return recipe.replaceAll("[^A-Za-z0-9_-]+", "-") + ".yaml";
  }
}
