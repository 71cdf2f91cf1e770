package dev.escarole.samples.bench.clustersoak;

import dev.escarole.samples.bench.clustersoak.PlannedSchedule.CatchUp;
import dev.escarole.samples.bench.clustersoak.PlannedSchedule.Overlap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What a soak is going to do, computed from its seed. Immutable.
 *
 * @param beginMillis when the load begins, in milliseconds since 1970
 */
record SoakPlan(
    long beginMillis,
    List<PlannedSchedule> schedules,
    List<Drop> drops,
    List<Fault.Planned> faults) {

  /** The node that must execute some of the schedules, by its label. */
  static final String LABELLED = "node-b";

  private static final int MINUTE = 60_000;

  /** Every so many files, one cannot be processed, and one has the content of an earlier one. */
  private static final int SPOILT_EVERY = 25;

  private static final int COPY_EVERY = 10;

  /** How long after the last fault there is still load. */
  private static final int QUIET_MILLIS = 10_000;

  /** Intervals are a few seconds apart, so that not all schedules fire at the same moment. */
  private static final int SHIFTS = 5;

  SoakPlan {
    schedules = List.copyOf(schedules);
    drops = List.copyOf(drops);
    faults = List.copyOf(faults);
  }

  /**
   * A file to be dropped.
   *
   * @param content seed of its content; two files with the same seed have the same content
   */
  record Drop(String name, long content, boolean spoilt, long offsetMillis) {}

  /** The kinds of schedules, which take turns. */
  private enum Timing {
    OFTEN(5, Shape.QUICK, CatchUp.ALL, Overlap.PARALLEL),
    QUEUED(10, Shape.SLOW, CatchUp.ALL, Overlap.QUEUE),
    LAST(15, Shape.WIDE, CatchUp.LAST, Overlap.PARALLEL),
    SKIPPING(6, Shape.SLOW, CatchUp.ALL, Overlap.SKIP),
    BOUND(30, Shape.SLOW, CatchUp.ALL, Overlap.PARALLEL),
    NOTHING_MISSED(20, Shape.QUICK, CatchUp.NONE, Overlap.PARALLEL),
    CRON(60, Shape.WIDE, CatchUp.ALL, Overlap.PARALLEL);

    private final int seconds;
    private final Shape shape;
    private final CatchUp catchUp;
    private final Overlap overlap;

    Timing(int seconds, Shape shape, CatchUp catchUp, Overlap overlap) {
      this.seconds = seconds;
      this.shape = shape;
      this.catchUp = catchUp;
      this.overlap = overlap;
    }

    PlannedSchedule schedule(int number, long begin, long end) {
      boolean cron = this == CRON;
      return new PlannedSchedule(
          "s%03d-%s".formatted(number, name().toLowerCase(Locale.ROOT).replace('_', '-')),
          shape,
          cron,
          cron ? begin : begin + number % SHIFTS * 1_000L,
          seconds * 1_000L,
          end,
          catchUp,
          overlap,
          this == BOUND ? LABELLED : "");
    }
  }

  /**
   * Plans.
   *
   * @param beginMillis whole seconds
   * @param firings planned times, at least; at most some for a schedule more
   */
  static SoakPlan of(long seed, long beginMillis, int minutes, int firings, int files) {
    Random random = new Random(seed);
    long length = minutes * (long) MINUTE;
    return new SoakPlan(
        beginMillis,
        schedules(beginMillis, beginMillis + length, firings),
        drops(random, length, files),
        faults(random, length));
  }

  private static List<PlannedSchedule> schedules(long begin, long end, int firings) {
    List<PlannedSchedule> all = new ArrayList<>();
    long planned = 0;
    while (planned < firings) {
      Timing timing = Timing.values()[all.size() % Timing.values().length];
      PlannedSchedule next = timing.schedule(all.size(), begin, end);
      planned += next.times().count();
      all.add(next);
    }
    return all;
  }

  private static List<Drop> drops(Random random, long length, int files) {
    List<Drop> all = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      boolean spoilt = i % SPOILT_EVERY == SPOILT_EVERY - 1;
      long content = i % COPY_EVERY == COPY_EVERY - 1 ? i - COPY_EVERY / 2 : i;
      String name = "f%05d.%s".formatted(i, spoilt ? "bad" : "csv");
      all.add(new Drop(name, content, spoilt, random.nextLong(length)));
    }
    return all;
  }

  /** The kinds of faults come in random order, each once before any comes again. */
  private static List<Fault.Planned> faults(Random random, long length) {
    List<Fault.Planned> all = new ArrayList<>();
    List<Fault.Kind> kinds = new ArrayList<>();
    // The longer the soak, the longer it may be quiet.
    int pause = (int) Math.max(10_000, length / 60);
    long at = 5_000L + random.nextInt(pause);
    while (true) {
      if (kinds.isEmpty()) {
        kinds.addAll(Arrays.asList(Fault.Kind.values()));
        Collections.shuffle(kinds, random);
      }
      Fault.Kind kind = kinds.remove(0);
      long away = away(kind, random);
      if (at + away + QUIET_MILLIS > length) {
        return all;
      }
      all.add(new Fault.Planned(kind, random.nextInt(ClusterSoak.NODES), at, away));
      at += away + 5_000 + random.nextInt(pause);
    }
  }

  private static long away(Fault.Kind kind, Random random) {
    return switch (kind) {
      case KILL -> 5_000 + random.nextInt(10_000);
      case FREEZE -> 14_000 + random.nextInt(10_000);
      case DRAIN -> 1_000 + random.nextInt(5_000);
      case DATABASE -> 500 + random.nextInt(5_000);
    };
  }
}
