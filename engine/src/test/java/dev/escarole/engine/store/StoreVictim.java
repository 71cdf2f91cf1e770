package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * A process that stores runs as fast as it can, on two threads, until it is killed. It prints the
 * id of each run whose end is stored. Arguments: a directory, and the number of its first run.
 */
public final class StoreVictim {

  /** Leaves of each of its runs. */
  public static final int LEAVES = 40;

  private StoreVictim() {}

  public static void main(String[] args) {
    int first = Integer.parseInt(args[1]);
    RunStore store = RunStore.open(StoreOptions.file(Path.of(args[0])));
    for (int thread = 0; thread < 2; thread++) {
      int number = first + thread;
      new Thread(() -> storeRuns(store, number), "writer-" + thread).start();
    }
  }

  private static void storeRuns(RunStore store, int first) {
    Random random = new Random(first);
    Plan plan = Runs.chain(LEAVES);
    for (int number = first; true; number += 2) {
      RunId run = Runs.id(number);
      store.create(Runs.newRun(run), plan);
      for (Step step : plan.root().children()) {
        for (RunEvent event : Runs.leaf(run, step, Content.EMPTY, output(random))) {
          store.journal().record(event);
        }
      }
      store.journal().record(Runs.over(run, plan, RunStatus.DONE, Content.EMPTY));
      store.journal().flush();
      System.out.println(run);
    }
  }

  private static Content output(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(4000)];
    random.nextBytes(bytes);
    return Content.of(Arrays.toString(bytes));
  }
}
