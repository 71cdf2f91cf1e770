package dev.escarole.engine.inbox;

import dev.escarole.engine.inbox.Rooms.Stamp;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Watches whether a file still changes. Confined to one thread. */
final class Settling {

  private @Nullable Stamp stamp;
  private Instant since = Instant.EPOCH;
  private boolean before;

  /**
   * @param settled what the file was like when it had settled; null if that is not known
   */
  Settling(@Nullable Stamp settled) {
    this.stamp = settled;
    this.before = settled != null;
  }

  /** Size in bytes when it was last seen. */
  long bytes() {
    return stamp == null ? 0 : stamp.bytes();
  }

  /** Whether the file is as it was when it had settled, or has not changed for so long. */
  boolean isOver(Stamp now, Instant time, Duration settle) {
    if (!now.equals(stamp)) {
      stamp = now;
      since = time;
      before = false;
      return false;
    }
    if (time.isBefore(since)) {
      since = time;
    }
    return before || Duration.between(since, time).compareTo(settle) >= 0;
  }
}
