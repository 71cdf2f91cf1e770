package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures the contenders of one task in turns. */
final class Rounds {

  private final List<Course> courses;
  private final int rounds;

  /** One contender and its costs so far. */
  private static final class Course {
    final Contender contender;
    final List<Figure.Round> rounds = new ArrayList<>();
    @Nullable String absent;

    Course(Contender contender) {
      this.contender = contender;
      this.absent = contender.absent();
    }

    void measure() throws IOException, InterruptedException {
      contender.prepare();
      Left before = left();
      if (contender.isOurs()) {
        Usage.forgetPeak();
      }
      Long cpuBefore = cpuNanos();
      long start = System.nanoTime();
      attempt(contender::round);
      long nanos = System.nanoTime() - start;
      Long cpuAfter = cpuNanos();
      Long cpu = cpuBefore == null || cpuAfter == null ? null : cpuAfter - cpuBefore;
      Long peak = contender.isOurs() ? Usage.ownPeakBytes() : contender.peakBytes();
      Left after = left();
      Left left = before == null || after == null ? null : after.minus(before);
      rounds.add(new Figure.Round(nanos, cpu, peak, left, null));
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

    private @Nullable Long cpuNanos() {
      if (!contender.tellsCpu()) {
        return null;
      }
      return contender.isOurs() ? (Long) Usage.ownNanos() : Usage.childrenNanos();
    }

    private @Nullable Left left() throws IOException {
      Path outputs = contender.outputs();
      return outputs == null ? null : Left.in(outputs);
    }

    Figure figure() {
      int units = contender.units();
      Figure.Measured measured = absent == null ? Figure.Measured.of(rounds, units) : null;
      return new Figure(contender.task(), contender.name(), units, measured, null, absent);
    }
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  Rounds(List<Contender> contenders, int rounds) {
    this.rounds = rounds;
    this.courses = contenders.stream().map(Course::new).toList();
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
          course.measure();
        }
      }
    }
    return courses.stream().map(Course::figure).toList();
  }
}
