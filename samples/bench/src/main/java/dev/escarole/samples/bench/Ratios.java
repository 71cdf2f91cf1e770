package dev.escarole.samples.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a contender compares with others in the same report, by medians.
 *
 * @param makeToFiles how many times as fast as make that writes files, in the same task; null if
 *     that was not measured
 * @param spawnLoop how many times as fast as the loop of posix_spawn, likewise
 * @param timesTenth how many times as long as the same contender takes for the same task of a tenth
 *     of the size; null if that was not measured
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
    Figure.Measured mine = figure.measured();
    for (Figure other : all) {
      Figure.Measured its = other.measured();
      if (mine != null && its != null && isOther.test(other)) {
        return its.wallMicros().median() / mine.wallMicros().median();
      }
    }
    return null;
  }
}
