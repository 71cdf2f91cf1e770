package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures the contenders of one task in turns. */
final class Rounds {

  private static final double NANOS_PER_MICRO = 1000.0;

  private final List<Course> courses = new ArrayList<>();
  private final int rounds;

  private static final class Course {
    final Contender contender;
    final double[] wall;
    final double[] cpu;
    final double[] files;
    final double[] bytes;
    @Nullable String absent;
    @Nullable Long peak;
    boolean hasCpu;

    Course(Contender contender, int rounds) {
      this.contender = contender;
      this.hasCpu = contender.tellsCpu();
      this.absent = contender.absent();
      this.wall = new double[rounds];
      this.cpu = new double[rounds];
      this.files = new double[rounds];
      this.bytes = new double[rounds];
    }

    void measure(int round) throws IOException, InterruptedException {
      contender.prepare();
      Left before = left();
      if (contender.isOurs()) {
        Usage.forgetPeak();
      }
      Long cpuBefore = cpuNanos();
      long start = System.nanoTime();
      attempt(contender::round);
      wall[round] = perUnit(System.nanoTime() - start);
      Long cpuAfter = cpuNanos();
      if (cpuBefore == null || cpuAfter == null) {
        hasCpu = false;
      } else {
        cpu[round] = perUnit(cpuAfter - cpuBefore);
      }
      seePeak(contender.isOurs() ? Usage.ownPeakBytes() : contender.peakBytes());
      Left after = left().minus(before);
      files[round] = after.files();
      bytes[round] = after.bytes();
    }

    /** Another program that fails is left out with a word why; we must not fail. */
    private void attempt(Step step) throws IOException, InterruptedException {
      try {
        step.run();
      } catch (IOException e) {
        if (contender.isOurs()) {
          throw e;
        }
        absent = "it failed: " + e.getMessage();
      }
    }

    private double perUnit(long nanos) {
      return nanos / NANOS_PER_MICRO / contender.units();
    }

    private @Nullable Long cpuNanos() {
      return contender.isOurs() ? (Long) Usage.ownNanos() : Usage.childrenNanos();
    }

    private void seePeak(@Nullable Long seen) {
      if (seen != null) {
        peak = peak == null ? seen : Long.valueOf(Math.max(peak, seen));
      }
    }

    private Left left() throws IOException {
      Path outputs = contender.outputs();
      return outputs == null ? Left.NOTHING : Left.in(outputs);
    }

    Figure figure() {
      if (absent != null) {
        return figure(null, absent);
      }
      Left left = new Left((long) Figure.middle(files), (long) Figure.middle(bytes));
      return figure(
          new Figure.Measured(
              Figure.Spread.of(wall),
              hasCpu ? (Double) Figure.middle(cpu) : null,
              peak,
              contender.outputs() == null ? null : left,
              null),
          null);
    }

    private Figure figure(Figure.@Nullable Measured measured, @Nullable String why) {
      return new Figure(
          contender.task(), contender.name(), contender.units(), measured, null, why);
    }
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  Rounds(List<Contender> contenders, int rounds) {
    this.rounds = rounds;
    contenders.forEach(contender -> courses.add(new Course(contender, rounds)));
  }

  List<Figure> measure(int warmUps) throws IOException, InterruptedException {
    for (Course course : courses) {
      if (course.absent == null) {
        System.err.println("warming up " + course.contender.title());
        course.attempt(() -> course.contender.warmUp(warmUps));
      }
    }
    for (int round = 0; round < rounds && !courses.isEmpty(); round++) {
      System.err.println("round " + (round + 1) + " of " + rounds);
      for (Course course : courses) {
        if (course.absent == null) {
          course.measure(round);
        }
      }
    }
    return courses.stream().map(Course::figure).toList();
  }
}
