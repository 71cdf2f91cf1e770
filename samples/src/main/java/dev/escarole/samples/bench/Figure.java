package dev.escarole.samples.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of one contender, in microseconds for each unit of its work.
 *
 * @param cpuMicros processor time of this process, over all its threads, or null for contenders
 *     that work in other processes
 * @param absent why nothing was measured, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Figure(
    String task,
    String contender,
    int units,
    @Nullable Spread wallMicros,
    @Nullable Double cpuMicros,
    @Nullable String absent) {

  /** Median, least and most of some rounds. */
  record Spread(double median, double least, double most) {
    static Spread of(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return new Spread(middle(values), sorted[0], sorted[sorted.length - 1]);
    }
  }

  static Figure absent(Contender contender, String why) {
    return new Figure(contender.task(), contender.name(), contender.units(), null, null, why);
  }

  static double middle(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
