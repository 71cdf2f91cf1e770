package dev.escarole.engine.store.await;

import java.time.Instant;

/**
 * What one person decided.
 *
 * @param principal who decided
 * @param approves whether for or against it
 * @param comment their words; may be empty
 */
public record StoredDecision(String principal, boolean approves, String comment, Instant at) {

  /** Maximum characters of a comment. */
  public static final int LONGEST_COMMENT = 2_000;

  /**
   * @throws IllegalArgumentException if the comment is too long
   */
  public StoredDecision {
    if (comment.length() > LONGEST_COMMENT) {
      throw new IllegalArgumentException(
          "a comment has at most %d characters, this one has %d"
              .formatted(LONGEST_COMMENT, comment.length()));
    }
  }

  /** {@code approved} or {@code rejected}. */
  public String word() {
    return approves ? "approved" : "rejected";
  }
}
