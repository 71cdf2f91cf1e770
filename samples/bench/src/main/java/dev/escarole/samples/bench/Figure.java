package dev.escarole.samples.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of one contender.
 *
 * @param measured null if it was not measured
 * @param ratios how it compares with others, or null if that is not known yet or never
 * @param absent why nothing was measured, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Figure(
    String task,
    String contender,
    int units,
    @Nullable Measured measured,
    @Nullable Ratios ratios,
    @Nullable String absent) {

  /**
   * What a round cost. What cannot be known on this machine, or makes no sense here, is null.
   *
   * @param wallMicros microseconds for each unit of the work
   * @param cpuMicros processor time likewise: of all threads of this process, or of the processes
   *     that do the work
   * @param peakBytes the most memory of the process that does or drives the work, over all rounds
   * @param left files that a round left behind, median
   * @param heapBytes heap in use after a garbage collection at the end
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Measured(
      Spread wallMicros,
      @Nullable Double cpuMicros,
      @Nullable Long peakBytes,
      @Nullable Left left,
      @Nullable Long heapBytes) {

    static Measured of(List<Round> rounds, int units) {
      double perUnit = 1000.0 * units;
      Double cpu = middle(rounds, Round::cpuNanos);
      Double files = middle(rounds, round -> round.left == null ? null : round.left.files());
      Double bytes = middle(rounds, round -> round.left == null ? null : round.left.bytes());
      Double heap = middle(rounds, Round::heapBytes);
      return new Measured(
          Spread.of(rounds.stream().mapToDouble(round -> round.nanos / perUnit).toArray()),
          cpu == null ? null : Double.valueOf(cpu / perUnit),
          rounds.stream()
              .map(Round::peakBytes)
              .filter(Objects::nonNull)
              .max(Comparator.naturalOrder())
              .orElse(null),
          files == null || bytes == null ? null : new Left(files.longValue(), bytes.longValue()),
          heap == null ? null : Long.valueOf(heap.longValue()));
    }

    /** The median of a part of the rounds; null if one of them does not have it. */
    private static @Nullable Double middle(
        List<Round> rounds, Function<Round, @Nullable Long> part) {
      List<Long> known = rounds.stream().map(part).filter(Objects::nonNull).toList();
      return known.isEmpty() || known.size() < rounds.size()
          ? null
          : Double.valueOf(Figure.middle(known.stream().mapToDouble(Long::doubleValue).toArray()));
    }
  }

  /** What one round cost; null for what cannot be known on this machine, or makes no sense here. */
  record Round(
      long nanos,
      @Nullable Long cpuNanos,
      @Nullable Long peakBytes,
      @Nullable Left left,
      @Nullable Long heapBytes) {}

  /** Median, least and most of some rounds. */
  record Spread(double median, double least, double most) {
    static Spread of(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return new Spread(middle(values), sorted[0], sorted[sorted.length - 1]);
    }
  }

  static Figure wallOnly(String task, String contender, int units, Spread wallMicros) {
    Measured measured = new Measured(wallMicros, null, null, null, null);
    return new Figure(task, contender, units, measured, null, null);
  }

  Figure withRatios(@Nullable Ratios known) {
    return new Figure(task, contender, units, measured, known, absent);
  }

  static double middle(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * How a contender compares with others in the same report, by medians.
   *
   * @param makeToFiles how many times as fast as make that writes files, in the same task; null if
   *     that was not measured
   * @param spawnLoop how many times as fast as the loop of posix_spawn, likewise
   * @param timesTenth how many times as long as the same contender takes for the same task of a
   *     tenth of the size; null if that was not measured
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Ratios(
      @Nullable Double makeToFiles, @Nullable Double spawnLoop, @Nullable Double timesTenth) {

    private static final int TENTH = 10;

    /** The number at the end of a task. */
    private static final Pattern SIZE = Pattern.compile(", [0-9,]+$");

    /** The same figures, with ratios where there are any. */
    static List<Figure> added(List<Figure> figures) {
      return figures.stream().map(figure -> figure.withRatios(of(figure, figures))).toList();
    }

    private static @Nullable Ratios of(Figure figure, List<Figure> all) {
      Double make = timesAsFast(figure, all, isBeside(figure, Peer.MAKE_TO_FILES));
      Double spawn = timesAsFast(figure, all, isBeside(figure, Peer.SPAWN));
      Double tenth = timesAsFast(figure, all, other -> isTenth(other, figure));
      return make == null && spawn == null && tenth == null
          ? null
          : new Ratios(make, spawn, tenth == null ? null : Double.valueOf(TENTH / tenth));
    }

    private static Predicate<Figure> isBeside(Figure figure, Peer peer) {
      return other -> other.task().equals(figure.task()) && other.contender().equals(peer.title());
    }

    private static boolean isTenth(Figure other, Figure figure) {
      return other.contender().equals(figure.contender())
          && other.units() * (long) TENTH == figure.units()
          && kind(other).equals(kind(figure));
    }

    private static String kind(Figure figure) {
      return SIZE.matcher(figure.task()).replaceFirst("");
    }

    /** How many times as fast as the first other that was measured; null if none was. */
    private static @Nullable Double timesAsFast(
        Figure figure, List<Figure> all, Predicate<Figure> isOther) {
      Measured mine = figure.measured();
      for (Figure other : all) {
        Measured its = other.measured();
        if (mine != null && its != null && isOther.test(other)) {
          return its.wallMicros().median() / mine.wallMicros().median();
        }
      }
      return null;
    }
  }
}
