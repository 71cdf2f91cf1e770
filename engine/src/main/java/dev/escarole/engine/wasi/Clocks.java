package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clocks of guests.
 *
 * @param wall the time of day
 * @param nanos a monotonic counter of nanoseconds with an arbitrary start
 */
public record Clocks(InstantSource wall, LongSupplier nanos) {

  private static final long MICROSECOND = 1_000;
  private static final long ORIGIN = System.nanoTime();

  /** Returns the clocks of this machine; the monotonic clock may start with a negative number. */
  public static Clocks system() {
    return new Clocks(InstantSource.system(), () -> System.nanoTime() - ORIGIN);
  }

  long time(int id) throws WasiFailure {
    return switch (id) {
      case 0 -> {
        Instant now = wall.instant();
        yield now.getEpochSecond() * 1_000_000_000L + now.getNano();
      }
      // The monotonic clock, and the two CPU clocks, which return the elapsed time.
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
