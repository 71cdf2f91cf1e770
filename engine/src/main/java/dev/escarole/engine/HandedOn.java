package dev.escarole.engine;

import dev.escarole.engine.executor.Resumption;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunHistory;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunReplay;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredHistory;
import java.util.Optional;

/** Works out again what steps have handed on; the store keeps only what commands have printed. */
final class HandedOn {

  /** All outputs that are still to be joined are in memory meanwhile. */
  static final long MOST_BYTES = 128L << 20;

  private final RunStore store;

  HandedOn(RunStore store) {
    this.store = store;
  }

  Optional<Content> by(RunId id, String path) {
    NewRun run =
        store.launch(id).orElseThrow(() -> new IllegalArgumentException("there is no run " + id));
    StoredHistory history = store.history(id);
    long bytes = history.attempts().stream().mapToLong(each -> each.stdout().bytes()).sum();
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the outputs of run %s are %d bytes together, more than %d"
              .formatted(id, bytes, MOST_BYTES));
    }
    Plan plan = store.plan(id);
    RunHistory told = Resumption.told(store, plan, run.stdin(), history);
    return plan.steps().stream()
        .filter(step -> step.path().equals(path))
        .findFirst()
        .flatMap(step -> RunReplay.handedOn(id, plan, told, step));
  }
}
