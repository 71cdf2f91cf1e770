package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;

/**
 * An idempotency key: a second launch with the same key starts no second run. Keys are separate for
 * each owner and are kept for a day. Immutable.
 *
 * @param owner the owner of the key, such as a principal
 * @param text 1 to 255 visible ASCII characters
 * @param asked a digest of the request, which tells whether a repeated launch is the same; at most
 *     255 characters, may be empty
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

  /** A key without a digest. */
  public static LaunchKey of(String owner, String text) {
    return new LaunchKey(owner, text, "");
  }

  /**
   * A launch that was made with a {@link LaunchKey}.
   *
   * @param run the run that it started
   * @param asked the digest of the request
   */
  public record KeyedLaunch(RunId run, String asked) {}
}
