package dev.escarole.samples.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The figures, what they were measured on, and how they compare. */
record Report(Machine machine, Load load, int rounds, List<Figure> figures) {

  private static final double MIB = 1024.0 * 1024;

  private static final String LEGEND =
      """

      wall, range, cpu: microseconds for each unit; cpu is processor time, of this Java or of the
      processes that did the work. x make, x spawn: how many times as fast as make that writes
      files and as the posix_spawn loop, in the same task. x tenth: how many times as long as a
      tenth of the same work. peak: most memory of this Java, or of the other program without its
      children. files, left: what a round left behind, MiB. heap: in use after collection, MiB.
      """;

  Report {
    figures = Figure.Ratios.added(figures);
  }

  record Machine(String os, String arch, int processors, String java) {
    static Machine here() {
      return new Machine(
          System.getProperty("os.name") + " " + System.getProperty("os.version"),
          System.getProperty("os.arch"),
          Runtime.getRuntime().availableProcessors(),
          System.getProperty("java.vm.version"));
    }
  }

  /**
   * Load averages of the last minute, negative where nobody tells. What is measured adds to the
   * second.
   */
  record Load(double before, double after) {}

  void write(Path file) throws IOException {
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
  }

  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s %s, %d processors, Java %s; medians of %d rounds%n",
        machine.os,
        machine.arch,
        machine.processors,
        machine.java,
        rounds);
    out.printf(
        Locale.ROOT,
        "load average %.2f at the beginning, %.2f at the end, this measurement included%n%n",
        load.before,
        load.after);
    out.printf(
        "%-42s %-31s %9s %17s %9s %7s %7s %7s %6s %7s %7s %6s%n",
        "task", "who", "wall", "range", "cpu", "x make", "x spawn", "x tenth", "peak", "files",
        "left", "heap");
    figures.forEach(figure -> print(figure, out));
    out.print(LEGEND);
  }

  private static void print(Figure figure, PrintStream out) {
    out.printf("%-42s %-31s ", figure.task(), figure.contender());
    Figure.Measured measured = figure.measured();
    if (measured == null) {
      out.println("skipped: " + figure.absent());
      return;
    }
    Figure.Spread wall = measured.wallMicros();
    Figure.Ratios ratios = figure.ratios();
    Left left = measured.left();
    out.printf(
        Locale.ROOT,
        "%9.1f %17s %9s %7s %7s %7s %6s %7s %7s %6s%n",
        wall.median(),
        String.format(Locale.ROOT, "%.1f to %.1f", wall.least(), wall.most()),
        number("%.1f", measured.cpuMicros()),
        number("%.2f", ratios == null ? null : ratios.makeToFiles()),
        number("%.2f", ratios == null ? null : ratios.spawnLoop()),
        number("%.2f", ratios == null ? null : ratios.timesTenth()),
        mebibytes(measured.peakBytes()),
        left == null ? "" : String.valueOf(left.files()),
        mebibytes(left == null ? null : left.bytes()),
        mebibytes(measured.heapBytes()));
  }

  private static String number(String format, @Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, format, value);
  }

  private static String mebibytes(@Nullable Long bytes) {
    return bytes == null ? "" : String.format(Locale.ROOT, "%.1f", bytes / MIB);
  }
}
