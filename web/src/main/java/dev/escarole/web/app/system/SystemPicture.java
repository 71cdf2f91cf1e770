package dev.escarole.web.app.system;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Versions, what the engine is doing, and what is stored. */
public record SystemPicture(
    String version,
    String java,
    Work work,
    JournalPicture journal,
    Database database,
    CacheStats cache) {

  /** What the engine is doing. */
  public record Work(
      int runs,
      int workers,
      int busy,
      int queued,
      int programs,
      long memoryTaken,
      long memoryMost) {}

  /** How writing goes on. */
  public record JournalPicture(
      @Documented(words = {"running", "paused"}) String state,
      @Nullable Instant since,
      @Nullable String reason,
      long pendingEvents) {}

  /** What the database is. */
  public record Database(String product, String version, String schema, long bytes) {}
}
