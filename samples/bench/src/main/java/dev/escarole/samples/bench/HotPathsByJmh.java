package dev.escarole.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Runs the benchmarks of JMH, each in a Java of its own, and turns their results into figures. */
final class HotPathsByJmh {

  private static final List<Path> PATHS =
      List.of(
          new Path(HotPaths.class, "splitting"),
          new Path(HotPaths.class, "compiling"),
          new Path(HotPaths.class, "machine"),
          new Path(HotPaths.class, "instance"),
          new Path(JournalPath.class, "journal"));

  private HotPathsByJmh() {}

  private record Path(Class<?> in, String method) {
    String task() {
      return "jmh: " + method;
    }

    String pattern() {
      return "^" + Pattern.quote(in.getName() + "." + method) + "$";
    }
  }

  /** Three rounds of a second each for a first look, else five of three seconds. */
  static List<Figure> measure(Selection wanted, boolean quick) throws IOException {
    OptionsBuilder options = new OptionsBuilder();
    options.forks(1).warmupIterations(3).measurementIterations(quick ? 3 : 5);
    TimeValue time = TimeValue.seconds(quick ? 1 : 3);
    options.warmupTime(time).measurementTime(time);
    return measure(wanted, options.build());
  }

  static List<Figure> measure(Selection wanted, Options effort) throws IOException {
    List<Figure> figures = new ArrayList<>();
    for (Path path : PATHS) {
      if (wanted.has(path.task())) {
        System.err.println("measuring " + path.task());
        figures.add(figure(path, effort));
      }
    }
    return figures;
  }

  private static Figure figure(Path path, Options effort) throws IOException {
    Options options =
        new OptionsBuilder()
            .parent(effort)
            .include(path.pattern())
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.MICROSECONDS)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    try {
      Collection<RunResult> results = new Runner(options).run();
      RunResult result = results.iterator().next();
      Statistics times = result.getPrimaryResult().getStatistics();
      return new Figure(
          path.task(), "Escarole, by JMH", 1, Figure.Measured.wallOnly(spread(times)), null, null);
    } catch (RunnerException e) {
      throw new IOException(path.task() + " could not be measured: " + e.getMessage(), e);
    }
  }

  private static Figure.Spread spread(Statistics times) {
    return new Figure.Spread(times.getPercentile(50), times.getMin(), times.getMax());
  }
}
