package dev.escarole.recipe.schedule;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When a recipe is launched by itself, and with which values. Immutable.
 *
 * @param name its identity in the recipe: given by the author, or the text of its timing
 * @param timing yields the planned times
 * @param zone the time zone of the schedule
 * @param values launch values
 * @param overlap the rule if an earlier run of the schedule has not ended
 * @param missed the rule for planned times at which no engine was running
 * @param jitter the longest delay after a planned time, if the next one is not sooner
 * @param period the time during which it is in force
 */
public record Schedule(
    String name,
    Timing timing,
    ZoneId zone,
    Map<String, Object> values,
    Overlap overlap,
    MissedRule missed,
    Duration jitter,
    Period period) {

  /** The longest name. */
  public static final int LONGEST_NAME = 200;

  /** What happens if an earlier run of the schedule has not ended at a planned time. */
  public enum Overlap {
    /** No run is launched for this time. */
    SKIP,
    /** The run is launched when the earlier one has ended. */
    QUEUE,
    /** The run is launched beside the earlier one. */
    PARALLEL;

    /** The word in recipes. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Which planned times are made up for after they were missed. */
  public enum CatchUp {
    NONE,
    LAST,
    ALL;

    /** The word in recipes. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The rule for missed times.
   *
   * @param catchUp which of them
   * @param within how late a run may be; null for any time
   */
  public record MissedRule(CatchUp catchUp, @Nullable Duration within) {}

  /**
   * A period.
   *
   * @param start the first possible planned time; null if there is no limit
   * @param end planned times are before it; null if there is no limit
   */
  public record Period(@Nullable Instant start, @Nullable Instant end) {
    /** Without limits. */
    public static final Period ALWAYS = new Period(null, null);
  }

  /** Copies the values. */
  public Schedule {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The first planned time after {@code time}; null if there is none. */
  public @Nullable Instant next(Instant time) {
    Instant start = period.start();
    Instant from = start != null && time.isBefore(start) ? start.minusNanos(1) : time;
    Instant found = timing.next(from);
    Instant end = period.end();
    return found == null || (end != null && !found.isBefore(end)) ? null : found;
  }

  /**
   * The last planned time before {@code time} that is after {@code earliest}; null if there is
   * none.
   */
  public @Nullable Instant previous(Instant time, Instant earliest) {
    Instant start = period.start();
    Instant end = period.end();
    Instant from = end != null && time.isAfter(end) ? end : time;
    Instant limit = start != null && earliest.isBefore(start) ? start.minusNanos(1) : earliest;
    return from.isAfter(limit) ? timing.previous(from, limit) : null;
  }

  /** The first planned times after {@code from} and before {@code until}, at most {@code most}. */
  public List<Instant> times(Instant from, Instant until, int most) {
    List<Instant> times = new ArrayList<>();
    Instant next = next(from);
    while (next != null && next.isBefore(until) && times.size() < most) {
      times.add(next);
      next = next(next);
    }
    return times;
  }

  /**
   * When the run of a planned time is due: the planned time and a delay up to {@link #jitter} that
   * depends only on the recipe, the schedule and the time. It is over before the next planned time,
   * so that runs are due in the order of their times.
   */
  public Instant due(String recipe, Instant planned) {
    if (jitter.isZero()) {
      return planned;
    }
    Instant next = timing.next(planned);
    long left = next == null ? Long.MAX_VALUE : Duration.between(planned, next).toMillis();
    String seed = recipe + '\n' + name + '\n' + planned.toEpochMilli();
    long random = ByteBuffer.wrap(sha256(seed)).getLong() >>> 1;
    return planned.plusMillis(random % Math.min(jitter.toMillis() + 1, left));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java has SHA-256", e);
    }
  }
}
