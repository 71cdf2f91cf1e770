package dev.escarole.engine.store.schedule;

import dev.escarole.engine.run.RunId;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of a planned time, or of several that were missed. Immutable.
 *
 * @param schedule number of the schedule
 * @param planned the planned time, or the last of the missed ones
 * @param since for missed times, the time after which they are; else null
 * @param run the run that was launched, or null
 * @param note the reason if it was skipped or failed, or null
 */
public record StoredFiring(
    long schedule,
    Instant planned,
    @Nullable Instant since,
    FiringKind kind,
    FiringState state,
    @Nullable RunId run,
    @Nullable String note) {

  /** A planned time for which a run is to be launched. */
  public static StoredFiring due(long schedule, Instant planned, FiringKind kind) {
    return new StoredFiring(schedule, planned, null, kind, FiringState.DUE, null, null);
  }

  /** All planned times after {@code since} up to {@code last}. */
  public static StoredFiring missed(long schedule, Instant since, Instant last) {
    return new StoredFiring(schedule, last, since, FiringKind.TIME, FiringState.MISSED, null, null);
  }

  /** Why a run was launched. */
  public enum FiringKind {
    /** It was time. */
    TIME,
    /** The time was missed. */
    CATCH_UP,
    /** Somebody asked for this time again. */
    BACKFILL,
    /** Somebody asked for a run now. */
    MANUAL;

    /** The word in the database and in documents. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static FiringKind ofWord(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /** What became of it. */
  public enum FiringState {
    /** The run is not launched yet. */
    DUE,
    LAUNCHED,
    /** Not launched, because an earlier run had not ended. */
    SKIPPED,
    /** The launch was refused. */
    FAILED,
    /** Not launched, because no engine was running. */
    MISSED;

    /** The word in the database and in documents. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static FiringState ofWord(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }
}
