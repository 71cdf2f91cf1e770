package dev.escarole.samples.bench.clustersoak;

import dev.escarole.samples.bench.clustersoak.Evidence.Found;
import dev.escarole.samples.bench.clustersoak.SoakJournal.Drop;
import dev.escarole.samples.bench.clustersoak.Violation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Accounts for each file of the inbox. It must have exactly one run and one result, and lie with
 * its content in exactly one directory: {@code done}, or {@code failed} if its recipe fails.
 */
final class FileCheck {

  private static final String OUTBOX = "outbox";
  private static final String ERROR = "error";

  /** Commands of the recipes {@link SoakJournal#TAKE} and {@link SoakJournal#SPOILT}. */
  private static final int TAKE_LEAVES = 3;

  private static final int SPOILT_LEAVES = 2;

  private final List<Drop> drops;
  private final ClusterCheck check;

  /** The places of files by their names. */
  private final Map<String, List<Found>> places = new HashMap<>();

  /** Results by the names of their directories. */
  private final Map<String, Found> results = new HashMap<>();

  private final Set<String> errors = new HashSet<>();

  FileCheck(List<Drop> drops, List<Found> files, ClusterCheck check) {
    this.drops = drops;
    this.check = check;
    for (Found each : files) {
      switch (each.place()) {
        case OUTBOX -> results.put(each.name(), each);
        case ERROR -> errors.add(each.name());
        default -> places.computeIfAbsent(each.name(), unused -> new ArrayList<>()).add(each);
      }
    }
  }

  void check() {
    drops.forEach(this::check);
    places.forEach(
        (name, found) ->
            check.wrong(
                Kind.STRAY, name, "is in " + found.get(0).place() + " and was not dropped"));
    results
        .keySet()
        .forEach(name -> check.wrong(Kind.DOUBLED_FILE, name, "is one result too many"));
    errors.forEach(name -> check.wrong(Kind.STRAY, name, "tells of a failure that there was not"));
  }

  private void check(Drop drop) {
    List<Evidence.Run> runs = check.take(drop.recipe(), drop.name());
    if (runs.isEmpty()) {
      check.wrong(Kind.LOST_FILE, drop.name(), "has no run");
    } else if (runs.size() > 1) {
      check.wrong(Kind.DOUBLED_FILE, drop.name(), "has runs: " + runs.size());
    }
    runs.forEach(run -> check(drop, run));
    checkPlace(drop);
    if (drop.spoilt() && !errors.remove(drop.name() + ".error.txt")) {
      check.wrong(Kind.LOST_FILE, drop.name(), "has no text about its failure");
    }
  }

  private void check(Drop drop, Evidence.Run run) {
    String output = drop.sha256() + "  -\n";
    if (drop.spoilt()) {
      check.checkFailed(run, SPOILT_LEAVES);
    } else {
      check.checkDone(run, TAKE_LEAVES, output);
    }
    Found result = results.remove(drop.name() + "-" + run.id());
    if (result == null) {
      check.wrong(Kind.LOST_FILE, drop.name(), "has no result in the outbox");
    } else if (!drop.spoilt() && !result.sha256().equals(Sha256.of(output))) {
      check.wrong(Kind.WRONG_OUTPUT, drop.name(), "has another text in the outbox");
    }
  }

  private void checkPlace(Drop drop) {
    List<Found> found = places.remove(drop.name());
    if (found == null) {
      check.wrong(Kind.MISPLACED_FILE, drop.name(), "is nowhere");
      return;
    }
    List<String> where = found.stream().map(Found::place).toList();
    if (!where.equals(List.of(drop.place()))) {
      check.wrong(
          Kind.MISPLACED_FILE, drop.name(), "is in %s, not in %s".formatted(where, drop.place()));
    } else if (!found.get(0).sha256().equals(drop.sha256())) {
      check.wrong(Kind.MISPLACED_FILE, drop.name(), "has another content than was written");
    }
  }
}
