package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** New times of a file; null keeps the current one. */
record FileTimes(@Nullable FileTime accessed, @Nullable FileTime modified) {

  private static final int ACCESSED = 1;
  private static final int ACCESSED_NOW = 2;
  private static final int MODIFIED = 4;
  private static final int MODIFIED_NOW = 8;

  /** Reads two times and their flags from a call's arguments. */
  static FileTimes of(Clocks clocks, long[] arguments, int first) throws WasiFailure {
    int flags = (int) arguments[first + 2];
    if ((flags & ~0b1111) != 0
        || both(flags, ACCESSED | ACCESSED_NOW)
        || both(flags, MODIFIED | MODIFIED_NOW)) {
      throw Errno.INVAL.failure();
    }
    return new FileTimes(
        time(clocks, arguments[first], flags, ACCESSED, ACCESSED_NOW),
        time(clocks, arguments[first + 1], flags, MODIFIED, MODIFIED_NOW));
  }

  private static boolean both(int flags, int pair) {
    return (flags & pair) == pair;
  }

  private static @Nullable FileTime time(Clocks clocks, long given, int flags, int set, int now) {
    if ((flags & set) != 0) {
      return FileTime.from(given, TimeUnit.NANOSECONDS);
    }
    return (flags & now) != 0 ? FileTime.from(clocks.wall().instant()) : null;
  }
}
