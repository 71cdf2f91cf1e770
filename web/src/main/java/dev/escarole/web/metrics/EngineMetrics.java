package dev.escarole.web.metrics;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.system.EngineFigures;
import dev.escarole.web.app.system.EngineFigures.AttemptFigures;
import dev.escarole.web.app.system.EngineFigures.Bucket;
import dev.escarole.web.app.system.EngineFigures.Durations;
import dev.escarole.web.app.system.EngineFigures.JournalFigures;
import dev.escarole.web.app.system.EngineFigures.NodeFigures;
import dev.escarole.web.app.system.EngineFigures.RunFigures;
import dev.escarole.web.app.system.EngineFigures.StepFigures;
import dev.escarole.web.app.system.EngineFigures.WorkFigures;
import dev.escarole.web.app.system.NoInput;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.Map;
import java.util.TreeMap;

/** The figures of the engine, asked for at each scrape; none while it does not answer. */
final class EngineMetrics implements MultiCollector {

  private static final double MILLIS = 1e3;
  private static final double NANOS = 1e9;

  private final Escarole escarole;

  EngineMetrics(Escarole escarole) {
    this.escarole = escarole;
  }

  @Override
  public MetricSnapshots collect() {
    EngineFigures figures;
    try {
      figures = escarole.figures(NoInput.NONE);
    } catch (RefusedException e) {
      return MetricSnapshots.of();
    }
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    work(all, figures.work());
    journal(all, figures.journal());
    node(all, figures.node());
    runs(all, figures.runs());
    steps(all, figures.steps());
    attempts(all, figures.attempts());
    return all.build();
  }

  private static void work(MetricSnapshots.Builder all, WorkFigures work) {
    gauge(all, "runs_underway", "Running runs", work.runs());
    gauge(all, "workers", "Worker threads", work.workers());
    gauge(all, "workers_busy", "Workers that run a leaf now", work.busy());
    gauge(all, "queue_leaves", "Leaves that wait for a worker", work.queued());
    gauge(
        all,
        "queue_oldest_seconds",
        "How long the first of them has waited; 0 if none waits",
        work.oldestQueuedMillis() / MILLIS);
    gauge(all, "queue_runs", "Runs that wait for a place of their recipe", work.queuedRuns());
    gauge(
        all,
        "queue_runs_oldest_seconds",
        "How long the first of them has waited; 0 if none waits",
        work.oldestQueuedRunMillis() / MILLIS);
    gauge(all, "programs", "Compiled programs cached", work.programs());
    gauge(all, "guest_memory_bytes", "Memory of guests now", (double) work.memoryTaken());
    gauge(
        all,
        "guest_memory_limit_bytes",
        "Limit of the memory of all guests",
        (double) work.memoryMost());
  }

  private static void journal(MetricSnapshots.Builder all, JournalFigures journal) {
    gauge(
        all,
        "journal_pending_events",
        "Events that are recorded and not yet in the database",
        (double) journal.pendingEvents());
    gauge(
        all,
        "journal_paused",
        "1 while the database is away and runs wait for it",
        journal.paused() ? 1 : 0);
    gauge(
        all,
        "journal_paused_seconds",
        "For how long the database has been away; 0 while it is there",
        journal.pausedMillis() / MILLIS);
    all.metricSnapshot(
        SummarySnapshot.builder()
            .name("escarole_journal_commits_seconds")
            .help("Groups of events that were committed, and how long that took")
            .dataPoint(sum(Labels.EMPTY, journal.groups(), journal.nanos() / NANOS))
            .build());
    counter(
        all,
        "journal_events",
        "Events in all groups; divided by the commits, the size of a group",
        journal.events());
  }

  private static void node(MetricSnapshots.Builder all, NodeFigures node) {
    gauge(
        all,
        "node_clock_ahead_seconds",
        "By how much the node's clock is ahead of the database's",
        node.clockAheadMillis() / MILLIS);
    gauge(
        all,
        "node_refuses",
        "1 while the node claims no runs and fires no schedules",
        node.refuses() ? 1 : 0);
    gauge(all, "node_claims", "Runs that it claimed in the last minute", node.claims());
    gauge(
        all,
        "node_commands_elsewhere",
        "Commands of its runs that are left to other nodes",
        (double) node.elsewhere());
    counter(
        all,
        "node_commands_for_others",
        "Commands that it carried out for runs of other nodes",
        node.forOthers());
  }

  private static void runs(MetricSnapshots.Builder all, RunFigures runs) {
    counter(all, "runs_started", "Runs started", runs.started());
    counter(all, "runs_resumed", "Runs resumed after their engine had gone", runs.resumed());
    SummarySnapshot.Builder ended =
        SummarySnapshot.builder()
            .name("escarole_runs_ended_seconds")
            .help("Runs that ended, and how long they took");
    GaugeSnapshot.Builder longest =
        GaugeSnapshot.builder()
            .name("escarole_runs_ended_seconds_max")
            .help("Duration of the longest run");
    runs.ended()
        .forEach(
            (status, durations) -> {
              Labels labels = Labels.of("status", status);
              ended.dataPoint(sum(labels, durations.count(), durations.millis() / MILLIS));
              longest.dataPoint(point(labels, durations.longestMillis() / MILLIS));
            });
    all.metricSnapshot(ended.build()).metricSnapshot(longest.build());
  }

  private static void steps(MetricSnapshots.Builder all, StepFigures steps) {
    Map<Labels, Long> states = new TreeMap<>();
    steps.leaves().forEach((state, n) -> states.put(Labels.of("kind", "leaf", "state", state), n));
    steps.groups().forEach((state, n) -> states.put(Labels.of("kind", "group", "state", state), n));
    counters(all, "steps", "Transitions of steps, by the state that they led to", states);
    counters(
        all,
        "joins",
        "Joins decided, by whether something was missing",
        Map.of(
            Labels.of("degraded", "true"), steps.degradedJoins(),
            Labels.of("degraded", "false"), steps.wholeJoins()));
  }

  private static void attempts(MetricSnapshots.Builder all, AttemptFigures attempts) {
    counters(
        all,
        "attempts",
        "Attempts of leaves that ended, by outcome",
        labelled("outcome", attempts.outcomes()));
    counters(
        all,
        "denials",
        "Attempts of leaves that the broker refused, by reason",
        labelled("reason", attempts.denials()));
    counters(
        all,
        "results",
        "Results of leaves: ran, cached (cache hits) or reused in a rerun",
        labelled("origin", attempts.origins()));
    counter(
        all, "fuel_used", "What leaves executed, in the units of the limits", attempts.fuelUsed());
    Durations durations = attempts.durations();
    double[] bounds = attempts.buckets().stream().mapToDouble(EngineMetrics::seconds).toArray();
    long[] counts = attempts.buckets().stream().mapToLong(Bucket::count).toArray();
    all.metricSnapshot(
        HistogramSnapshot.builder()
            .name("escarole_attempt_duration_seconds")
            .help("How long attempts of leaves took")
            .dataPoint(
                HistogramDataPointSnapshot.builder()
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
                    .sum(durations.millis() / MILLIS)
                    .build())
            .build());
    gauge(
        all,
        "attempt_duration_seconds_max",
        "Duration of the longest attempt",
        durations.longestMillis() / MILLIS);
  }

  private static double seconds(Bucket bucket) {
    Long most = bucket.mostMillis();
    return most == null ? Double.POSITIVE_INFINITY : most / MILLIS;
  }

  private static Map<Labels, Long> labelled(String label, Map<String, Long> counts) {
    Map<Labels, Long> labelled = new TreeMap<>();
    counts.forEach((word, count) -> labelled.put(Labels.of(label, word), count));
    return labelled;
  }

  private static SummaryDataPointSnapshot sum(Labels labels, long count, double sum) {
    return SummaryDataPointSnapshot.builder().labels(labels).count(count).sum(sum).build();
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private static void gauge(MetricSnapshots.Builder all, String name, String help, double value) {
    all.metricSnapshot(
        GaugeSnapshot.builder()
            .name("escarole_" + name)
            .help(help)
            .dataPoint(point(Labels.EMPTY, value))
            .build());
  }

  private static void counter(MetricSnapshots.Builder all, String name, String help, long value) {
    counters(all, name, help, Map.of(Labels.EMPTY, value));
  }

  private static void counters(
      MetricSnapshots.Builder all, String name, String help, Map<Labels, Long> values) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name("escarole_" + name).help(help);
    values.forEach(
        (labels, value) ->
            counter.dataPoint(
                CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
    all.metricSnapshot(counter.build());
  }
}
