package dev.escarole.samples.bench.clustersoak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What came of a soak, computed from its journal and its evidence. Immutable.
 *
 * @param violations none if all is well
 */
record SoakReport(SoakJournal journal, Evidence evidence, List<Violation> violations) {

  private static final int MOST_SHOWN = 50;

  static SoakReport of(SoakJournal journal, Evidence evidence) {
    return new SoakReport(journal, evidence, ClusterCheck.check(journal, evidence));
  }

  /** The figures, a line each. */
  List<String> figures() {
    long planned = journal.schedules().stream().mapToLong(each -> each.times().count()).sum();
    long launched = firings("launched");
    long skipped = firings("skipped");
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "planned times",
            "%,d of %d schedules: %,d launched, %,d skipped, %,d missed by rule",
            planned,
            journal.schedules().size(),
            launched,
            skipped,
            planned - launched - skipped));
    lines.add(
        line(
            "files",
            "%,d: %,d in done, %,d in failed",
            journal.drops().size(),
            files("done"),
            files("failed")));
    long resumed = evidence.runs().stream().filter(run -> !run.resumed().isEmpty()).count();
    long attempts =
        evidence.runs().stream()
            .flatMap(run -> run.attempts().values().stream())
            .mapToLong(Integer::longValue)
            .sum();
    lines.add(
        line(
            "runs",
            "%,d with %,d committed attempts; %,d runs went on in another process",
            evidence.runs().size(),
            attempts,
            resumed));
    lines.add(line("faults", "%s", faults()));
    for (Fault.Kind kind : List.of(Fault.Kind.KILL, Fault.Kind.FREEZE, Fault.Kind.DRAIN)) {
      lines.add(
          line("after " + word(kind), "%s", FailoverTimes.of(kind, journal, evidence).words()));
    }
    return lines;
  }

  /** The violations, a line each; the first ones if there are many. */
  List<String> mistakes() {
    List<String> lines = new ArrayList<>();
    violations.stream().limit(MOST_SHOWN).map(Violation::toString).forEach(lines::add);
    if (violations.size() > MOST_SHOWN) {
      lines.add("and %,d more".formatted(violations.size() - MOST_SHOWN));
    }
    return lines;
  }

  private static String line(String name, String format, Object... values) {
    return "%-15s ".formatted(name) + String.format(Locale.ROOT, format, values);
  }

  private static String word(Fault.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private long firings(String state) {
    return evidence.firings().stream().filter(each -> each.state().equals(state)).count();
  }

  private long files(String place) {
    return evidence.files().stream().filter(each -> each.place().equals(place)).count();
  }

  private String faults() {
    List<String> words = new ArrayList<>();
    for (Fault.Kind kind : Fault.Kind.values()) {
      long count = journal.faults().stream().filter(each -> each.kind() == kind).count();
      words.add(word(kind) + " " + count);
    }
    return "%d: %s".formatted(journal.faults().size(), String.join(", ", words));
  }
}
