package dev.escarole.engine.run;

import dev.escarole.engine.plan.RunFacts;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Id of a run: its start in UTC and a random suffix, such as {@code 20261121-231502-k3f9x2}, so
 * that ids sort by time and are easy to type. The suffix has six characters, or ten in an id that
 * was given away before its run was stored.
 */
public record RunId(String value) implements Comparable<RunId> {

  private static final Pattern FORM = Pattern.compile("\\d{8}-\\d{6}-[0-9a-z]{6}(?:[0-9a-z]{4})?");
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int TAIL = 6;
  private static final int LONG_TAIL = 10;
  private static final int STAMP_LENGTH = 15;

  public RunId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a run id such as 20261121-231502-k3f9x2".formatted(value));
    }
  }

  /** Whether a text has the form of a run id. */
  public static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * Creates an id; two of the same second are equal with a probability of 10^-9. {@link RunIds}
   * issues ids that are not.
   */
  public static RunId create(Instant now, RandomGenerator random) {
    return create(now, random, TAIL);
  }

  /**
   * Creates a longer id, which no id of {@link #create} is equal to; two of the same second are
   * equal with a probability of 10^-15.
   */
  static RunId createLong(Instant now, RandomGenerator random) {
    return create(now, random, LONG_TAIL);
  }

  private static RunId create(Instant now, RandomGenerator random, int tail) {
    StringBuilder id = new StringBuilder(STAMP.format(now)).append('-');
    for (int i = 0; i < tail; i++) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return new RunId(id.toString());
  }

  /** The facts of the run; the launch time is that in the id. */
  public RunFacts facts() {
    String stamp = value.substring(0, STAMP_LENGTH);
    try {
      return RunFacts.of(value, STAMP.parse(stamp, Instant::from));
    } catch (DateTimeException noDate) {
      return RunFacts.of(value, Instant.EPOCH);
    }
  }

  @Override
  public int compareTo(RunId other) {
    return value.compareTo(other.value);
  }

  /** Handwritten, because the generated method of records is slow at first use. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RunId that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
