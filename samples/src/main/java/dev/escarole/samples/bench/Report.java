package dev.escarole.samples.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The figures and what they were measured on. */
record Report(Machine machine, int rounds, List<Figure> figures) {

  /** What the figures depend on. */
  record Machine(String os, String arch, int processors, String java) {
    static Machine here() {
      return new Machine(
          System.getProperty("os.name") + " " + System.getProperty("os.version"),
          System.getProperty("os.arch"),
          Runtime.getRuntime().availableProcessors(),
          System.getProperty("java.vm.version"));
    }
  }

  void write(Path file) throws IOException {
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
  }

  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s %s, %d processors, Java %s; medians of %d rounds, in microseconds per unit%n%n",
        machine.os,
        machine.arch,
        machine.processors,
        machine.java,
        rounds);
    out.printf("%-30s %-28s %7s %9s %19s %8s%n", "task", "who", "units", "wall", "range", "cpu");
    figures.forEach(figure -> print(figure, out));
  }

  private static void print(Figure figure, PrintStream out) {
    out.printf("%-30s %-28s %7d ", figure.task(), figure.contender(), figure.units());
    Figure.Spread wall = figure.wallMicros();
    if (wall == null) {
      out.println("skipped: " + figure.absent());
      return;
    }
    String range = String.format(Locale.ROOT, "%.1f to %.1f", wall.least(), wall.most());
    Double cpu = figure.cpuMicros();
    String cpuText = cpu == null ? "" : String.format(Locale.ROOT, "%.1f", cpu);
    out.printf(Locale.ROOT, "%9.1f %19s %8s%n", wall.median(), range, cpuText);
  }
}
