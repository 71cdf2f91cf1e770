package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.database.StoreOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Measures what storing costs; not a test, run it by hand. Prints, for each round, the rows per
 * second of storing a large plan, and per leaf of a chain: the time of the thread that records, and
 * the processor time of the thread that writes. Arguments: a JDBC URL, or none for H2 in a file and
 * in memory.
 */
final class StoreCost {

  private static final int STEPS = 100_000;
  private static final int LEAVES = 10_000;
  private static final int ROUNDS = 6;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private StoreCost() {}

  public static void main(String[] args) throws IOException {
    if (args.length > 0) {
      measure(args[0], StoreOptions.at(args[0]));
      return;
    }
    measure("memory", StoreOptions.memory());
    Path directory = Files.createTempDirectory("escarole-cost");
    measure("file", StoreOptions.file(directory));
    Path file = directory.resolve("escarole.mv.db");
    System.out.printf("file size %,d%n", Files.size(file));
    Files.delete(file);
    Files.delete(directory);
  }

  private static void measure(String name, StoreOptions options) {
    try (RunStore store = RunStore.open(options)) {
      for (int round = 1; round <= ROUNDS; round++) {
        double rows = create(store, round);
        Cost fast = leaves(store, 1000 + round, 0);
        Cost paced = leaves(store, 2000 + round, 100_000);
        System.out.printf(
            "%s: plan %,.0f rows/s; leaves at full speed %s; one each 100 us %s%n",
            name, rows, fast, paced);
      }
    }
  }

  private static double create(RunStore store, int round) {
    Plan plan = Runs.chain(STEPS + round);
    long start = System.nanoTime();
    store.create(Runs.newRun(Runs.id(round)), plan);
    return STEPS * 1e9 / (System.nanoTime() - start);
  }

  private static Cost leaves(RunStore store, int number, long pauseNanos) {
    Plan plan = Runs.chain(LEAVES);
    RunId run = Runs.id(number);
    store.create(Runs.newRun(run), plan);
    Content stdin = Content.EMPTY;
    long cpu = writerNanos();
    long start = System.nanoTime();
    long next = start;
    for (Step step : plan.root().children()) {
      Content stdout = Content.of("output of leaf " + step.path() + " of run " + number + "\n");
      for (RunEvent event : Runs.leaf(run, step, stdin, stdout)) {
        store.journal().record(event);
      }
      stdin = stdout;
      next += pauseNanos;
      while (System.nanoTime() < next) {
        Thread.onSpinWait();
      }
    }
    long recorded = System.nanoTime();
    store.journal().record(Runs.over(run, plan, RunStatus.DONE, stdin));
    store.journal().flush();
    return new Cost(recorded - start, System.nanoTime() - start, writerNanos() - cpu);
  }

  private static long writerNanos() {
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals("escarole-journal")) {
        return THREADS.getThreadCpuTime(thread.getThreadId());
      }
    }
    return 0;
  }

  /** Nanoseconds for all leaves. */
  private record Cost(long recorded, long committed, long writer) {
    @Override
    public String toString() {
      return "%.1f us recorded, %.1f us committed, %.1f us on the writer"
          .formatted(recorded / 1e3 / LEAVES, committed / 1e3 / LEAVES, writer / 1e3 / LEAVES);
    }
  }
}
