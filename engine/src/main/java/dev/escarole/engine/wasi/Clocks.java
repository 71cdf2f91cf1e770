package dev.escarole.engine.wasi;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The time as guests see it.
 *
 * @param wall tells the time of day
 * @param nanos counts nanoseconds from an arbitrary beginning and never goes back
 */
public record Clocks(InstantSource wall, LongSupplier nanos) {

  private static final long MICROSECOND = 1_000;
  private static final long ORIGIN = System.nanoTime();

  /** Returns the clocks of this machine; what Java counts from may lie in the future. */
  public static Clocks system() {
    return new Clocks(InstantSource.system(), () -> System.nanoTime() - ORIGIN);
  }

  /** The time on one of preview 1's clocks, in nanoseconds. */
  long time(int id) throws WasiFailure {
    return switch (id) {
      case 0 -> {
        Instant now = wall.instant();
        yield now.getEpochSecond() * 1_000_000_000L + now.getNano();
      }
      // Monotonic, and the two of the processor's time, which here is the time that has passed.
      case 1, 2, 3 -> nanos.getAsLong();
      default -> throw Errno.INVAL.failure();
    };
  }

  /** The resolution of one of preview 1's clocks, in nanoseconds. */
  static long resolution(int id) throws WasiFailure {
    return switch (id) {
      case 0 -> MICROSECOND;
      case 1, 2, 3 -> 1;
      default -> throw Errno.INVAL.failure();
    };
  }
}
