package dev.escarole.samples.bench.clustersoak;

import dev.escarole.samples.bench.clustersoak.Evidence.Firing;
import dev.escarole.samples.bench.clustersoak.Evidence.Found;
import dev.escarole.samples.bench.clustersoak.Evidence.Run;
import dev.escarole.samples.bench.clustersoak.PlannedSchedule.CatchUp;
import dev.escarole.samples.bench.clustersoak.PlannedSchedule.Overlap;
import dev.escarole.samples.bench.clustersoak.SoakJournal.Drop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small soak in which all is well, to be spoilt by tests: one schedule with four planned times, a
 * file that is done and one that has failed. Not thread-safe.
 */
final class SoakWorld {

  /** The first planned time. */
  static final long BEGIN = 1_700_000_000_000L;

  static final long PERIOD = 30_000;
  static final int TIMES = 4;

  final List<Run> runs = new ArrayList<>();
  final List<Firing> firings = new ArrayList<>();
  final List<Found> files = new ArrayList<>();
  final List<String> broken = new ArrayList<>();
  final List<Fault> faults = new ArrayList<>();
  CatchUp catchUp = CatchUp.ALL;
  Overlap overlap = Overlap.PARALLEL;

  SoakWorld() {
    for (int i = 0; i < TIMES; i++) {
      firings.add(new Firing("tick", time(i), null, "time", "launched", "tick-" + i));
      runs.add(tick("tick-" + i, i));
    }
    runs.add(run("take-1", "take", "a.csv", "done", 3, Sha256.of("a") + "  -\n"));
    runs.add(run("spoilt-1", "spoilt", "b.bad", "failed", 2, ""));
    files.add(new Found("done", "a.csv", Sha256.of("a")));
    files.add(new Found("outbox", "a.csv-take-1", Sha256.of(Sha256.of("a") + "  -\n")));
    files.add(new Found("failed", "b.bad", Sha256.of("b")));
    files.add(new Found("error", "b.bad.error.txt", ""));
    files.add(new Found("outbox", "b.bad-spoilt-1", Sha256.of("")));
  }

  static long time(int index) {
    return BEGIN + index * PERIOD;
  }

  static String text(int index) {
    return PlannedSchedule.text(time(index));
  }

  /** The run of a planned time. */
  static Run tick(String id, int index) {
    return run(
        id, "tick", text(index), "done", Shape.QUICK.leaves(), Shape.QUICK.output(text(index)));
  }

  static Run run(String id, String recipe, String key, String status, int leaves, String output) {
    Map<Integer, Integer> attempts = new HashMap<>();
    for (int step = 1; step <= leaves; step++) {
      attempts.put(step, 1);
    }
    return new Run(
        id, recipe, key, status, BEGIN, BEGIN + 1_000, Sha256.of(output), attempts, List.of());
  }

  Run find(String id) {
    return runs.stream().filter(run -> run.id().equals(id)).findFirst().orElseThrow();
  }

  /** Puts another run in the place of one. */
  void replace(String id, Run run) {
    runs.set(runs.indexOf(find(id)), run);
  }

  void remove(String id) {
    runs.remove(find(id));
  }

  /** Puts another record in the place of that of a planned time. */
  void decide(int index, String kind, String state, @Nullable String run) {
    firings.set(index, new Firing("tick", time(index), null, kind, state, run));
  }

  /** Makes a planned time one that was missed. */
  void miss(int index) {
    firings.set(
        index, new Firing("tick", time(index), time(index) - PERIOD, "time", "missed", null));
    remove("tick-" + index);
  }

  SoakJournal journal() {
    PlannedSchedule tick =
        new PlannedSchedule(
            "tick", Shape.QUICK, false, BEGIN, PERIOD, time(TIMES), catchUp, overlap, "");
    return new SoakJournal(
        7,
        2,
        List.of(tick),
        List.of(new Drop("a.csv", Sha256.of("a"), false), new Drop("b.bad", Sha256.of("b"), true)),
        faults,
        broken);
  }

  Evidence evidence() {
    return new Evidence(runs, firings, files);
  }

  List<Violation.Kind> violations() {
    return ClusterCheck.check(journal(), evidence()).stream().map(Violation::kind).toList();
  }
}
