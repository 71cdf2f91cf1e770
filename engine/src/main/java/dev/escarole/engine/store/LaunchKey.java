package dev.escarole.engine.store;

/**
 * The name of a launch: whoever repeats a launch under its name starts no second run. Names of
 * different owners have nothing to do with each other, and each is remembered for a day. Immutable.
 *
 * @param owner whose name it is, such as a principal's
 * @param text 1 to 255 visible ASCII characters
 * @param asked what is asked for, by which the launcher knows it again, such as a digest of a
 *     message; at most 255 characters, empty if the name alone says it
 */
public record LaunchKey(String owner, String text, String asked) {

  private static final int LONGEST = 255;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public LaunchKey {
    boolean visible = text.chars().allMatch(each -> each > ' ' && each < 0x7f);
    if (text.isEmpty() || text.length() > LONGEST || !visible) {
      throw new IllegalArgumentException(
          "a launch key must have 1 to 255 visible ASCII characters, had " + text.length());
    }
    if (asked.length() > LONGEST) {
      throw new IllegalArgumentException(
          "LaunchKey.asked must have at most 255 characters, had " + asked.length());
    }
  }

  /** A name that says all. */
  public static LaunchKey of(String owner, String text) {
    return new LaunchKey(owner, text, "");
  }
}
