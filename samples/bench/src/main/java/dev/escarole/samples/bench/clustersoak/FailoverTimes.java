package dev.escarole.samples.bench.clustersoak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How long it took after faults until runs of the node went on in another process, from the journal
 * and the table {@code resume}. Immutable.
 *
 * @param first for each fault, milliseconds until the first of its runs went on
 * @param all for each run, milliseconds until it went on
 */
record FailoverTimes(List<Long> first, List<Long> all) {

  FailoverTimes {
    first = sorted(first);
    all = sorted(all);
  }

  private static List<Long> sorted(List<Long> times) {
    List<Long> sorted = new ArrayList<>(times);
    Collections.sort(sorted);
    return List.copyOf(sorted);
  }

  /** The times after faults of a kind; faults of nodes without runs do not count. */
  static FailoverTimes of(Fault.Kind kind, SoakJournal journal, Evidence evidence) {
    Map<String, Evidence.Run> runs = new HashMap<>();
    evidence.runs().forEach(run -> runs.put(run.id(), run));
    List<Long> first = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    for (Fault fault : journal.faults()) {
      if (fault.kind() == kind) {
        List<Long> times =
            fault.runs().stream()
                .map(runs::get)
                .filter(run -> run != null)
                .flatMap(
                    run -> run.resumed().stream().filter(at -> at >= fault.atMillis()).limit(1))
                .map(at -> at - fault.atMillis())
                .toList();
        all.addAll(times);
        times.stream().min(Long::compare).ifPresent(first::add);
      }
    }
    return new FailoverTimes(first, all);
  }

  /** For example {@code first run after 2.1 / 3.4 / 5.0 s}: minimum, median, maximum. */
  String words() {
    return all.isEmpty()
        ? "no run was in progress"
        : "first run went on after %s s (%d faults), each run after %s s (%d runs)"
            .formatted(figures(first), first.size(), figures(all), all.size());
  }

  private static String figures(List<Long> times) {
    return String.format(
        Locale.ROOT,
        "%.1f / %.1f / %.1f",
        times.get(0) / 1e3,
        times.get(times.size() / 2) / 1e3,
        times.get(times.size() - 1) / 1e3);
  }
}
