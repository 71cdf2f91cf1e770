package dev.escarole.samples.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Processor time and memory. Java tells the processor time of its own process; that of others, and
 * the most memory a process ever had, are Linux's to tell, in {@code /proc}. Elsewhere they are
 * null.
 */
final class Usage {

  private static final Path SELF = Path.of("/proc/self");

  /** How Linux counts in {@code /proc}: 100 to the second, on every machine that runs Java. */
  private static final long NANOS_PER_TICK = 10_000_000;

  /** Places in {@code stat} behind the name: the time of children that have ended. */
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;

  private static final String PEAK = "VmHWM:";
  private static final long KIB = 1024;

  private Usage() {}

  static OperatingSystemMXBean system() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  }

  /** Processor time of all threads of this process, in nanoseconds. */
  static long ownNanos() {
    return system().getProcessCpuTime();
  }

  /**
   * Likewise of all processes that were started here and have ended, and of those they waited for.
   */
  static @Nullable Long childrenNanos() {
    try {
      String stat = Files.readString(SELF.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]);
      return ticks * NANOS_PER_TICK;
    } catch (IOException e) {
      return null;
    }
  }

  /** The most memory that this process had since it was last asked to forget, in bytes. */
  static @Nullable Long ownPeakBytes() {
    return peakBytes(SELF);
  }

  /** The most memory that a process had so far; null also if it has ended. */
  static @Nullable Long peakBytes(long pid) {
    return peakBytes(Path.of("/proc", String.valueOf(pid)));
  }

  private static @Nullable Long peakBytes(Path process) {
    try {
      List<String> lines = Files.readAllLines(process.resolve("status"));
      for (String line : lines) {
        if (line.startsWith(PEAK)) {
          return Long.parseLong(line.substring(PEAK.length()).replaceAll("[^0-9]", "")) * KIB;
        }
      }
      return null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Lets the most memory of this process begin anew, where that can be. */
  static void forgetPeak() {
    try {
      Files.writeString(SELF.resolve("clear_refs"), "5");
    } catch (IOException e) {
      // Then the peak is that of the whole life of the process, as it is without Linux none.
    }
  }
}
