package dev.escarole.samples.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures contenders in turns. */
final class Rounds {

  private static final double NANOS_PER_MICRO = 1000.0;

  private final List<Course> courses = new ArrayList<>();
  private final int rounds;

  /** One contender and its times so far. */
  private static final class Course {
    final Contender contender;
    final @Nullable String absent;
    final double[] wall;
    final double[] cpu;

    Course(Contender contender, int rounds) {
      this.contender = contender;
      this.absent = contender.absent();
      this.wall = new double[rounds];
      this.cpu = new double[rounds];
    }

    void measure(int round) throws IOException, InterruptedException {
      long cpuBefore = cpuNanos();
      long before = System.nanoTime();
      contender.round();
      wall[round] = (System.nanoTime() - before) / NANOS_PER_MICRO / contender.units();
      cpu[round] = (cpuNanos() - cpuBefore) / NANOS_PER_MICRO / contender.units();
    }

    Figure figure() {
      if (absent != null) {
        return Figure.absent(contender, absent);
      }
      boolean ours = contender instanceof InThisProcess;
      return new Figure(
          contender.task(),
          contender.name(),
          contender.units(),
          Figure.Spread.of(wall),
          ours ? (Double) Figure.middle(cpu) : null,
          null);
    }
  }

  /** Marks contenders whose work is done by the threads of this process. */
  interface InThisProcess extends Contender {}

  Rounds(List<Contender> contenders, int rounds) {
    this.rounds = rounds;
    contenders.forEach(contender -> courses.add(new Course(contender, rounds)));
  }

  List<Figure> measure(int warmUps) throws IOException, InterruptedException {
    List<Course> present = courses.stream().filter(course -> course.absent == null).toList();
    for (Course course : present) {
      System.err.println("warming up " + course.contender.task() + ": " + course.contender.name());
      course.contender.warmUp(warmUps);
    }
    for (int round = 0; round < rounds; round++) {
      System.err.println("round " + (round + 1) + " of " + rounds);
      for (Course course : present) {
        course.measure(round);
      }
    }
    return courses.stream().map(Course::figure).toList();
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
