package dev.escarole.engine;

import dev.escarole.engine.executor.Resumption;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunHistory;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunReplay;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredHistory;
import java.util.Optional;

/** Recomputes the outputs of steps; the records keeps only the outputs of commands. */
final class StepOutputs {

  /** Outputs to be joined are held in memory. */
  static final long MOST_BYTES = 128L << 20;

  private final RunRecords records;

  StepOutputs(RunRecords records) {
    this.records = records;
  }

  Optional<Content> by(RunId id, String path) {
    NewRun run =
        records.launch(id).orElseThrow(() -> new IllegalArgumentException("there is no run " + id));
    StoredHistory history = records.history(id);
    long bytes = history.attempts().stream().mapToLong(each -> each.stdout().bytes()).sum();
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the outputs of run %s are %d bytes together, more than %d"
              .formatted(id, bytes, MOST_BYTES));
    }
    Plan plan = records.plan(id);
    RunHistory recorded = Resumption.recorded(records, plan, run.stdin(), history);
    return plan.steps().stream()
        .filter(step -> step.path().equals(path))
        .findFirst()
        .flatMap(step -> RunReplay.handedOn(id, plan, recorded, step));
  }
}
