package dev.escarole.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
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

  /** The benchmarks of {@link HotPaths} and {@link JournalPath}. */
  private static final List<String> METHODS =
      List.of("splitting", "compiling", "machine", "instance", "journal");

  private HotPathsByJmh() {}

  /** Three rounds of a second each for a first look, else five of three seconds. */
  static List<Figure> measure(Predicate<String> wanted, boolean quick) throws IOException {
    OptionsBuilder options = new OptionsBuilder();
    options.forks(1).warmupIterations(3).measurementIterations(quick ? 3 : 5);
    TimeValue time = TimeValue.seconds(quick ? 1 : 3);
    options.warmupTime(time).measurementTime(time);
    return measure(wanted, options.build());
  }

  static List<Figure> measure(Predicate<String> wanted, Options effort) throws IOException {
    List<Figure> figures = new ArrayList<>();
    for (String method : METHODS) {
      if (wanted.test("jmh: " + method)) {
        System.err.println("measuring jmh: " + method);
        figures.add(figure(method, effort));
      }
    }
    return figures;
  }

  private static Figure figure(String method, Options effort) throws IOException {
    Options options =
        new OptionsBuilder()
            .parent(effort)
            .include("[.]" + method + "$")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.MICROSECONDS)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    try {
      Collection<RunResult> results = new Runner(options).run();
      RunResult result = results.iterator().next();
      Statistics times = result.getPrimaryResult().getStatistics();
      return Figure.wallOnly(
          "jmh: " + method,
          "Escarole, by JMH",
          1,
          new Figure.Spread(times.getPercentile(50), times.getMin(), times.getMax()));
    } catch (RunnerException e) {
      throw new IOException("jmh: " + method + " could not be measured: " + e.getMessage(), e);
    }
  }
}
