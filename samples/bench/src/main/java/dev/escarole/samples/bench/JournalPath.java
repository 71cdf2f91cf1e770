package dev.escarole.samples.bench;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.journal.Journal;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.template.FailureScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a leaf's events cost until they are committed to a file of H2, for JMH. */
@State(Scope.Thread)
public class JournalPath {

  private final Path directory = temporary();
  private final RunStore store = RunStore.open(StoreOptions.file(directory));
  private final Recipe recipe = Work.fanOut(HotPaths.LEAVES);
  private final Plan plan = new PlanCompiler(PlanLimits.DEFAULTS).compile(recipe, Map.of());
  private final RandomGenerator random = RandomGenerator.getDefault();

  private static Path temporary() {
    try {
      return Files.createTempDirectory("escarole-journal");
    } catch (IOException e) {
      throw new UncheckedIOException("the journal needs a temporary directory", e);
    }
  }

  /** Stores a run and the four events of each of its leaves; counted for each leaf. */
  @Benchmark
  @OperationsPerInvocation(HotPaths.LEAVES)
  public RunId journal() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    RunId run = RunId.create(now, random);
    store.create(
        new NewRun(run, "bench", Map.of(), recipe.source(), Content.EMPTY, List.of(), now), plan);
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf) {
        record(run, now, leaf);
      }
    }
    store.journal().flush();
    return run;
  }

  private void record(RunId run, Instant now, LeafStep leaf) {
    Content stdout = Content.of(leaf.argv().get(1) + "\n");
    Outcome outcome = Outcome.exited(0);
    Journal journal = store.journal();
    journal.record(new RunEvent.StepChanged(run, now, leaf, StepState.RUNNING, null));
    journal.record(new RunEvent.AttemptStarted(run, now, leaf, 1, Content.EMPTY));
    journal.record(
        new RunEvent.AttemptEnded(
            run, now, leaf, 1, new LeafResult(outcome, stdout, Content.EMPTY, 1), 0));
    StepResult result =
        new StepResult(
            StepStatus.DONE, outcome, stdout, Content.EMPTY, FailureScope.CONTINUE, null, false);
    journal.record(new RunEvent.StepChanged(run, now, leaf, StepState.DONE, result));
  }

  /** Removes the database. */
  @TearDown
  public void close() throws IOException {
    store.close();
    Left.remove(directory);
  }
}
